import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const HERE = fileURLToPath(new URL(".", import.meta.url));

/** The code of every `@example`, by the file it would be: beside the source it documents. */
function examples(): Map<string, string> {
  const files = readdirSync(HERE, { recursive: true, encoding: "utf8" });
  const sources = files.filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts")).toSorted();
  const found = new Map<string, string>();
  for (const file of sources) {
    const text = readFileSync(`${HERE}${file}`, "utf8");
    [...text.matchAll(/@example\n \* ```ts\n([\s\S]*?) \* ```/g)].forEach(([, block = ""], index) => {
      const code = block.split("\n").map((line) => line.replace(/^ \* ?/, ""));
      found.set(`${HERE}${file.replaceAll("\\", "/")}.example${index}.ts`, `${code.join("\n")}export {};\n`);
    });
  }
  return found;
}

/** Compiles files that are not on the disk, as strictly as the package itself, against its sources. */
function problemsOf(files: ReadonlyMap<string, string>): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
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
  const host = ts.createCompilerHost(options);
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
    return found.map(({ messageText }) => `${file}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`);
  });
}

describe("the examples in the documentation", () => {
  it("compile", { timeout: 60_000 }, () => {
    const files = examples();
    expect(files.size).toBeGreaterThanOrEqual(8);
    expect(problemsOf(files)).toEqual([]);
  });
});
