"""The roofline: measured once a setting, kept, left out when asked."""
import unittest

from program import SMALL, ProgramTest

MEASURED = [option for option in SMALL if option != "--no-roof"]


class Roof(ProgramTest):
    def roofs(self):
        return [roof for roof, in self.query("SELECT roof FROM run ORDER BY id")]

    def test_a_roof_is_kept_unless_others_disturbed_it(self):
        self.succeed(*MEASURED)
        # As if the machine had been quiet meanwhile, which it need not have been.
        with self.database() as database:
            database.execute("UPDATE machine_roof SET other_processors = 0")
        self.succeed(*MEASURED)
        self.succeed(*SMALL)
        self.assertEqual(self.roofs(), [1, 1, None])
        self.assertEqual(self.one("SELECT threads FROM machine_roof"), 1)
        self.assertEqual(self.query("""SELECT DISTINCT run FROM layer_pass
                                       WHERE least_bytes > 0 AND roof_ns IS NULL"""), [(3,)])
        self.assertEqual(self.query("""SELECT DISTINCT roof_binds FROM layer_pass
                                       WHERE roof_ns > 0 ORDER BY 1"""),
                         [("compute",), ("memory",)])
        # A disturbed one is not believed.
        with self.database() as database:
            database.execute("UPDATE machine_roof SET other_processors = 5")
        self.succeed(*MEASURED)
        self.assertEqual(self.roofs(), [1, 1, None, 2])


if __name__ == "__main__":
    unittest.main()
