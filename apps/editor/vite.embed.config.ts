import { dirname, join } from "node:path";
import react from "@vitejs/plugin-react";
import { AtRule, parse } from "postcss";
import { defineConfig, type Plugin } from "vite";
import packageJson from "./package.json" with { type: "json" };

const SCOPE = ".trilho";
/** Twice, so that no rule of a host with one class wins over a rule of ours with one. */
const WINNING = `${SCOPE}${SCOPE}`;

/** Keeps every rule of the editor within its element, and above the host's. */
function scoped(css: string): string {
  const sheet = parse(css);
  sheet.walkRules((rule) => {
    // The steps of an animation are no selectors, and a nested rule has its parent's scope.
    const { parent } = rule;
    if (parent?.type === "rule" || (parent instanceof AtRule && parent.name.endsWith("keyframes"))) return;
    rule.selectors = rule.selectors.map((selector) => {
      if (/^\.trilho(?![\w-])/.test(selector)) return selector.replace(SCOPE, WINNING);
      if (selector.startsWith(`${SCOPE}-`)) return `${WINNING}${selector}`;
      return `${WINNING} ${selector}`;
    });
  });
  return sheet.toString();
}

/** Once the names of CSS modules are settled. */
const scopeStyles: Plugin = {
  name: "trilho-scope",
  enforce: "post",
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === "asset" && file.fileName.endsWith(".css")) file.source = scoped(String(file.source));
    }
  },
};

/**
 * Workers stay `new Worker(new URL("./name.worker.js", import.meta.url))`, files beside who opens them, so that the
 * bundler of the application finds them. Vite itself would give addresses below the root of its own output.
 */
const keptWorkers: Plugin = {
  name: "trilho-workers",
  enforce: "pre",
  transform(code, id) {
    return code.replaceAll(/new URL\("\.\/(\w+\.worker)\.ts", import\.meta\.url\)/g, (_, name: string) => {
      const path = join(dirname(id), `${name}.ts`);
      return `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: "chunk", id: path, fileName: `parts/${name}.js` })}`;
    });
  },
  resolveFileUrl: ({ relativePath }) => `new URL("${relativePath.replace(/^(?!\.)/, "./")}", import.meta.url)`,
};

/** What the package's own `dependencies` bring is left to the application that installs it; styles come along. */
const installed = [...Object.keys(packageJson.dependencies), ...Object.keys(packageJson.peerDependencies)];
const isInstalled = (id: string): boolean =>
  !id.endsWith(".css") && installed.some((name) => id === name || id.startsWith(`${name}/`));

/** Builds `@trilho/editor` for other people's pages: ES modules, one style sheet. Its types are `tsc`'s. */
export default defineConfig({
  plugins: [keptWorkers, react(), scopeStyles],
  resolve: { conditions: ["module", "browser", "development|production"] },
  publicDir: false,
  build: {
    target: "es2023",
    outDir: "lib",
    minify: false,
    cssCodeSplit: false,
    lib: { entry: "src/embed/index.ts", formats: ["es"], cssFileName: "style" },
    rolldownOptions: {
      external: isInstalled,
      output: { entryFileNames: "index.js", chunkFileNames: "parts/[name].js" },
    },
  },
});
