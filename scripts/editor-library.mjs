// Builds `@trilho/editor` as a library: ES modules, one style sheet and the types of its public interface.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const TYPES = ".types";

/**
 * Builds `apps/editor/lib`. `run(title, package, bin, args, folder)` runs a program of a package and ends the process
 * when it fails.
 */
export function buildLibrary(root, run) {
  const editor = join(root, "apps", "editor");
  const lib = join(editor, "lib");
  rmSync(lib, { recursive: true, force: true });
  run("Building editor library", "vite", "bin/vite.js", ["build", "-c", "vite.embed.config.ts", "-l", "warn"], editor);
  // The program is checked with all others; here only declarations are made.
  run("Declaring its types", "@typescript/native", "bin/tsc", ["-p", "tsconfig.embed.json", "--noCheck"], editor);
  keepPublicTypes(lib);
}

/** Declarations of what other people import; of everything else none are published. */
function keepPublicTypes(lib) {
  const made = join(lib, TYPES, "embed");
  const open = ["index"];
  const done = new Set();
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (done.has(name)) continue;
    done.add(name);
    const text = readFileSync(join(made, `${name}.d.ts`), "utf8").replace(/^import "[^"]+\.css";\n/gm, "");
    for (const [, path, file] of text.matchAll(/from "(\.\.?\/)([^"]+?)\.tsx?"/g)) {
      if (path !== "./") throw new Error(`The public types of the editor reach outside of embed/: ${path}${file}`);
      open.push(file);
    }
    mkdirSync(lib, { recursive: true });
    writeFileSync(join(lib, `${name}.d.ts`), text.replace(/(from "\.\/[^"]+?)\.tsx?"/g, '$1.js"'));
  }
  rmSync(join(lib, TYPES), { recursive: true, force: true });
}
