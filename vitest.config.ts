import { defineConfig } from "vitest/config";

const conditions = ["@trilho/source", "module", "node", "development|production"];
const node = (name: string, root: string) => ({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { name, root, include: ["src/**/*.test.ts"], environment: "node" },
});

export default defineConfig({
  test: {
    projects: [
      node("engine", "packages/engine"),
      node("contract", "packages/contract"),
      node("api-client", "packages/api-client"),
      node("cli", "packages/cli"),
      node("server", "apps/server"),
      "apps/editor/vite.config.ts",
    ],
  },
});
