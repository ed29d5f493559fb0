import json
import unittest
from pathlib import Path

from connection import sign
from follow import show

VECTORS = Path(__file__).parents[2] / "specs/vectors/signing/vectors.json"


class TestClient(unittest.TestCase):
    def test_sign(self):
        vectors = json.loads(VECTORS.read_text(encoding="utf-8"))["valid"]
        self.assertTrue(vectors)
        for vector in vectors:
            with self.subTest(vector["name"]):
                names = ("secret", "broker_id", "access_key", "path", "timestamp")
                self.assertEqual(sign(*(vector[name] for name in names)), vector["signature"])

    def test_show(self):
        for units, nanos, want in (
            (0, 0, "0"),
            (100, 0, "100"),
            (0, -500_000_000, "-0.5"),
            (-24, -849_600_000, "-24.8496"),
            (9007199254740993, 1, "9007199254740993.000000001"),
            (9223372036854775807, 999_999_999, "9223372036854775807.999999999"),
            (-9223372036854775808, -999_999_999, "-9223372036854775808.999999999"),
        ):
            with self.subTest(want):
                self.assertEqual(show({"units": units, "nanos": nanos}), want)


if __name__ == "__main__":
    unittest.main()
