"""The rows that runs leave in the database, and that they add up."""
import json
import os
import unittest

from program import LAYER_TIMING, SMALL, ProgramTest, needs_layer_timing

KINDS = [("train", "none"), ("train", "bn"), ("infer", "none"), ("infer", "bn"), ("infer", "fold")]


class Rows(ProgramTest):
    """One database with a run of each kind; every test reads it."""

    @classmethod
    def setUpClass(cls):
        maker = ProgramTest()
        maker.setUp()
        cls.addClassCleanup(maker.doCleanups)
        for mode, fusion in KINDS:
            maker.succeed(*SMALL, "--mode", mode, "--fusion", fusion)
        cls.db = maker.db

    def setUp(self):
        pass

    def test_every_run_is_done(self):
        self.assertEqual(self.query("SELECT mode, fusion, ended, reason FROM run ORDER BY id"),
                         [(mode, fusion, "done", "") for mode, fusion in KINDS])
        self.assertEqual(self.query("SELECT id FROM run WHERE ended_at IS NULL"), [])
        self.assertEqual(self.query("SELECT DISTINCT layer_timing FROM run"), [(LAYER_TIMING,)])

    def test_iterations_by_kind(self):
        expected = {"warmup": 1, "settle": 1, "plain": 2}
        if LAYER_TIMING:
            expected.update(settle=2, layered=2)
        for run in range(1, len(KINDS) + 1):
            rows = self.query("SELECT kind, count(*) FROM iteration WHERE run = ? GROUP BY kind",
                              run)
            self.assertEqual(dict(rows), expected)
            numbers = self.query("SELECT number FROM iteration WHERE run = ? ORDER BY number", run)
            self.assertEqual([number for number, in numbers], list(range(len(numbers))))

    def test_wall_time_holds_the_marks(self):
        self.assertEqual(
            self.query("SELECT * FROM iteration WHERE wall_ns < marks_ns OR marks_ns <= 0"), [])

    def test_training_has_a_loss_and_inference_none(self):
        self.assertEqual(self.query("""SELECT DISTINCT mode, loss IS NULL
                                       FROM iteration JOIN run ON run = id ORDER BY mode"""),
                         [("infer", 1), ("train", 0)])

    def test_every_run_has_readings_of_its_own_use(self):
        rows = self.query("""SELECT run, max(value) FROM telemetry
                             WHERE device = 'process' AND sensor = 'cpu' GROUP BY run""")
        self.assertEqual([run for run, _ in rows], list(range(1, len(KINDS) + 1)))
        for _, seconds in rows:
            self.assertGreater(seconds, 0)
        self.assertEqual(self.query("SELECT DISTINCT sampled FROM iteration"), [(1,)])

    def test_every_run_knows_its_surroundings(self):
        self.assertEqual(self.query("""SELECT id FROM run WHERE machine ->> 'processors_allowed' IS NULL
                                       OR build ->> 'compiler' IS NULL OR huge_pages = ''"""), [])
        wait, = {value for value, in self.query("SELECT environment ->> 'OMP_WAIT_POLICY' FROM run")}
        self.assertEqual(wait, os.environ.get("OMP_WAIT_POLICY"))
        arguments = [words for words, in self.query("SELECT arguments FROM run ORDER BY id")]
        self.assertEqual([json.loads(words) for words in arguments],
                         [[*SMALL, "--mode", mode, "--fusion", fusion] for mode, fusion in KINDS])

    @needs_layer_timing
    def test_leaves_sum_to_the_marks(self):
        rows = self.query("""SELECT marks_ns, sum(duration_ns)
                             FROM iteration
                             JOIN log_step ON log_step.run = iteration.run AND iteration = number
                             JOIN layer ON layer.run = log_step.run AND layer.id = layer
                             WHERE NOT is_composite AND iteration.kind = 'layered'
                             GROUP BY iteration.run, number""")
        self.assertEqual(len(rows), 2 * len(KINDS))
        for marks, leaves in rows:
            self.assertEqual(marks, leaves)

    @needs_layer_timing
    def test_only_layered_iterations_have_steps(self):
        self.assertEqual(self.query("""SELECT DISTINCT kind FROM log_step JOIN iteration
                                       ON log_step.run = iteration.run AND iteration = number"""),
                         [("layered",)])

    @needs_layer_timing
    def test_composites_are_the_sums_of_the_leaves_below(self):
        # A composite's Bwd is all of backward.
        rows = self.query("""
            WITH RECURSIVE below(run, composite, layer) AS (
              SELECT run, id, id FROM layer WHERE is_composite
              UNION ALL
              SELECT below.run, composite, id FROM below JOIN layer
              ON layer.run = below.run AND parent = below.layer
            ), sums AS (
              SELECT below.run, composite, iteration,
                     iif(pass = 'Fwd', 'Fwd', 'Bwd') AS direction, sum(duration_ns) AS sum_ns
              FROM below
              JOIN layer ON layer.run = below.run AND id = below.layer AND NOT is_composite
              JOIN log_step ON log_step.run = below.run AND log_step.layer = below.layer
              GROUP BY 1, 2, 3, 4
            )
            SELECT duration_ns, coalesce(sum_ns, 0)
            FROM log_step
            JOIN layer ON layer.run = log_step.run AND id = layer AND is_composite
            LEFT JOIN sums ON sums.run = log_step.run AND composite = layer
                 AND sums.iteration = log_step.iteration AND direction = pass""")
        self.assertGreater(len(rows), 100)
        for composite, leaves in rows:
            self.assertEqual(composite, leaves)

    @needs_layer_timing
    def test_step_stat_is_the_sum_over_log_step(self):
        difference = """
            SELECT run, layer, pass, count(*), sum(duration_ns) FROM log_step GROUP BY 1, 2, 3
            EXCEPT
            SELECT run, layer, pass, calls, sum_ns FROM step_stat WHERE scope = 'layer'"""
        self.assertEqual(self.query(difference), [])
        modules = """
            SELECT log_step.run, module, is_composite, pass, count(*), sum(duration_ns)
            FROM log_step JOIN layer ON layer.run = log_step.run AND id = layer
            GROUP BY 1, 2, 3, 4
            EXCEPT
            SELECT run, module, is_composite, pass, calls, sum_ns
            FROM step_stat WHERE scope = 'module'"""
        self.assertEqual(self.query(modules), [])
        self.assertEqual(
            self.one("SELECT count(*) FROM step_stat WHERE scope = 'layer'"),
            self.one("SELECT count(*) FROM (SELECT DISTINCT run, layer, pass FROM log_step)"))

    @needs_layer_timing
    def test_every_pass_of_a_leaf_has_a_row_in_every_layered_iteration(self):
        counts = self.query("""
            SELECT count(log_step.layer)
            FROM layer_pass LEFT JOIN log_step USING (run, layer, pass)
            GROUP BY run, layer, pass""")
        self.assertEqual(set(counts), {(2,)})
        self.assertEqual(self.query("""
            SELECT log_step.run, layer, pass FROM log_step
            JOIN layer ON layer.run = log_step.run AND id = layer AND NOT is_composite
            EXCEPT SELECT run, layer, pass FROM layer_pass"""), [])

    def test_members_cover_the_unfused_network(self):
        def members(mode, fusion):
            return self.query("""SELECT canonical_path FROM layer_member JOIN run ON run = run.id
                                 WHERE mode = ? AND fusion = ? ORDER BY canonical_path""",
                              mode, fusion)
        for mode, fusion in KINDS:
            with self.subTest(mode=mode, fusion=fusion):
                self.assertEqual(members(mode, fusion), members(mode, "none"))
        leaves = self.query("""SELECT path FROM layer JOIN run ON run = run.id
                               WHERE mode = 'train' AND fusion = 'none' AND NOT is_composite
                               ORDER BY path""")
        self.assertEqual(members("train", "none"), leaves)

    def test_no_row_without_its_run(self):
        self.assertEqual(self.query("PRAGMA foreign_key_check"), [])
        self.assertEqual(self.one("PRAGMA integrity_check"), "ok")

    @unittest.skipIf(LAYER_TIMING, "of the build without times of layers")
    def test_without_layer_timing_no_row_is_of_a_layer(self):
        self.assertEqual(self.one("SELECT count(*) FROM log_step"), 0)
        self.assertEqual(self.one("SELECT count(*) FROM step_stat"), 0)
        self.assertEqual(self.one("SELECT count(*) FROM iteration WHERE kind = 'layered'"), 0)


if __name__ == "__main__":
    unittest.main()
