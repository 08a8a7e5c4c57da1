"""A run that is bound by time: blocks of plain and layered iterations take turns, and what is
stored, told and kept as raw rows follows from them."""
import itertools
import json
import unittest

from program import LAYER_TIMING, NETWORK, ON_CPU, ProgramTest, needs_layer_timing

RAW_ROWS = 1000


class Cycles(ProgramTest):
    """One run, which every test reads: two cycles at least, for a block is about half a second long."""

    @classmethod
    def setUpClass(cls):
        maker = ProgramTest()
        maker.setUp()
        cls.addClassCleanup(maker.doCleanups)
        result = maker.succeed(*NETWORK, *ON_CPU, "--mode", "infer", "--max-seconds", "3",
                               "--raw", RAW_ROWS, "--format", "json")
        (cls.told,) = json.loads(result.stdout)
        cls.db = maker.db

    def setUp(self):
        pass

    def blocks(self):
        """[kind, iterations], in the order run."""
        rows = self.query("SELECT block, kind FROM iteration ORDER BY number")
        return [(kind, len(list(block))) for (_, kind), block in itertools.groupby(rows)]

    def test_a_block_is_of_one_kind(self):
        self.assertEqual(self.query("""SELECT block FROM iteration GROUP BY block
                                       HAVING count(DISTINCT kind) > 1"""), [])

    def test_each_block_begins_with_an_iteration_that_is_not_measured(self):
        (first, warm_ups), *blocks = self.blocks()
        self.assertEqual(first, "warmup")
        self.assertGreaterEqual(warm_ups, 2)
        self.assertTrue(all(kind == "settle" and count == 1 for kind, count in blocks[::2]))
        self.assertTrue(all(kind != "settle" for kind, _ in blocks[1::2]))
        self.assertEqual(len(blocks) % 2, 0)

    def test_a_cycle_has_a_block_of_each_kind_as_long_as_each_other(self):
        cycles = self.query("""
            SELECT cycle, group_concat(n) FROM
            (SELECT cycle, kind, count(*) AS n FROM iteration WHERE kind IN ('plain', 'layered')
             GROUP BY cycle, kind) GROUP BY cycle""")
        self.assertGreater(len(cycles), 1)
        for _, lengths in cycles:
            lengths = lengths.split(",")
            self.assertEqual(len(lengths), 2 if LAYER_TIMING else 1)
            self.assertEqual(len(set(lengths)), 1)

    def test_speed_is_of_the_plain_iterations(self):
        ((count, wall_ns),) = self.query(
            "SELECT count(*), sum(wall_ns) FROM iteration WHERE kind = 'plain'")
        self.assertEqual(self.told["plain_iterations"], count)
        self.assertEqual(self.told["plain_total_ns"], wall_ns)
        self.assertAlmostEqual(self.told["images_per_second"], 2 * count / wall_ns * 1e9, places=6)

    @needs_layer_timing
    def test_statistics_are_of_all_layered_iterations_whatever_raw_rows_are_kept(self):
        layered = self.one("SELECT count(*) FROM iteration WHERE kind = 'layered'")
        self.assertEqual(self.query("SELECT DISTINCT iterations FROM step_stat"), [(layered,)])
        marks = self.one("SELECT sum(marks_ns) FROM iteration WHERE kind = 'layered'")
        self.assertEqual(self.one("""SELECT sum(sum_ns) FROM step_stat
                                     WHERE scope = 'layer' AND NOT is_composite"""), marks)

        rows = self.query("SELECT count(*) FROM log_step GROUP BY iteration")
        self.assertEqual(len(set(rows)), 1)  # whole iterations only
        self.assertLess(len(rows), layered)
        self.assertLessEqual(sum(count for count, in rows), RAW_ROWS)
        self.assertGreater(sum(count for count, in rows), RAW_ROWS / 2)


if __name__ == "__main__":
    unittest.main()
