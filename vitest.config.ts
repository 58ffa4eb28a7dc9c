import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const conditions = ["@trilho/source", "module", "node", "development|production"];
/** Laws are tried on hundreds of graphs, and databases are made: on a busy machine that takes its time, and is no failure. */
const LIMIT_MS = 120_000;
// Modules hold no state of their own, so test files share them instead of loading all of them anew.
const node = (name: string, root: string, globalSetup: string[] = [], include = ["src/**/*.test.ts"]) => ({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    name,
    root,
    include,
    environment: "node",
    isolate: false,
    globalSetup,
    testTimeout: LIMIT_MS,
    hookTimeout: LIMIT_MS,
  },
});

const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const API_TESTS = "apps/server/src/http";
/** Tests that ask nothing of the API's routes that a proxy could pass on as it is. The others go through one. */
const DIRECT = [
  "client",
  "completeness",
  "cors",
  "docs",
  "failures",
  "hostile",
  "query",
  "query-encoding",
  "refusals",
  "serialising",
  "shutdown",
  "static",
  "text",
  "uploads",
  "validation",
].map((name) => `http/${name}.test.ts`);

/** The API's tests, with a validating proxy between them and the server; and judges of other makers. */
const conformance = {
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    name: "conformance",
    root: ".",
    include: ["conformance/src/*.test.ts", `${API_TESTS}/*.test.ts`],
    exclude: DIRECT.map((file) => `apps/server/src/${file}`),
    environment: "node" as const,
    isolate: false,
    globalSetup: ["apps/server/src/testing/embedded-server.ts"],
    testTimeout: LIMIT_MS,
    hookTimeout: LIMIT_MS,
    provide: { validatingProxy: fileOf("conformance/src/proxy.ts") },
  },
};

/** The rest of the server's: each file belongs to one of the two. */
const server = node(
  "server",
  "apps/server",
  ["src/testing/embedded-server.ts"],
  ["src/!(http)/**/*.test.ts", "src/*.test.ts", ...DIRECT.map((file) => `src/${file}`)],
);

export default defineConfig({
  test: {
    // By itself it leaves one core idle, which is half of a machine that has two.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      node("engine", "packages/engine"),
      node("contract", "packages/contract"),
      node("api-client", "packages/api-client"),
      node("cli", "packages/cli"),
      server,
      node("bench", "bench", [], ["**/*.test.ts"]),
      conformance,
      "apps/editor/vite.config.ts",
    ],
  },
});
