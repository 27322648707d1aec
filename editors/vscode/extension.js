// Puts ptx-lsp and ptx-dbg into the editor. Each provider asks the server the
// request of its own name and turns the answer into the editor's objects.
"use strict";

const vscode = require("vscode");
const { Client } = require("./client");

const PTX = { language: "ptx" };
let client, started;

const setting = (name) => vscode.workspace.getConfiguration("ptx").get(name);

const position = (p) => new vscode.Position(p.line, p.character);
const range = (r) => new vscode.Range(position(r.start), position(r.end));
const edit = (e) => new vscode.TextEdit(range(e.range), e.newText);
const document = (d) => ({ textDocument: { uri: d.uri.toString() } });
const at = (d, p) => ({ ...document(d), position: { line: p.line, character: p.character } });
const location = (l) => new vscode.Location(vscode.Uri.parse(l.uri), range(l.range));

function workspaceEdit(from) {
  const result = new vscode.WorkspaceEdit();
  for (const [uri, edits] of Object.entries(from.changes))
    result.set(vscode.Uri.parse(uri), edits.map(edit));
  return result;
}

function symbol(s) {
  const result = new vscode.DocumentSymbol(
    s.name, s.detail ?? "", s.kind - 1, range(s.range), range(s.selectionRange));
  result.children = (s.children ?? []).map(symbol);
  return result;
}

function completion(item) {
  const result = new vscode.CompletionItem(item.label, item.kind - 1);
  result.detail = item.detail;
  result.range = range(item.textEdit.range);
  result.insertText = item.textEdit.newText;
  return result;
}

function hint(h) {
  const result = new vscode.InlayHint(position(h.position), h.label);
  result.paddingLeft = true;
  result.tooltip = h.tooltip ?? undefined;
  return result;
}

function synchronize(context, problems) {
  const isOurs = (d) => d.languageId === "ptx";
  const open = (d) => isOurs(d) && client.notify("textDocument/didOpen", {
    textDocument: { uri: d.uri.toString(), languageId: "ptx", version: d.version, text: d.getText() } });
  vscode.workspace.textDocuments.forEach(open);
  context.subscriptions.push(
    vscode.workspace.onDidOpenTextDocument(open),
    vscode.workspace.onDidCloseTextDocument((d) => {
      if (!isOurs(d)) return;
      client.notify("textDocument/didClose", document(d));
      problems.delete(d.uri);
    }),
    vscode.workspace.onDidSaveTextDocument((d) =>
      isOurs(d) && client.notify("textDocument/didSave", document(d))),
    vscode.workspace.onDidChangeTextDocument((e) =>
      isOurs(e.document) && e.contentChanges.length && client.notify("textDocument/didChange", {
        textDocument: { uri: e.document.uri.toString(), version: e.document.version },
        contentChanges: e.contentChanges.map((c) => ({ range: c.range, text: c.text })) })));
}

