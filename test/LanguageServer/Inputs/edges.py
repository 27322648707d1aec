"""Edges of the protocol: line ends, wide characters, places that are none, several
documents, the order of the last messages."""

import json
import subprocess

from client import Client

TEXT = """.version 7.0
.target sm_70
.address_size 64
.visible .entry k(.param .u32 n)
{
    .reg .b32 %r<3>;
    ld.param.u32 %r1, [n];
    add.u32 %r2, %r1, 1;
    ret;
}
"""


def messages(client, uri):
    return [problem["message"] for problem in client.problems[uri]]


def change(client, uri, start, end, text):
    client.versions[uri] += 1
    client.tell("textDocument/didChange", {
        "textDocument": {"uri": uri, "version": client.versions[uri]},
        "contentChanges": [{"range": {"start": {"line": start[0], "character": start[1]},
                                      "end": {"line": end[0], "character": end[1]}},
                            "text": text}]})
    client.wait_for_problems()


def hover(client, uri, line, character):
    found = client.ask("textDocument/hover", client.at(uri, {"line": line, "character": character}))
    return found and found["contents"]["value"].split("\n")[0]


def line_ends(client):
    uri = "file:///crlf.ptx"
    client.open(uri, TEXT.replace("\n", "\r\n"))
    # Behind the end of a line is its end, in front of both of its characters.
    change(client, uri, (7, 8), (7, 999), "s32 %r2, %r1, 1;")
    print("crlf:", client.ask("textDocument/hover", client.at(uri, {"line": 8, "character": 5})) is not None)
    print("crlf:", messages(client, uri), hover(client, uri, 7, 5))
    formatted = client.ask("textDocument/formatting", {
        "textDocument": {"uri": uri}, "options": {"tabSize": 4, "insertSpaces": True}})
    print("formatted:", len(formatted))
    change(client, uri, (8, 0), (8, 0), "// \U0001f600 here\r\n")
    print("moved:", len(messages(client, uri)), hover(client, uri, 9, 5))
    # A column within a character is its end; with it goes the comment's rest.
    change(client, uri, (8, 4), (8, 10), "")
    print("within:", len(messages(client, uri)), hover(client, uri, 9, 5))
    change(client, uri, (8, 3), (8, 5), "")
    print("without:", messages(client, uri), hover(client, uri, 9, 5))


def nothing(client):
    uri = "file:///empty.ptx"
    client.open(uri, "")
    print("empty:", len(client.problems[uri]) > 0)
    for method in ("documentSymbol", "foldingRange", "semanticTokens/full", "codeLens"):
        client.ask("textDocument/" + method, {"textDocument": {"uri": uri}})
    print("hover:", hover(client, uri, 7, 9))
    change(client, uri, (5, 5), (2, 1), TEXT)
    print("typed:", messages(client, uri), hover(client, uri, 7, 5))
    change(client, uri, (0, 0), (999, 0), "")
    print("empty again:", len(client.problems[uri]) > 0)


def huge_line(client):
    uri = "file:///line.ptx"
    body = TEXT.replace("    add.u32 %r2, %r1, 1;", "add.u32 %r2, %r1, 1; " * 50000)
    client.open(uri, body)
    change(client, uri, (7, 4), (7, 7), "s32")
    print("huge line:", messages(client, uri), hover(client, uri, 7, 50000 * 21 - 20))


def names(client):
    uri = "file:///names.ptx"
    client.open(uri, TEXT)
    for what, name in (("%r1", "n"), ("%r1", "%r2"), ("%r1", "%tid"), ("[n]", "k"), ("[n]", "%tid"),
                       ("[n]", "%r2"), ("[n]", "add"), ("[n]", ""), ("[n]", "a b"), ("[n]", "\U0001f600"),
                       ("k(", "n"), ("k(", "m")):
        answer = client.ask_all("textDocument/rename",
                                client.at(uri, client.find(uri, what, 1 if what != "k(" else 0), newName=name))
        print("rename", what, name.encode("ascii", "replace").decode() + ":",
              answer.get("error", {}).get("message", "taken").encode("ascii", "replace").decode()[:60])
    answer = client.ask_all("textDocument/rename",
                            client.at(uri, {"line": 7, "character": 5}, newName="sub"))
    print("rename an instruction:", answer.get("error", {}).get("message"))


def several(client):
    one, two = "file:///a/one.ptx", "file:///b/one.ptx"
    client.open(one, TEXT)
    client.open(two, TEXT.replace("%r", "%q"))
    client.replace(two, "add.u32", "add.u23")
    print("two files:", messages(client, one), len(messages(client, two)))
    print("each its own:", client.ask("textDocument/references",
                     client.at(two, client.find(two, "%q1"), context={"includeDeclaration": False}))[0]["uri"])
    client.tell("textDocument/didClose", {"textDocument": {"uri": one}})
    client.wait_for_problems()
    print("closed:", hover(client, one, 7, 5), client.problems[one])
    client.tell("workspace/didChangeConfiguration", {"settings": {"ptx": {"server": "x"}}})
    client.tell("$/cancelRequest", {"id": 1})
    client.tell("$/setTrace", {"value": "off"})
    client.tell("textDocument/didChange", {"textDocument": {"uri": "file:///not-open.ptx", "version": 3},
                                           "contentChanges": [{"text": "x"}]})
    print("goes on:", client.ask("textDocument/hover", client.at(two, {"line": 8, "character": 5})) is not None)


def last_messages():
    """A server that is asked before it is set up, and behind its shutdown."""
    def raw(*list_of_messages):
        data = b""
        for message in list_of_messages:
            body = json.dumps({"jsonrpc": "2.0", **message}).encode()
            data += b"Content-Length: %d\r\n\r\n" % len(body) + body
        run = subprocess.run(["ptx-lsp"], input=data, capture_output=True, timeout=60)
        bodies = [json.loads(part.split("\r\n\r\n")[1]) for part in run.stdout.decode().split("Content-Length: ")[1:]]
        return run.returncode, [one.get("error", {}).get("code", "answered") for one in bodies]

    start = {"id": 1, "method": "initialize", "params": {"capabilities": {}}}
    symbols = {"id": 2, "method": "textDocument/documentSymbol",
               "params": {"textDocument": {"uri": "file:///k.ptx"}}}
    shutdown = {"id": 3, "method": "shutdown"}
    leave = {"method": "exit"}
    print("in order:", *raw(start, shutdown, leave))
    print("no shutdown:", *raw(start, leave))
    print("asked behind it:", *raw(start, shutdown, symbols, leave))
    print("asked before:", *raw(symbols, start, shutdown, leave))
    print("only the end:", *raw(leave))


def main():
    client = Client()
    line_ends(client)
    nothing(client)
    huge_line(client)
    names(client)
    several(client)
    print("exit code:", client.close())
    last_messages()


if __name__ == "__main__":
    main()
