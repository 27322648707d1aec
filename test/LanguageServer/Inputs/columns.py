"""Edits and answers behind characters that take several bytes."""

from client import Client

FILE = "file:///columns.ptx"
TEXT = ".version 1.4\n.target sm_10\n.entry k()\n{\n exit;\n}\n"


def main():
    client = Client()
    client.open(FILE, TEXT)

    def change(first, last, text):
        client.versions[FILE] += 1
        client.tell("textDocument/didChange", {
            "textDocument": {"uri": FILE, "version": client.versions[FILE]},
            "contentChanges": [{"range": {
                "start": {"line": first[0], "character": first[1]},
                "end": {"line": last[0], "character": last[1]}}, "text": text}]})
        client.wait_for_problems()
        print("problems:", [p["message"] for p in client.problems[FILE]])

    # An accent is one code unit, a face two.
    change((2, 10), (2, 10), " // \u00e9\U0001f600x")
    change((2, 14), (2, 17), "")
    change((2, 13), (2, 15), "")
    # Beyond the end of the line, and of the file.
    change((1, 1000), (1, 2000), " // end")
    change((0, 0), (9999, 0), TEXT.replace(" exit", "/* \u00e9\U0001f600 */ HERE: exit"))
    symbol = client.ask("textDocument/definition", client.at(
        FILE, {"line": 4, "character": 11}))
    print("label:", symbol["range"]["start"] if symbol else symbol)
    client.close()


main()