function register(context, legend) {
  const languages = vscode.languages;
  const ask = (method, params) => client.request(`textDocument/${method}`, params);
  const list = async (method, params, make) => ((await ask(method, params)) ?? []).map(make);
  context.subscriptions.push(
    languages.registerCompletionItemProvider(PTX, {
      provideCompletionItems: (d, p) =>
        list("completion", { ...at(d, p), context: { triggerKind: 1 } }, completion),
    }, ".", "%", "[", "@"),
    languages.registerHoverProvider(PTX, {
      async provideHover(d, p) {
        const found = await ask("hover", at(d, p));
        return found && new vscode.Hover(new vscode.MarkdownString(found.contents.value), range(found.range));
      },
    }),
    languages.registerDefinitionProvider(PTX, {
      async provideDefinition(d, p) {
        const found = await ask("definition", at(d, p));
        return found && location(found);
      },
    }),
    languages.registerReferenceProvider(PTX, {
      provideReferences: (d, p, c) =>
        list("references", { ...at(d, p), context: { includeDeclaration: c.includeDeclaration } }, location),
    }),
    languages.registerRenameProvider(PTX, {
      provideRenameEdits: async (d, p, newName) => workspaceEdit(await ask("rename", { ...at(d, p), newName })),
    }),
    languages.registerDocumentSymbolProvider(PTX, {
      provideDocumentSymbols: (d) => list("documentSymbol", document(d), symbol),
    }),
    languages.registerDocumentFormattingEditProvider(PTX, {
      provideDocumentFormattingEdits: (d, options) => list("formatting", { ...document(d), options }, edit),
    }),
    languages.registerFoldingRangeProvider(PTX, {
      provideFoldingRanges: (d) => list("foldingRange", document(d), (f) => new vscode.FoldingRange(
        f.startLine, f.endLine, f.kind === "comment" ? vscode.FoldingRangeKind.Comment : undefined)),
    }),
    languages.registerInlayHintsProvider(PTX, {
      provideInlayHints: (d, r) => list("inlayHint", { ...document(d), range: r }, hint),
    }),
    languages.registerCodeLensProvider(PTX, {
      provideCodeLenses: (d) => list("codeLens", document(d), (l) => new vscode.CodeLens(range(l.range), l.command)),
    }),
    languages.registerCodeActionsProvider(PTX, {
      provideCodeActions: (d, r) => list("codeAction",
        { ...document(d), range: { start: r.start, end: r.end }, context: { diagnostics: [] } }, (a) => {
          const action = new vscode.CodeAction(a.title, vscode.CodeActionKind.QuickFix);
          action.edit = workspaceEdit(a.edit);
          action.isPreferred = true;
          return action;
        }),
    }),
    languages.registerDocumentSemanticTokensProvider(PTX, {
      provideDocumentSemanticTokens: async (d) =>
        new vscode.SemanticTokens(Uint32Array.from((await ask("semanticTokens/full", document(d))).data)),
    }, new vscode.SemanticTokensLegend(legend.tokenTypes, legend.tokenModifiers)));
}

function showProblems(problems, params) {
  problems.set(vscode.Uri.parse(params.uri), params.diagnostics.map((d) => {
    const one = new vscode.Diagnostic(range(d.range), d.message, d.severity - 1);
    one.source = d.source;
    return one;
  }));
}

// A server, and all that asks it. Restarted, both are new.
async function start(problems) {
  const own = { subscriptions: [] };
  started = own;
  client = new Client(setting("server"), [], (method, params) => {
    if (method === "textDocument/publishDiagnostics") showProblems(problems, params);
  }, (why) => started === own && vscode.window.showWarningMessage(`PTX: ${why}`));
  try {
    const { capabilities } = await client.request("initialize", { capabilities: {}, processId: process.pid });
    client.notify("initialized", {});
    synchronize(own, problems);
    register(own, capabilities.semanticTokensProvider.legend);
  } catch (error) {
    vscode.window.showErrorMessage(`PTX: ${error.message}`);
  }
}

async function stop() {
  const old = started;
  started = undefined;
  old?.subscriptions.forEach((one) => one.dispose());
  await client?.stop();
}

async function activate(context) {
  const problems = vscode.languages.createDiagnosticCollection("ptx");
  context.subscriptions.push(
    problems,
    vscode.debug.registerDebugAdapterDescriptorFactory("ptx", {
      // A program under heddle-run waits at a port; a kernel is launched by ptx-dbg.
      createDebugAdapterDescriptor: ({ configuration }) => configuration.request === "attach"
        ? new vscode.DebugAdapterServer(configuration.port, "127.0.0.1")
        : new vscode.DebugAdapterExecutable(setting("debugger"), ["--dap"]),
    }),
    vscode.commands.registerCommand("ptx.restartServer", async () => {
      await stop();
      problems.clear();
      await start(problems);
    }));
  await start(problems);
}

function deactivate() {
  return stop();
}

module.exports = { activate, deactivate };
