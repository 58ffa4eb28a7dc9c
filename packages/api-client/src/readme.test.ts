import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url)).replaceAll("\\", "/");
const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2023,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  customConditions: ["@trilho/source"],
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  types: [],
};

/** The examples of the README, in the order of reading; what one makes, those after it may use. */
function examples(): ReadonlyMap<string, string> {
  const text = readFileSync(`${ROOT}README.md`, "utf8").replaceAll("\r\n", "\n");
  const blocks = [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block = ""]) => block);
  const ofClient = blocks.filter((block) => !block.includes("/webhooks"));
  const ofWebhooks = blocks.filter((block) => block.includes("/webhooks"));
  return new Map(
    [ofClient, ofWebhooks].map((group, index) => [
      `${ROOT}example${index}.ts`,
      `declare const process: { env: Record<string, string | undefined> };\n${group.join("\n")}\nexport {};\n`,
    ]),
  );
}

it("has examples that compile", () => {
  const files = examples();
  const host = ts.createCompilerHost(OPTIONS);
  const { readFile, fileExists, getSourceFile } = host;
  host.fileExists = (file) => files.has(file) || fileExists(file);
  host.readFile = (file) => files.get(file) ?? readFile(file);
  host.getSourceFile = (file, language, ...rest) => {
    const text = files.get(file);
    return text === undefined ? getSourceFile(file, language, ...rest) : ts.createSourceFile(file, text, language);
  };
  const program = ts.createProgram([...files.keys()], OPTIONS, host);
  const problems = [...files.keys()].flatMap((file) => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText, start = 0 }) =>
        `${source?.getLineAndCharacterOfPosition(start).line}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
    );
  });
  expect([files.size, problems]).toEqual([2, []]);
});
