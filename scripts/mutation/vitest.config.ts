import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer } from "vitest/node";
import type { TestSpecification } from "vitest/node";

const conditions = ["@trilho/source", "module", "node", "development|production"];

/** Tests that take seconds, or are of other parts: every mutant that lives would pay for them. */
const LEFT_OUT = ["hostile", "generated"];

/** Laws come after tables of cases, which fail sooner. */
const LAWS = /(properties|metamorphic|laws|random|applyFixes)\.test\.ts$/;

class TablesFirst extends BaseSequencer {
  override sort(files: TestSpecification[]) {
    return Promise.resolve(files.toSorted((a, b) => Number(LAWS.test(a.moduleId)) - Number(LAWS.test(b.moduleId))));
  }
}

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    root: "packages/engine",
    include: ["src/{graph,interpreter,query,rules,simulate}/**/*.test.ts"],
    exclude: LEFT_OUT.map((name) => `src/**/${name}.test.ts`),
    setupFiles: [fileURLToPath(new URL("setup.ts", import.meta.url))],
    sequence: { sequencer: TablesFirst },
    environment: "node",
    isolate: false,
    testTimeout: 60_000,
  },
});
