// The extension against both programs, with a stand-in for the editor: what it
// registers is called as the editor would.
"use strict";

const assert = require("node:assert");
const Module = require("node:module");
const path = require("node:path");
const { test } = require("node:test");

const TEXT = `.version 7.0
.target sm_70
.address_size 64
.visible .entry k(.param .u32 n)
{
.reg .b32 %r<3>;
ld.param.u32 %r1, [n];
add.u32 %r2, %r1, 1;
ret;
}
`;

class Position { constructor(line, character) { Object.assign(this, { line, character }); } }
class Range { constructor(start, end) { Object.assign(this, { start, end }); } }
const plain = (...names) => class { constructor(...values) { names.forEach((n, i) => { this[n] = values[i]; }); } };

function standIn(settings) {
  const providers = {};
  const problems = new Map();
  const subscription = { dispose() {} };
  const on = () => subscription;
  const document = {
    languageId: "ptx", version: 1, text: TEXT,
    uri: { toString: () => "file:///k.ptx" }, getText() { return this.text; },
  };
  const handlers = {};
  const vscode = {
    Position, Range,
    TextEdit: plain("range", "newText"), Location: plain("uri", "range"), Hover: plain("contents", "range"),
    MarkdownString: plain("value"), CompletionItem: plain("label", "kind"), InlayHint: plain("position", "label"),
    DocumentSymbol: plain("name", "detail", "kind", "range", "selectionRange"),
    FoldingRange: plain("start", "end", "kind"), FoldingRangeKind: { Comment: 1 },
    CodeLens: plain("range", "command"), CodeAction: plain("title", "kind"), CodeActionKind: { QuickFix: 1 },
    SemanticTokens: plain("data"), SemanticTokensLegend: plain("tokenTypes", "tokenModifiers"),
    Diagnostic: plain("range", "message", "severity"), DebugAdapterExecutable: plain("command", "args"),
    DebugAdapterServer: plain("port", "host"),
    commands: { registerCommand: (name, f) => { providers[name] = f; return subscription; } },
    WorkspaceEdit: class { constructor() { this.edits = []; } set(uri, edits) { this.edits.push(...edits); } },
    Uri: { parse: (text) => ({ toString: () => text }) },
    window: { showErrorMessage: (m) => { throw new Error(m); }, showWarningMessage() {} },
    workspace: {
      textDocuments: [document], getConfiguration: () => ({ get: (name) => settings[name] }),
      onDidOpenTextDocument: on, onDidCloseTextDocument: on, onDidSaveTextDocument: on,
      onDidChangeTextDocument: (f) => { handlers.change = f; return subscription; },
    },
    debug: { registerDebugAdapterDescriptorFactory: (type, factory) => { providers.debug = factory; return subscription; } },
    languages: {
      createDiagnosticCollection: () => ({ set: (uri, list) => problems.set(uri.toString(), list),
        clear: () => problems.clear(), delete() {}, dispose() {} }),
    },
  };
  for (const kind of ["CompletionItem", "Hover", "Definition", "Reference", "Rename", "DocumentSymbol",
    "DocumentFormattingEdit", "FoldingRange", "InlayHints", "CodeLens", "CodeActions", "DocumentSemanticTokens"]) {
    const name = { CodeActions: "registerCodeActionsProvider", InlayHints: "registerInlayHintsProvider",
      DocumentSemanticTokens: "registerDocumentSemanticTokensProvider" }[kind] ?? `register${kind}Provider`;
    vscode.languages[name] = (selector, provider) => { providers[kind] = provider; return subscription; };
  }
  return { vscode, providers, problems, document, handlers };
}

const settings = { server: process.env.PTX_LSP ?? "ptx-lsp", debugger: process.env.PTX_DBG ?? "ptx-dbg" };

test("the package names what is there", () => {
  const manifest = require("./package.json");
  for (const file of manifest.files) assert.ok(require("node:fs").existsSync(path.join(__dirname, file)), file);
  const { launch, attach } = manifest.contributes.debuggers[0].configurationAttributes;
  assert.deepStrictEqual([launch.required, attach.required], [["program"], ["port"]]);
});

