import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const conditions = ["@trilho/source", "module", "browser", "development|production"];

/**
 * Libraries that change less often than the program, apart from it: browsers keep them over releases. Base UI is not
 * among them: the first picture needs little of it, and a chunk of its own would bring all.
 */
const vendors: readonly { name: string; test: RegExp }[] = [
  { name: "react", test: /node_modules[\\/](?:react|react-dom|scheduler|use-sync-external-store|zustand)[\\/]/ },
  { name: "canvas", test: /node_modules[\\/](?:@xyflow|d3-[a-z]+)[\\/]/ },
  { name: "query", test: /node_modules[\\/](?:react-querybuilder|@react-querybuilder)[\\/]/ },
  { name: "liquid", test: /node_modules[\\/]liquidjs[\\/]/ },
];

/** Files of a few hundred bytes each: a request costs more than its bytes. */
const icons = { name: "icons", test: /node_modules[\\/]lucide-react[\\/]/ };

/** Its entries name all that it has, of which each screen takes little: what the same parts take is one file. */
const engine = { name: "engine", test: /packages[\\/]engine[\\/]/, entriesAware: true };

const SRC = fileURLToPath(new URL("src/", import.meta.url)).replaceAll("\\", "/");

/** Screens by what they need; each comes after `page.tsx`. Those that need much the same share what one of them needs. */
const SCREENS: Readonly<Record<string, readonly string[]>> = {
  list: ["automations/automations-screen.tsx"],
  builder: ["builder/builder-screen.tsx"],
  run: ["runs/run-screen.tsx"],
  runs: ["runs/runs-screen.tsx", "runs/workspace-runs-screen.tsx"],
  pages: ["contacts/contact-screen.tsx", "deals/deal-screen.tsx", "deals/deals-screen.tsx", "outbox/outbox-screen.tsx"],
  interactions: ["interactions/interactions-screen.tsx"],
};

/** What the list and a drawing begin with is one file, whoever else needs some of it: each file costs time, cached or not. */
const SHARED = "for-list-drawings";
const DRAWINGS: ReadonlySet<string> = new Set(["builder", "run"]);

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const isOfBeginnings = (id: string): boolean => !/lucide-react|packages[\\/]engine/.test(id);

/** Modules of `src/`, and all that they import statically. */
function neededBy(graph: ModuleGraph, modules: readonly string[]): Set<string> {
  const needed = new Set(modules.map((module) => SRC + module));
  for (const id of needed)
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) if (isOfBeginnings(next)) needed.add(next);
  return needed;
}

/** By module, the name of the file that the same screens begin with. */
function filesOf(graph: ModuleGraph): Map<string, string> {
  const files = new Map<string, string>();
  // It asks for the rest, so it waits for none of it.
  const first = neededBy(graph, ["main.ts"]);
  for (const [name, screens] of Object.entries(SCREENS)) {
    const begins = ["page.tsx", ...screens.map((screen) => `screens/${screen}`)];
    for (const id of neededBy(graph, begins)) {
      // What is imported on demand keeps a file of its own, by which it is asked for.
      const isAsked = begins.some((module) => id === SRC + module);
      const before = files.get(id) ?? "for";
      if (isAsked || first.has(id) || before === SHARED) continue;
      files.set(id, before === "for-list" && DRAWINGS.has(name) ? SHARED : `${before}-${name}`);
    }
  }
  return files;
}

let files: Map<string, string> | null = null;

/** One file for all that the same screens begin with, instead of one for each set of parts that share a module. */
const beginnings = {
  debugName: "beginnings",
  includeDependenciesRecursively: false,
  name: (id: string, graph: ModuleGraph): string | null => (files ??= filesOf(graph)).get(id) ?? null,
};

/** What every screen begins with is asked for by the page itself, not only once a script or a text needs it. */
const preloadedPage: Plugin = {
  name: "preloaded-page",
  transformIndexHtml: {
    order: "post",
    handler(_html, { bundle = {} }) {
      const page = Object.values(bundle).find(
        (file) => file.type === "chunk" && file.facadeModuleId === `${SRC}page.tsx`,
      );
      // Another entry's page, such as the playground's, has an address of its own.
      if (page === undefined) return [];
      const needed = new Set([page.fileName]);
      for (const name of needed) {
        const file = bundle[name];
        if (file?.type === "chunk") for (const next of file.imports) needed.add(next);
      }
      const font = Object.keys(bundle).find((name) => /inter-latin-wght-normal[^/]*\.woff2$/.test(name));
      const attrs = [
        ...[...needed].map((name) => ({ rel: "modulepreload", href: `/${name}` })),
        ...(font === undefined ? [] : [{ rel: "preload", as: "font", type: "font/woff2", href: `/${font}` }]),
      ];
      return attrs.map((each) => ({
        tag: "link",
        injectTo: "head" as const,
        attrs: { ...each, crossorigin: true },
      }));
    },
  },
};

export default defineConfig({
  plugins: [react(), preloadedPage],
  resolve: { conditions },
  // Absolute: a deep link such as /automations/1/runs loads the same files as "/".
  base: "/",
  server: { proxy: { "/api": process.env["TRILHO_API"] ?? "http://127.0.0.1:4400" } },
  build: {
    target: "es2023",
    // All styles are 30 kB: with one file nothing arrives without its own, and pages make fewer requests.
    cssCodeSplit: false,
    // A browser that cannot preload modules loads them a little later.
    modulePreload: { polyfill: false },
    // What loads first is measured from it.
    manifest: true,
    rolldownOptions: {
      output: { codeSplitting: { groups: [...vendors, icons, engine, beginnings] } },
    },
  },
});
