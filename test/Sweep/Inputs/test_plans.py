"""What is wrong with a plan is told with its file and line."""

import pathlib
import tempfile
import unittest

from heddle_sweep.errors import PlanError
from heddle_sweep.expression import Expression, ExpressionError
from heddle_sweep.plan import read_plan
from heddle_sweep.points import Keys, combinations, command_of, kernels_of, spec

HERE = pathlib.Path(__file__).parent
try:
    import yaml
except ImportError:
    yaml = None


class Plans(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        for name in ("tiny.json", "tiny.ptx"):
            (self.folder / name).write_bytes((HERE / name).read_bytes())

    def read(self, text, name="plan.json"):
        (self.folder / name).write_text(text)
        return read_plan(str(self.folder / name))

    def refused(self, line, part, text, name="plan.json"):
        with self.assertRaises(PlanError) as caught:
            list(combinations(self.read(text, name)))
        said = str(caught.exception)
        self.assertIn(f"{name}:{line}: error: ", said)
        self.assertIn(part, said)

    def axes(self, text):
        return f'{{"axes": {{"job": "tiny.json",\n{text}}}}}'

    def test_json(self):
        for line, part, text in (
                (1, "expected a value", ""),
                (2, "expected a value", '{"axes":\n'),
                (1, "text behind", '{} {}'),
                (1, "no 'axes'", '{}'),
                (2, "expected a value", '{"axes": {"job": "tiny.json",\n"seed": [1,,2]}}'),
                (2, "'seed' is there twice", self.axes('"seed": 1, "seed": 2')),
                (1, "levels", "[" * 60 + "]" * 60),
                (1, "40 characters", '{"axes": ' + "9" * 50 + "}"),
                (1, "an object with", "[1]")):
            with self.subTest(text[:40]):
                self.refused(line, part, text)

    def test_fields(self):
        for line, part, text in (
                (2, "no field 'rapeet'; did you mean 'repeat'",
                 '{"axes": {"job": "tiny.json"},\n"rapeet": 2}'),
                (2, "'repeat' is from 1", '{"axes": {"job": "tiny.json"},\n"repeat": 0}'),
                (2, "'repeat' is a whole", '{"axes": {"job": "tiny.json"},\n"repeat": true}'),
                (2, "limits are", '{"axes": {"job": "tiny.json"},\n"limits": {"seconds": 0}}'),
                (2, "limits are", '{"axes": {"job": "tiny.json"},\n"limits": {"memory": "2X"}}'),
                (2, "nothing called 'wal' is recorded; did you mean 'wall'",
                 '{"axes": {"job": "tiny.json"},\n"record": ["wal"]}'),
                (2, "no file 'x'", '{"axes": {"job": "tiny.json"},\n"inputs": "x"}'),
                (2, "a report has no 'row'", '{"axes": {"job": "tiny.json"},\n"report": {"row": "job"}}'),
                (2, "'rows' is one of", '{"axes": {"job": "tiny.json"},\n"report": {"rows": "x"}}')):
            with self.subTest(text):
                self.refused(line, part, text)

    def test_axes(self):
        for line, part, text in (
                (2, "no axis 'arhc'; did you mean 'arch'", '"arhc": 1'),
                (2, "has no values", '"arch": []'),
                (2, "twice", '"arch": ["sm_13", "sm_13"]'),
                (2, "'opt' is from 0 to 3", '"opt": 4'),
                (2, "'opt' is a whole number", '"opt": "x"'),
                (1, "one of the axes", '"file": "tiny.ptx"'),
                (2, "'block' says nothing of a job", '"block": 32'),
                (2, "a range goes upwards", '"seed": {"from": 2, "to": 1}'),
                (2, "a range goes upwards", '"seed": {"from": 0, "to": 9, "times": 2}'),
                (2, "at most", '"seed": {"from": 0, "to": 99999999999}'),
                (2, "a range has", '"seed": {"from": 1, "till": 3}'),
                (2, "is a number, a text", '"seed": [[1]]'),
                (2, "is a number, a text", '"seed": null'),
                (2, "no axis 'x'", '"seed": "= x"'),
                (2, "null character", '"arch": "a\\u0000b"'),
                (2, "beyond numbers", '"seed": 1e999')):
            with self.subTest(text):
                self.refused(line, part, self.axes(text))

    def test_files(self):
        self.refused(2, "no file 'none.json'", '{"axes": {\n"job": "none.json"}}')
        self.refused(2, "no file matches 'n*.json'", '{"axes": {\n"job": "n*.json"}}')
        for name in ("a[1].json", "sp ace.json", "ünï.json", "q'\"{x}.json"):
            (self.folder / name).write_bytes(b"{}")
        plan = self.read('{"axes": {"job": ["a[1].json", "q\'\\"{x}.json", "[stü]*.json"]}}')
        self.assertEqual(len(plan.axes[0].values), 5)

    def test_open_quotes(self):
        self.refused(2, "No closing quotation",
                     '{"axes": {\n"command": ["true", "echo \'a"]}}')
        self.refused(2, "No closing quotation",
                     '{"axes": {\n"command": "echo {q}"}, "variables": {"q": "\\""}}')
        # A variable of that name is no command.
        plan = self.read(self.axes('"seed": 1}, "variables": {"command": "\'"'))
        self.assertEqual(len(list(combinations(plan))), 1)

    def test_cycles_and_constraints(self):
        self.refused(2, "depend on each other: seed -> x -> y -> seed",
                     '{"axes": {"job": "tiny.json",\n"seed": "= x + 1"},\n'
                     '"variables": {"x": "= y", "y": "= seed"}}')
        self.refused(2, "no point is left",
                     '{"axes": {"job": "tiny.json", "seed": [1, 2]},\n"where": "seed > 2"}')
        self.refused(2, "fails where seed = 1: ",
                     '{"axes": {"job": "tiny.json", "seed": [1, 2]},\n'
                     '"where": "1 / (seed - 1)"}')
        self.refused(2, "the functions of expressions",
                     '{"axes": {"job": "tiny.json"},\n"where": "open(\'x\')"}')
        self.refused(2, "is not for expressions",
                     '{"axes": {"job": "tiny.json"},\n"where": "(1).real"}')

    def test_expressions_reach_nothing(self):
        for text in ("__import__('os')", "().__class__", "[x for x in (1,)]", "lambda: 1",
                     "2 ** 99999999", "f'{1}'", "x := 1", "1 if", "min(1, key=2)"):
            with self.subTest(text), self.assertRaises(ExpressionError):
                Expression(text)
        self.assertEqual(Expression("max(a, 3) if a in (1, 2) else -a")({"a": 2}), 3)

    def test_points(self):
        plan = self.read(
            '{"axes": {"job": "tiny.json", "seed": {"from": 1, "to": 4},'
            ' "schedule": "random:{seed}", "arch": "= \'sm_13\' if n else \'tx1\'"},'
            ' "variables": {"n": [false, true]}, "where": ["seed != 2 or n"],'
            ' "options": {"fmad": [true, false]}, "repeat": 2}')
        points = list(combinations(plan))
        self.assertEqual(len(points), (4 * 2 - 1) * 2 * 2)
        self.assertEqual(len(set(points)), len(points))
        asked = spec(plan, points[0])
        self.assertIn(["schedule", "random:1"], asked["options"])
        self.assertIn(["fmad", "true"], asked["options"])
        self.assertIn("--schedule=random:1", command_of(asked))
        self.assertTrue(command_of(asked).startswith("ptx-run --job="))

    def test_keys_are_of_contents(self):
        def key(name="tiny.json", tool="t", seed=1):
            plan = self.read(f'{{"axes": {{"job": "{name}", "seed": {seed},'
                             ' "schedule": "random:{seed}"}}')
            (values,) = combinations(plan)
            return Keys(plan, tool).of(values, spec(plan, values))

        first = key()
        (self.folder / "twin.json").write_bytes((self.folder / "tiny.json").read_bytes())
        self.assertEqual(key("twin.json"), first)
        self.assertNotEqual(key(tool="u"), first)
        self.assertNotEqual(key(seed=2), first)
        # A module that the job names is one of its inputs.
        module = self.folder / "tiny.ptx"
        module.write_text(module.read_text() + "// changed\n")
        self.assertNotEqual(key(), first)

    def test_kernels(self):
        path = self.folder / "k.ptx"
        path.write_text("// .entry no()\n.visible .entry a() {}\n/* .entry no */"
                        ".entry\n $b(.param .u32 x) {}\n")
        self.assertEqual(kernels_of(str(path)), ["a", "$b"])

    @unittest.skipUnless(yaml, "python3-yaml")
    def test_yaml(self):
        for line, part, text in (
                (3, "no axis 'arhc'", "axes:\n  job: tiny.json\n  arhc: sm_13\n"),
                (2, "expected ',' or ']'", "axes: [1\n"),
                (1, "the plan is empty", ""),
                (3, "'job' is there twice", "axes:\n  job: tiny.json\n  job: tiny.json\n"),
                (1, "too many", "axes: &a\n  b: *a\n"),
                (2, "is no text", "axes:\n  ? [1]\n  : 2\n"),
                (1, "unacceptable character", "\0"),
                (4, "no point is left",
                 "axes:\n  job: tiny.json\n  seed: [1, 2]\nwhere: seed > 2\n")):
            with self.subTest(text):
                self.refused(line, part, text, "plan.yaml")
        plan = self.read("axes:\n  job: tiny.json\n  seed: {from: 1, to: 8, times: 2}\n"
                         "options:\n  occupancy: [off, auto, 50%]\n", "plan.yaml")
        self.assertEqual(plan.axes[1].values, [1, 2, 4, 8])
        # YAML 1.1 would take it for a boolean.
        self.assertEqual(plan.axes[2].values, ["off", "auto", "50%"])

    def test_levels_of_yaml_cost_no_time(self):
        if yaml:
            laughs = "a: &a [1,1,1,1,1,1,1,1,1]\n" + "".join(
                f"{n}: &{n} [" + ",".join(["*" + p] * 9) + "]\n"
                for p, n in zip("abcdefgh", "bcdefghi"))
            with self.assertRaises(PlanError):
                self.read(laughs, "plan.yaml")


if __name__ == "__main__":
    unittest.main(verbosity=1)
