"""Results to SQLite, and the table from it."""

import json
import platform
import shlex
import sqlite3
import sys
from datetime import datetime, timezone
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
SQL = FOLDER.parent.parent / "sql"
OUR_APPLICATION_ID = 0x52734E62  # of the program's databases, as in sql/schema.sql


class Refusal(Exception):
    pass


class Results:
    """One comparison in a database that resnet_bench can add its runs to."""

    def __init__(self, file):
        try:
            self.connection = sqlite3.connect(file, timeout=60, isolation_level=None)
            self.make_tables()
        except sqlite3.Error as error:
            raise Refusal(f"database '{file}' cannot be used ({error}); give another path")
        self.comparison = None
        self.entries = 0

    def make_tables(self):
        if self.ask("SELECT count(*) FROM sqlite_schema") == 0:
            try:
                schema = (SQL / "schema.sql").read_text()
                self.connection.executescript(f"BEGIN IMMEDIATE; {schema}; COMMIT")
            except sqlite3.OperationalError:  # another process made them meanwhile
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
        if self.ask("PRAGMA application_id") != OUR_APPLICATION_ID:
            raise sqlite3.DatabaseError("of another program")
        self.connection.executescript((FOLDER / "schema.sql").read_text())
        self.connection.execute("PRAGMA foreign_keys = ON")

    def ask(self, query):
        return self.connection.execute(query).fetchone()[0]

    def begin(self, options):
        self.comparison = self.insert(
            "peer_comparison", started_at=now(), host=platform.node(), processor=processor(),
            command_line=shlex.join(sys.argv), model=options.model, image_size=options.image_size,
            threads=options.threads, rounds=options.rounds, seconds=options.seconds,
        )  # fmt: skip

    def add_entry(self, case, entry, warmup):
        """Its number"""
        self.insert(
            "peer_entry", comparison=self.comparison, entry=self.entries, case_name=case.name,
            mode=case.mode, precision=case.precision, batch=case.batch, warmup=warmup,
            is_ours=entry.is_ours, program=entry.program, settings=entry.settings,
            environment=json.dumps(entry.environment),
        )  # fmt: skip
        self.entries += 1
        return self.entries - 1

    def add(self, entry, number, position, result):
        self.insert(
            "peer_result", comparison=self.comparison, entry=entry, round=number,
            position=position, iterations=result.iterations,
            images_per_second=result.images_per_second, peak_bytes=result.peak_bytes,
            loaded_bytes=result.loaded_bytes, run_uid=result.run_uid,
        )  # fmt: skip
        self.set_entry(entry, "version", result.version)

    def set_entry(self, entry, column, value):
        self.connection.execute(
            f"UPDATE peer_entry SET {column} = ? WHERE comparison = ? AND entry = ?",
            (value, self.comparison, entry),
        )

    def end(self):
        self.connection.execute(
            "UPDATE peer_comparison SET ended_at = ? WHERE id = ?", (now(), self.comparison)
        )

    def insert(self, table, **values):
        names = ", ".join(values)
        places = ", ".join("?" * len(values))
        query = f"INSERT INTO {table} ({names}) VALUES ({places})"
        return self.connection.execute(query, tuple(values.values())).lastrowid

    def table(self):
        """Lines of sql/compare_peers.sql"""
        lines = (SQL / "compare_peers.sql").read_text().splitlines()
        query = "\n".join(line for line in lines if not line.startswith("."))
        cursor = self.connection.execute(query, {"comparison": self.comparison})
        rows = [[column[0] for column in cursor.description]]
        rows += [[str(cell) for cell in row] for row in cursor]
        widths = [max(map(len, column)) for column in zip(*rows)]
        rows.insert(1, ["-" * width for width in widths])
        return [
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip()
            for row in rows
        ]


def now():
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def processor():
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()
