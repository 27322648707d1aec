"""Messages that are none, and documents that no file has."""

import json

from client import Client

TEXT = """.version 7.0
.target sm_70
.entry k(.param .u32 n)
{
    .reg .f32 %f<3>;
    add.f23 %f1, %f1, %f2;
    exit;
}
"""


def main():
    client = Client()

    def raw(data, length=None):
        head = b"Content-Length: %d\r\n\r\n" % (len(data) if length is None else length)
        client.process.stdin.write(head + data)
        client.process.stdin.flush()

    def refused(what, data):
        raw(data)
        answer = client.receive()
        assert answer["id"] is None
        print(f"{what}: {answer['error']['code']}")

    def alive(what):
        answer = client.ask_all("no/such", {})
        print(f"{what}: {'goes on' if answer['error']['code'] == -32601 else answer}")

    refused("no JSON", b"{not json")
    refused("a list", b"[1, 2]")
    refused("a number", b"7")
    refused("another version", b'{"jsonrpc": "1.0", "id": 1, "method": "shutdown"}')
    refused("no UTF-8", b'{"jsonrpc": "2.0", "method": "x\xff\xfe"}')
    refused("nested deep", b"[" * 1000000)
    client.process.stdin.write(b"Some-Field: 7\r\n\r\n")
    alive("a head without a length")
    client.process.stdin.write(b"Content-Length: many\r\n\r\n")
    alive("a length that is none")
    print("an unknown method:", client.ask_all("no/such", {})["error"]["code"])
    print("parameters of another kind:", client.ask_all("textDocument/hover", [1])["error"]["code"])
    client.number += 1
    client.send({"id": client.number, "method": "textDocument/hover"})
    print("no parameters:", client.receive()["error"]["code"])

    uri = "untitled:Untitled-1"
    client.open(uri, TEXT)
    print(f"{uri}:", json.dumps([p["message"] for p in client.problems[uri]]))
    at = client.at(uri, client.find(uri, "exit", 1))
    print("hover:", client.ask("textDocument/hover", at)["contents"]["value"].split("\n")[0])
    symbols = client.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    print("symbols:", [s["name"] for s in symbols])
    at = client.at(uri, client.find(uri, "k(", 0))
    print("renamed:", list(client.ask("textDocument/rename", {**at, "newName": "kk"})["changes"]))
    other = "untitled:/folder/new.ptx"
    client.open(other, TEXT.replace("f23", "f32"))
    print(f"{other}:", client.problems[other])
    print("exit code:", client.close())

    # So long a length is answered, and what follows is passed over.
    client = Client()
    raw(b"", length=2**28 + 1)
    print("too long:", client.receive()["error"]["message"])
    client.process.stdin.close()
    print("at the end of the input:", client.process.wait(60) in (0, 1))


main()
