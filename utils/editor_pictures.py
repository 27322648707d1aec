#!/usr/bin/env python3
"""Makes the pictures of docs/editor.md from what the programs say.

editor_pictures.py PTX_DBG PTX_LSP ROOT OUT: writes OUT/editor-debugger.svg, a
session of the debugger, forwards and backwards, and OUT/editor-server.svg, a file
as an editor shows it with the server's diagnostics, hints, lens and hover.
"""

import json
import pathlib
import re
import subprocess
import sys
from xml.sax.saxutils import escape

CHARACTER, LINE, MARGIN = 8.4, 18, 14
INK, DIM, PROMPT, WRONG, BACK, BOX = "#d8dee9", "#7b88a1", "#88c0d0", "#e06c75", "#20242c", "#2d333f"

COMMANDS = ["break 37", "continue", "info stack", "print %r15", "step", "step", "step", "print %r15",
            "reverse-step", "reverse-step", "print %r15"]  # fmt: skip
ARGUMENTS = ["--entry=nested", "--grid=1", "--block=4", "--arg=buf=zeros:16", "--arg=s32=2"]
MISTAKE = ("mad.f32", "mad.f23")


class Picture:
    """Rows of text in one width, with waves below some of it."""

    def __init__(self):
        self.rows, self.parts = 0, []
        self.columns = 0

    def row(self, *spans):
        """Spans are (text, colour), one behind the other."""
        at = MARGIN + LINE * (self.rows + 1) - 5
        column = 0
        for text, colour in spans:
            if text:
                # Viewers take several blanks for one.
                shown = escape(text).replace(" ", "\u00a0")
                x = MARGIN + CHARACTER * column
                self.parts.append(f'<text x="{x:.1f}" y="{at}" fill="{colour}">{shown}</text>')
            column += len(text)
        self.columns = max(self.columns, column)
        self.rows += 1

    def wave(self, first, count):
        """Below the last row."""
        y, x = MARGIN + LINE * self.rows - 2, MARGIN + CHARACTER * first
        steps = "".join(f"q1.5,{-2 if n % 2 else 2} 3,0 " for n in range(int(CHARACTER * count / 3)))
        self.parts.append(f'<path d="M{x:.1f},{y} {steps}" fill="none" stroke="{WRONG}"/>')

    def write(self, path):
        width, height = MARGIN * 2 + CHARACTER * self.columns, MARGIN * 2 + LINE * self.rows
        path.write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}" '
            f'font-family="monospace" font-size="14">\n'
            f'<rect width="100%" height="100%" rx="6" fill="{BACK}"/>\n' + "\n".join(self.parts) + "\n</svg>\n",
            encoding="utf-8",
        )


def debugger(program, root, out):
    """What a command says is what a session says more with it."""
    file = root / "examples/textbook/divergence.ptx"

    def session(count):
        text = "".join(f"{c}\n" for c in COMMANDS[:count]) + "quit\n"
        command = [program, str(file), *ARGUMENTS]
        return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout

    picture = Picture()
    picture.row((f"$ ptx-dbg {file.name} {' '.join(ARGUMENTS)}", DIM))
    said = session(0)
    for line in said.splitlines():
        picture.row((line.expandtabs(4), INK))
    for n, command in enumerate(COMMANDS):
        now = session(n + 1)
        picture.row(("(ptx-dbg) ", PROMPT), (command, INK))
        for line in now[len(said) :].splitlines():
            picture.row((line.expandtabs(4), INK))
        said = now
    picture.write(out / "editor-debugger.svg")


def server(program, root, out):
    sys.path.insert(0, str(root / "test/LanguageServer/Inputs"))
    from client import Client  # The tests' client.

    client = Client([program])
    text = (root / "examples/saxpy.ptx").read_text(encoding="utf-8")
    whole, broken = "file:///saxpy.ptx", "file:///typing.ptx"
    client.open(whole, text)
    lines = text.split("\n")
    everything = {"start": {"line": 0, "character": 0}, "end": {"line": len(lines), "character": 0}}
    document = {"textDocument": {"uri": whole}}
    hints = {}
    for hint in client.ask("textDocument/inlayHint", {**document, "range": everything}):
        label = hint["label"]
        label = label if isinstance(label, str) else "".join(part["value"] for part in label)
        hints.setdefault(hint["position"]["line"], []).append(label.strip())
    lenses = {l["range"]["start"]["line"]: l["command"]["title"] for l in client.ask("textDocument/codeLens", document)}
    hover = client.ask("textDocument/hover", client.at(whole, client.find(whole, "mad.f32", 1)))
    client.open(broken, text.replace(*MISTAKE))
    problem = client.problems[broken][0]
    action = client.ask("textDocument/codeAction", {"textDocument": {"uri": broken}, "range": problem["range"],
                        "context": {"diagnostics": [problem]}})  # fmt: skip
    client.close()
    picture = Picture()
    wrong = problem["range"]["start"]["line"]
    for n, line in enumerate(lines):
        if n in lenses:
            picture.row(("     " + lenses[n], DIM))
        shown = line.replace(*MISTAKE) if n == wrong else line
        picture.row((f"{n + 1:3}  ", DIM), (shown.expandtabs(4), INK), ("   " + "  ".join(hints.get(n, [])), DIM))
        if n == wrong:
            before = shown[: problem["range"]["start"]["character"]].expandtabs(4)
            size = problem["range"]["end"]["character"] - problem["range"]["start"]["character"]
            picture.wave(5 + len(before), max(size, 1))
            picture.row(("     error: " + problem["message"], WRONG))
            picture.row(("     quick fix: " + action[0]["title"], PROMPT))
    picture.row()
    for line in hover["contents"]["value"].split("\n"):
        for part in re.findall(r".{1,90}", line.replace("`", "")):
            picture.row(("     " + part, PROMPT))
    picture.write(out / "editor-server.svg")


def main():
    ptx_dbg, ptx_lsp, root, out = sys.argv[1:5]
    root, out = pathlib.Path(root), pathlib.Path(out)
    out.mkdir(parents=True, exist_ok=True)
    debugger(ptx_dbg, root, out)
    server(ptx_lsp, root, out)


main()
