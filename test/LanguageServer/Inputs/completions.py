"""Behind each dot of each instruction that the files below a folder have, the next
modifier is among what is offered: completions.py EVERY FOLDER... looks at each
EVERYth word."""

import pathlib
import re
import sys

from client import Client

HEAD = ".version 9.0\n.target sm_120a\n.address_size 64\n.visible .entry k()\n{\n"
WORD = re.compile(r"(?:^|[;{}:]|@!?%?\w+)\s*([a-z][a-z0-9]*(?:(?:\.|::)[A-Za-z0-9_]+)+)(?=[\s;])", re.MULTILINE)


def words(folders):
    """The instructions of files that are to be taken."""
    found = set()
    for folder in folders:
        for path in sorted(pathlib.Path(folder).rglob("*.ptx")):
            text = path.read_text(encoding="latin-1")
            if "RUN: not " in text or "error:" in text:
                continue
            found |= set(WORD.findall(re.sub(r"//.*|/\*.*?\*/", "", text)))
    return sorted(found)


def main():
    every = int(sys.argv[1])
    client = Client()
    uri = "file:///k.ptx"
    client.open(uri, HEAD + "\n}\n")
    known = {item["label"].split(".")[0] for item in client.ask(
        "textDocument/completion", client.at(uri, {"line": 5, "character": 0}, context={"triggerKind": 1}))}
    asked, missing = 0, []
    typed = ""
    for word in [one for one in words(sys.argv[2:]) if one.split(".")[0] in known][::every]:
        for dot in [m.end() for m in re.finditer(r"\.", word)]:
            following = re.match(r"(?:\w|::)+", word[dot:]).group()
            client.edit(uri, [{"range": {"start": {"line": 5, "character": 0},
                                         "end": {"line": 5, "character": len(typed)}}, "newText": word[:dot]}])
            typed = word[:dot]
            items = client.ask("textDocument/completion", client.at(
                uri, {"line": 5, "character": dot}, context={"triggerKind": 2, "triggerCharacter": "."}))
            asked += 1
            if typed + following not in {item["label"] for item in items}:
                missing.append(f"{typed} lacks {following}")
    print(f"{asked} dots, {len(missing)} without what follows", *missing[:200], sep="\n")
    client.close()


if __name__ == "__main__":
    main()
