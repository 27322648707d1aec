"""Every answer about every file, and about each file cut off in the middle."""

import pathlib
import sys

from client import Client

METHODS = ("documentSymbol", "foldingRange", "semanticTokens/full", "formatting")


def questions(client, uri, text):
    document = {"textDocument": {"uri": uri}}
    for method in METHODS:
        client.ask("textDocument/" + method, {**document, "options": {}})
    step = max(1, len(text) // 12)
    for offset in range(0, len(text) + 1, step):
        at = client.at(uri, client.place(uri, offset))
        for method in ("hover", "definition", "completion"):
            client.ask("textDocument/" + method, at)
        client.ask("textDocument/references", {**at, "context": {"includeDeclaration": True}})
        client.ask_all("textDocument/rename", {**at, "newName": "%other1"})


def main():
    client = Client()
    count = 0
    for folder in sys.argv[1:]:
        for path in sorted(pathlib.Path(folder).rglob("*.ptx")):
            text = path.read_bytes().decode("latin-1")
            if len(text) > 200000:
                continue
            uri = "file:///" + path.name
            client.open(uri, text)
            questions(client, uri, text)
            half = client.place(uri, len(text) // 2)
            client.edit(uri, [{"range": {"start": half, "end": client.place(uri, len(text))},
                               "newText": "\tld.global.u32 %r1, ["}])
            questions(client, uri, client.texts[uri])
            client.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
            count += 1
    print(count, "files, exit code", client.close())


if __name__ == "__main__":
    main()