test("the grammar has colours for each word", () => {
  const grammar = require("./syntaxes/ptx.tmLanguage.json");
  const rules = grammar.patterns.map(({ include }) => grammar.repository[include.slice(1)]);
  const flat = rules.flatMap((rule) => rule.patterns ?? [rule]);
  const first = (line) => {
    const found = flat.map((rule) => [rule, new RegExp(rule.match ?? rule.begin, "d").exec(line)])
      .filter(([, match]) => match).sort(([, a], [, b]) => a.index - b.index)[0];
    return found?.[0].name ?? Object.values(found[0].captures).map((c) => c.name).join();
  };
  assert.match(first("// add"), /^comment/);
  assert.match(first("  ld.global.f32 %f1, [%rd1];"), /instruction.*modifier/);
  assert.match(first("$L__BB0_2: // here"), /label/);
  assert.match(first("@!%p1 bra DONE;"), /^keyword.operator/);
  assert.match(first(".version 7.0"), /directive/);
  assert.match(first(".reg .b32 %r<3>;"), /^storage/);
  assert.match(first("%tid.x"), /register/);
  assert.match(first("0f3F800000"), /numeric/);
});

test("a client of a server that has died waits for nothing", { timeout: 20000 }, async () => {
  const { Client } = require("./client");
  for (const [command, args, why] of [
    [process.execPath, ["-e", "process.exit(3)"], /has ended with exit code 3/],
    [path.join(__dirname, "nosuch"), [], /nosuch: .*ENOENT/]]) {
    let client;
    const ends = [];
    await new Promise((resolve) => {
      client = new Client(command, args, () => {}, (text) => resolve(ends.push(text)));
    });
    await assert.rejects(client.request("initialize", {}), why);
    client.notify("initialized", {});
    await client.stop();
    assert.match(ends.join(), why);
    assert.strictEqual(ends.length, 1);
  }
});

test("the editor's questions are answered", async () => {
  const editor = standIn(settings);
  const load = Module._load;
  Module._load = (name, ...rest) => (name === "vscode" ? editor.vscode : load(name, ...rest));
  const extension = require("./extension");
  Module._load = load;
  await extension.activate({ subscriptions: [] });
  const { providers, problems, document } = editor;
  const at = new Position(7, 13);
  assert.match((await providers.Hover.provideHover(document, new Position(7, 1))).contents.value, /^`add/);
  assert.strictEqual((await providers.Definition.provideDefinition(document, at)).range.start.line, 5);
  assert.strictEqual((await providers.Reference.provideReferences(document, at, { includeDeclaration: false })).length, 2);
  assert.strictEqual((await providers.Rename.provideRenameEdits(document, at, "%x1")).edits.length, 4);
  await assert.rejects(providers.Rename.provideRenameEdits(document, at, "3"), /no name of PTX/);
  assert.strictEqual((await providers.DocumentSymbol.provideDocumentSymbols(document))[0].name, "k");
  assert.strictEqual((await providers.FoldingRange.provideFoldingRanges(document))[0].start, 4);
  assert.match((await providers.CodeLens.provideCodeLenses(document))[0].command.title, /^occupancy/);
  assert.match((await providers.InlayHints.provideInlayHints(document,
    new Range(new Position(0, 0), new Position(99, 0))))[0].label, /registers/);
  assert.match((await providers.DocumentFormattingEdit.provideDocumentFormattingEdits(document, {}))[0].newText,
    /\n {4}add.u32 %r2, %r1, 1;/);
  assert.ok((await providers.DocumentSemanticTokens.provideDocumentSemanticTokens(document)).data.length > 0);
  assert.deepStrictEqual(problems.get("file:///k.ptx"), []);
  document.version = 2;
  editor.handlers.change({ document, contentChanges: [
    { range: new Range(new Position(7, 4), new Position(7, 7)), text: "u23" }] });
  const actions = await providers.CodeActions.provideCodeActions(document,
    new Range(new Position(7, 0), new Position(7, 9)));
  assert.match(problems.get("file:///k.ptx")[0].message, /unknown modifier '.u23'/);
  assert.match(actions[0].title, /write/);
  const items = await providers.CompletionItem.provideCompletionItems(document, new Position(7, 4));
  assert.ok(items.some((item) => item.label === "add.sat"));
  const attached = providers.debug.createDebugAdapterDescriptor({ configuration: { request: "attach", port: 7 } });
  assert.deepStrictEqual([attached.port, attached.host], [7, "127.0.0.1"]);
  await providers["ptx.restartServer"]();
  assert.match((await providers.Hover.provideHover(document, new Position(8, 1))).contents.value, /^`ret/);
  const adapter = providers.debug.createDebugAdapterDescriptor({ configuration: { request: "launch" } });
  assert.deepStrictEqual([adapter.command, adapter.args], [settings.debugger, ["--dap"]]);
  await extension.deactivate();
});
