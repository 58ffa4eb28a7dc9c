import { defineConfig } from "vitest/config";

const conditions = ["@trilho/source", "module", "node", "development|production"];
// Modules hold no state of their own, so test files share them instead of loading all of them anew. Laws are tried on
// hundreds of graphs: on a busy machine that takes its time, and is no failure.
const node = (name: string, root: string, globalSetup: string[] = [], include = ["src/**/*.test.ts"]) => ({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { name, root, include, environment: "node", isolate: false, globalSetup, testTimeout: 60_000 },
});

export default defineConfig({
  test: {
    projects: [
      node("engine", "packages/engine"),
      node("contract", "packages/contract"),
      node("api-client", "packages/api-client"),
      node("cli", "packages/cli"),
      node("server", "apps/server", ["src/testing/embedded-server.ts"]),
      node("bench", "bench", [], ["**/*.test.ts"]),
      "apps/editor/vite.config.ts",
    ],
  },
});
