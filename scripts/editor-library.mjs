// Builds `@trilho/editor` as a library: ES modules, one style sheet and the types of its public interface.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** Builds the folder `lib` of the editor. `vite(args)` runs Vite there and ends the process when it fails. */
export async function buildLibrary(editor, vite) {
  const lib = join(editor, "lib");
  rmSync(lib, { recursive: true, force: true });
  await vite(["build", "-c", "vite.embed.config.ts", "-l", "warn"]);
  declarePublicTypes(join(editor, "src", "embed"), lib);
}

/** Declarations of what other people import, file by file; of everything else none are published. */
function declarePublicTypes(source, lib) {
  const open = ["index.ts"];
  const done = new Set();
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (done.has(name)) continue;
    done.add(name);
    const declared = declarationOf(join(source, name));
    for (const [, path] of declared.matchAll(/from "(\.[^"]+)"/g)) {
      if (!existsSync(join(source, path)) || path.startsWith("../"))
        throw new Error(`The public types of the editor reach outside of embed/: ${name} imports ${path}`);
      open.push(path.slice("./".length));
    }
    const text = declared.replace(/^import "[^"]+\.css";\n/gm, "").replace(/(from "\.\/[^"]+)\.tsx?"/g, '$1.js"');
    writeFileSync(join(lib, name.replace(/\.tsx?$/, ".d.ts")), text);
  }
}

function declarationOf(file) {
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(readFileSync(file, "utf8"), {
    fileName: file,
    reportDiagnostics: true,
    compilerOptions: { jsx: ts.JsxEmit.ReactJSX, isolatedDeclarations: true },
  });
  const [problem] = diagnostics;
  if (problem) throw new Error(`${file}: ${ts.flattenDiagnosticMessageText(problem.messageText, "\n")}`);
  return outputText;
}
