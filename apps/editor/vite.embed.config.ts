import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import packageJson from "./package.json" with { type: "json" };

const SCOPE = ".trilho";
/** Twice, so that no rule of a host with one class wins over a rule of ours with one. */
const WINNING = `${SCOPE}${SCOPE}`;

interface Rule {
  selectors: string[];
  parent?: { type: string; name?: string };
}

/** Keeps every rule of the editor within its element, and above the host's. */
const scoped = {
  postcssPlugin: "trilho-scope",
  Once(sheet: { source?: { input: { file?: string } }; walkRules(visit: (rule: Rule) => void): void }) {
    // Names in a CSS module are its own, unless they are called global.
    const scope = sheet.source?.input.file?.endsWith(".module.css") ? `:global(${WINNING})` : WINNING;
    sheet.walkRules((rule) => {
      // The steps of an animation are no selectors, and a nested rule has its parent's scope.
      if (rule.parent?.type === "rule" || (rule.parent?.name ?? "").endsWith("keyframes")) return;
      rule.selectors = rule.selectors.map((selector) => {
        if (/^\.trilho(?![\w-])/.test(selector)) return selector.replace(SCOPE, WINNING);
        if (selector.startsWith(`${SCOPE}-`)) return `${WINNING}${selector}`;
        return `${scope} ${selector}`;
      });
    });
  },
};

/** What the package's own `dependencies` bring is left to the application that installs it; styles come along. */
const installed = [...Object.keys(packageJson.dependencies), ...Object.keys(packageJson.peerDependencies)];
const isInstalled = (id: string): boolean =>
  !id.endsWith(".css") && installed.some((name) => id === name || id.startsWith(`${name}/`));

/** Builds `@trilho/editor` for other people's pages: ES modules, one style sheet. Its types are `tsc`'s. */
export default defineConfig({
  plugins: [react() as Plugin[]],
  resolve: { conditions: ["module", "browser", "development|production"] },
  css: { postcss: { plugins: [scoped] } },
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
