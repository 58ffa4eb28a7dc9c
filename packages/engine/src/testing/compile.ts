import ts from "typescript";

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2023,
  lib: ["lib.es2023.d.ts"],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  customConditions: ["@trilho/source"],
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  types: [],
};

/** What stands on the disk is read once, however many programs need it. */
const parsed = new Map<string, ts.SourceFile | undefined>();

function hostOf(options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (file, ...rest) => {
    if (!parsed.has(file)) parsed.set(file, getSourceFile(file, ...rest));
    return parsed.get(file);
  };
  return host;
}

/**
 * Compiles files that are not on the disk, by the names they would have, against the package's sources. `lib` names
 * what they may use beside the language: `lib.dom.d.ts`.
 */
export function problemsOf(files: ReadonlyMap<string, string>, lib: readonly string[] = []): string[] {
  const options = { ...OPTIONS, lib: [...(OPTIONS.lib ?? []), ...lib] };
  const host = hostOf(options);
  const { readFile, fileExists, getSourceFile } = host;
  host.fileExists = (file) => files.has(file) || fileExists(file);
  host.readFile = (file) => files.get(file) ?? readFile(file);
  host.getSourceFile = (file, language, ...rest) => {
    const text = files.get(file);
    return text === undefined ? getSourceFile(file, language, ...rest) : ts.createSourceFile(file, text, language);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return [...files.keys()].flatMap((file) => {
    const source = program.getSourceFile(file);
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    return found.map(({ messageText, start = 0 }) => {
      const line = (source?.getLineAndCharacterOfPosition(start).line ?? 0) + 1;
      return `${file}:${line}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
    });
  });
}

/** The functions that modules export, each with the tags of its docstring: `validateGraph`, `["example"]`. */
export function exportedFunctions(files: readonly string[]): Map<string, readonly string[]> {
  const program = ts.createProgram(files, OPTIONS, hostOf(OPTIONS));
  const checker = program.getTypeChecker();
  const found = new Map<string, readonly string[]>();
  for (const file of files) {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    for (const exported of module ? checker.getExportsOfModule(module) : []) {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      const { valueDeclaration } = symbol;
      if (!valueDeclaration) continue;
      if (checker.getTypeOfSymbolAtLocation(symbol, valueDeclaration).getCallSignatures().length === 0) continue;
      found.set(
        symbol.name,
        symbol.getJsDocTags(checker).map(({ name }) => name),
      );
    }
  }
  return found;
}
