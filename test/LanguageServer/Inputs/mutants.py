"""COUNT mutants of the files in the folders, each asked what all_files.py asks: mutants.py COUNT FOLDER..."""

import pathlib
import random
import sys

from all_files import questions
from client import Client

PIECES = ["{", "}", "(", ")", "[", "]", "<", ">", ";", ",", ":", ".", "\"", "/*", "*/", "//", "\\",
          "\n", "\r", "\0", "\ufeff", "\u00e9", "\U0001f600", "@!%p", "%r<4294967295>", "0x", "1e999",
          "0f", "-", ".reg .b32 ", ".entry ", ".func ", ".loc 1 2 3\n", "@@DWARF ", "#line 3 \"x\"\n",
          ".section .debug_info {", "call (%r1), f, (%r2);", ".version 99.9\n", ".target sm_10\n"]


def mutant(texts, chance):
    """One text with some bytes gone, doubled, moved, replaced, or another text's."""
    text = chance.choice(texts)
    for _ in range(chance.randint(1, 8)):
        start = chance.randint(0, len(text))
        end = min(len(text), start + chance.choice([0, 1, 2, 8, 40, 400]))
        kind = chance.randint(0, 4)
        if kind == 0:
            new = ""
        elif kind == 1:
            new = text[start:end] * chance.choice([2, 3, 50])
        elif kind == 2:
            new = chance.choice(PIECES)
        elif kind == 3:
            new = "".join(chr(ord(one) ^ (1 << chance.randint(0, 6))) for one in text[start:end])
        else:
            other = chance.choice(texts)
            begin = chance.randint(0, len(other))
            new = other[begin:begin + chance.randint(1, 400)]
        text = text[:start] + new + text[end:]
    return text[:100000]


def main():
    count = int(sys.argv[1])
    paths = sorted(path for folder in sys.argv[2:] for path in pathlib.Path(folder).rglob("*.ptx"))
    texts = [path.read_bytes().decode("latin-1") for path in paths]
    texts = [text for text in texts if len(text) < 20000]
    client = Client()
    for number in range(count):
        text = mutant(texts, random.Random(number))
        uri = f"file:///{number}.ptx"
        try:
            client.open(uri, text)
            questions(client, uri, text)
        except BaseException:
            pathlib.Path("mutant.ptx").write_text(text, encoding="utf-8")
            print(f"mutant {number}, which is mutant.ptx here:")
            raise
        client.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
    print(count, "mutants, exit code", client.close())


if __name__ == "__main__":
    main()
