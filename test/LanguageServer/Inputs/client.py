"""A client of the language server: requests, and the text as an editor has it."""

import json
import subprocess


class Client:
    def __init__(self, command=("ptx-lsp",)):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)
        self.number = 0
        self.texts = {}
        self.problems = {}
        self.versions = {}
        self.capabilities = self.ask("initialize", {"capabilities": {}})["capabilities"]
        self.tell("initialized", {})

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit(f"the server is gone: {self.process.wait()}")
            line = line.strip()
            if not line:
                break
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        message = json.loads(self.process.stdout.read(length))
        if message.get("method") == "textDocument/publishDiagnostics":
            params = message["params"]
            self.problems[params["uri"]] = params["diagnostics"]
        return message

    def tell(self, method, params):
        self.send({"method": method, "params": params})

    def ask_all(self, method, params):
        """The whole answer, an error or a result."""
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        while True:
            message = self.receive()
            if message.get("id") == self.number and "method" not in message:
                return message

    def ask(self, method, params):
        return self.ask_all(method, params)["result"]

    def wait_for_problems(self):
        while self.receive().get("method") != "textDocument/publishDiagnostics":
            pass

    def open(self, uri, text):
        self.texts[uri] = text
        self.versions[uri] = 1
        self.tell("textDocument/didOpen", {"textDocument": {
            "uri": uri, "languageId": "ptx", "version": 1, "text": text}})
        self.wait_for_problems()

    def offset(self, uri, at):
        lines = self.texts[uri].split("\n")
        line = min(at["line"], len(lines) - 1)
        before = sum(len(one) + 1 for one in lines[:line])
        return before + min(at["character"], len(lines[line]))

    def place(self, uri, offset):
        before = self.texts[uri][:offset]
        return {"line": before.count("\n"),
                "character": offset - (before.rfind("\n") + 1)}

    def find(self, uri, what, behind=0):
        """The place of WHAT, or BEHIND characters further on."""
        return self.place(uri, self.texts[uri].index(what) + behind)

    def edit(self, uri, edits):
        """Applies edits of the protocol here, and tells the server each."""
        ordered = sorted(edits, key=lambda e: self.offset(uri, e["range"]["start"]),
                         reverse=True)
        self.versions[uri] += 1
        self.tell("textDocument/didChange", {
            "textDocument": {"uri": uri, "version": self.versions[uri]},
            "contentChanges": [{"range": e["range"], "text": e["newText"]}
                               for e in ordered]})
        for e in ordered:
            start = self.offset(uri, e["range"]["start"])
            end = self.offset(uri, e["range"]["end"])
            text = self.texts[uri]
            self.texts[uri] = text[:start] + e["newText"] + text[end:]
        self.wait_for_problems()

    def replace(self, uri, old, new):
        start = self.texts[uri].index(old)
        self.edit(uri, [{"range": {"start": self.place(uri, start),
                                   "end": self.place(uri, start + len(old))},
                         "newText": new}])

    def at(self, uri, place, **more):
        return {"textDocument": {"uri": uri}, "position": place, **more}

    def save(self, uri):
        self.tell("textDocument/didSave", {"textDocument": {"uri": uri}})

    def close(self):
        self.ask("shutdown", None)
        self.tell("exit", None)
        return self.process.wait()
