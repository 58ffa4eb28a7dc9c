import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const conditions = ["@trilho/source", "module", "node", "development|production"];
// Modules hold no state of their own, so test files share them instead of loading all of them anew. Laws are tried on
// hundreds of graphs: on a busy machine that takes its time, and is no failure.
const node = (name: string, root: string, globalSetup: string[] = [], include = ["src/**/*.test.ts"]) => ({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { name, root, include, environment: "node", isolate: false, globalSetup, testTimeout: 60_000 },
});

const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const API_TESTS = "apps/server/src/http";
/** Of requests that no proxy passes on as they are, and of what is not the API's. */
const NOT_OF_ROUTES = [
  "completeness",
  "cors",
  "docs",
  "failures",
  "hostile",
  "query",
  "refusals",
  "serialising",
  "shutdown",
  "static",
];

/** The API's tests once more, with a validating proxy between them and the server; and judges of other makers. */
const conformance = {
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    name: "conformance",
    root: ".",
    include: ["conformance/src/*.test.ts", `${API_TESTS}/*.test.ts`],
    exclude: NOT_OF_ROUTES.map((name) => `${API_TESTS}/${name}.test.ts`),
    environment: "node" as const,
    isolate: false,
    globalSetup: ["apps/server/src/testing/embedded-server.ts"],
    testTimeout: 60_000,
    provide: { validatingProxy: fileOf("conformance/src/proxy.ts") },
  },
};

export default defineConfig({
  test: {
    projects: [
      node("engine", "packages/engine"),
      node("contract", "packages/contract"),
      node("api-client", "packages/api-client"),
      node("cli", "packages/cli"),
      node("server", "apps/server", ["src/testing/embedded-server.ts"]),
      node("bench", "bench", [], ["**/*.test.ts"]),
      conformance,
      "apps/editor/vite.config.ts",
    ],
  },
});
