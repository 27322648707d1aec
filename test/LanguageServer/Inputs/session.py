"""A session as an editor has it, each step with what the server answers."""

import sys

from client import Client

URI = "file:///scale.ptx"
TEXT = """\
.version 7.0
.target sm_70
.address_size 64

// Scales n numbers.
.visible .entry scale(.param .u64 data, .param .f32 factor, .param .u32 n)
{
\t.reg .pred %p<2>;
\t.reg .b32 %r<4>;
\t.reg .b64 %rd<4>;
\t.reg .f32 %f<4>;
\tmov.u32 %r1, %tid.x;
\tld.param.u32 %r2, [n];
\tsetp.ge.u32 %p1, %r1, %r2;
\t@%p1 bra DONE;
\tld.param.u64 %rd1, [data];
\tmul.wide.u32 %rd2, %r1, 4;
\tadd.u64 %rd3, %rd1, %rd2;
\tld.global.f32 %f1, [%rd3];
\tld.param.f32 %f2, [factor];
\tmul.f32 %f3, %f1, %f2;
\tst.global.f32 [%rd3], %f3;
DONE:
\tret;
}
"""


def words(items):
    return " ".join(sorted(item["label"] for item in items))


def line_of(span):
    return span["start"]["line"] + 1


def main():
    client = Client()
    client.open(URI, TEXT)
    document = {"textDocument": {"uri": URI}}
    print("opened:", client.problems[URI])

    # A mistake, with its mending.
    client.replace(URI, "mul.f32 %f3", "mul.f23 %f3")
    for problem in client.problems[URI]:
        print("typed:", line_of(problem["range"]), problem["message"])
    actions = client.ask("textDocument/codeAction", {
        **document, "range": client.problems[URI][0]["range"],
        "context": {"diagnostics": client.problems[URI]}})
    for action in actions:
        print("action:", action["title"])
    if actions:
        client.edit(URI, actions[0]["edit"]["changes"][URI])
    else:
        client.replace(URI, "mul.f23 %f3", "mul.f32 %f3")
    print("mended:", client.problems[URI])
    client.replace(URI, "[factor]", "[fcator]")
    for problem in client.problems[URI]:
        print("typed:", line_of(problem["range"]), problem["message"])
    actions = client.ask("textDocument/codeAction", {
        **document, "range": client.problems[URI][0]["range"],
        "context": {"diagnostics": client.problems[URI]}})
    print("action:", [action["title"] for action in actions])
    client.edit(URI, actions[0]["edit"]["changes"][URI])
    print("mended:", client.problems[URI], client.texts[URI] == TEXT)

    # Completion, while the line is not complete.
    client.replace(URI, "\tret;", "\tld.global.\n\tret;")
    place = client.find(URI, "\tld.global.\n", 11)
    print("behind ld.global.:", words(client.ask("textDocument/completion", client.at(URI, place))))
    client.replace(URI, "ld.global.\n", "bra.uni \n")
    place = client.find(URI, "bra.uni \n", 8)
    print("behind bra:", words(client.ask("textDocument/completion", client.at(URI, place))))
    client.replace(URI, "bra.uni \n", "ld.param.u32 %r3, [\n")
    place = client.find(URI, "%r3, [\n", 6)
    found = words(client.ask("textDocument/completion", client.at(URI, place)))
    print("in [:", [name for name in ("data", "factor", "n", "DONE", "%rd3") if name in found.split()])
    client.replace(URI, "ld.param.u32 %r3, [\n", "mov.u32 %r3, %nt\n")
    place = client.find(URI, "%nt\n", 3)
    print("behind %nt:", words(client.ask("textDocument/completion", client.at(URI, place))))
    client.replace(URI, "mov.u32 %r3, %nt\n", "se\n")
    place = client.find(URI, "\tse\n", 3)
    print("behind se:", words(client.ask("textDocument/completion", client.at(URI, place))))
    client.replace(URI, "\tse\n", "")
    print("as before:", client.texts[URI] == TEXT, client.problems[URI])

    # What is said about words.
    for word, more in (("ld.global", 4), ("%f3, %f1", 1), ("%tid", 2), ("DONE;", 1), ("data]", 1)):
        hover = client.ask("textDocument/hover", client.at(URI, client.find(URI, word, more)))
        print("hover:", " / ".join(filter(None, hover["contents"]["value"].split("\n"))))

    # Places of names.
    target = client.ask("textDocument/definition", client.at(URI, client.find(URI, "DONE;", 1)))
    print("defined in line:", line_of(target["range"]))
    uses = client.ask("textDocument/references", client.at(
        URI, client.find(URI, "%rd3]", 1), context={"includeDeclaration": True}))
    print("used in lines:", [line_of(use["range"]) for use in uses])

    # New names.
    def rename(word, new):
        answer = client.ask_all("textDocument/rename", client.at(URI, client.find(URI, word, 1), newName=new))
        if "error" in answer:
            print("refused:", answer["error"]["message"])
            return
        edits = answer["result"]["changes"][URI]
        print("renamed:", len(edits), "places")
        client.edit(URI, edits)
        print("problems:", client.problems[URI])

    rename("DONE;", "END")
    rename("factor]", "scale_by")
    rename("%rd3]", "%address")
    rename("%rd3]", "%address3")
    rename("scale_by]", "n")
    print("line:", next(l for l in client.texts[URI].split("\n") if "st.global" in l))

    # The outline.
    for symbol in client.ask("textDocument/documentSymbol", document):
        print("symbol:", symbol["name"], symbol["detail"],
              [child["name"] for child in symbol.get("children", [])])
    print("folds:", [(f["startLine"] + 1, f["endLine"] + 1)
                     for f in client.ask("textDocument/foldingRange", document)])
    legend = client.capabilities["semanticTokensProvider"]["legend"]["tokenTypes"]
    data = client.ask("textDocument/semanticTokens/full", document)["data"]
    line = 0
    kinds = []
    for at in range(0, len(data), 5):
        line += data[at]
        if line == 14:
            kinds.append(legend[data[at + 3]])
    print("colours of line 15:", kinds)

    # What the code costs: of what was opened or saved.
    everything = {"start": {"line": 0, "character": 0}, "end": {"line": 999, "character": 0}}
    print("before saving:", client.ask("textDocument/inlayHint", {**document, "range": everything}))
    client.save(URI)
    hints = client.ask("textDocument/inlayHint", {**document, "range": everything})
    print("hint:", hints[0]["label"])
    print("hints of instructions:", sum("tooltip" in hint for hint in hints[1:]) > 5)
    for lens in client.ask("textDocument/codeLens", document):
        print("lens:", lens["command"]["title"])

    # The style.
    edits = client.ask("textDocument/formatting", {**document, "options": {}})
    client.edit(URI, edits)
    print("formatted:", client.texts[URI].split("\n")[7], client.problems[URI])
    print("again:", client.ask("textDocument/formatting", {**document, "options": {}}))
    print("exit code:", client.close())


if __name__ == "__main__":
    sys.exit(main())
