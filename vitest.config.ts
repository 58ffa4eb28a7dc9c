import { statSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** `test:all` sets it: files named `*.long.test.ts` run as well, laws try all examples, suites try every database. */
const EVERYTHING = process.env["TRILHO_TEST_ALL"] === "1";
/** Laws are tried on hundreds of graphs, and databases are made: on a busy machine that takes its time, and is no failure. */
const LIMIT_MS = EVERYTHING ? 600_000 : 120_000;
/** What is waited for comes at once, unless the machine is busy. */
const PATIENCE_MS = 20_000;

const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const conditionsOf = (platform: "node" | "browser"): string[] => [
  "@trilho/source",
  "module",
  platform,
  "development|production",
];

/** One file of icons instead of 1,700, which every worker would load. */
const ONE_FILE = {
  "lucide-react": createRequire(fileOf("./apps/editor/package.json")).resolve("lucide-react"),
};

interface Project {
  root?: string;
  include: string[];
  platform?: "node" | "browser";
  environment?: "node" | "jsdom";
  globalSetup?: string[];
  setupFiles?: string[];
}

// Modules hold no state of their own, so test files share them instead of loading all of them anew.
const project = (
  name: string,
  { root = ".", include, platform = "node", environment = "node", setupFiles = [], ...more }: Project,
) => ({
  plugins: platform === "browser" ? [react()] : [],
  resolve: { conditions: conditionsOf(platform), alias: platform === "browser" ? ONE_FILE : {} },
  ssr: { resolve: { conditions: conditionsOf(platform) } },
  test: {
    name,
    root: fileOf(root),
    include,
    exclude: ["**/node_modules/**", ...(EVERYTHING ? [] : ["**/*.long.test.*"])],
    environment,
    isolate: false,
    setupFiles: [...setupFiles, ...["fewer-examples", "put-back"].map((part) => fileOf(`scripts/test/${part}.ts`))],
    testTimeout: LIMIT_MS,
    hookTimeout: LIMIT_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
    ...more,
  },
});

const DOM_TESTS = ["src/**/*.test.tsx", "src/**/*.dom.test.ts"];

// Packages that need the same around them are one project: its workers load what they share once.
const projects = [
  project("server", {
    include: ["apps/server/src/**/*.test.ts", "conformance/src/**/*.test.ts"],
    globalSetup: [fileOf("apps/server/src/testing/embedded-server.ts")],
    setupFiles: [fileOf("apps/server/src/testing/record-statements.ts")],
  }),
  project("editor-dom", {
    root: "apps/editor",
    include: DOM_TESTS,
    platform: "browser",
    environment: "jsdom",
    setupFiles: ["src/testing/setup.ts"],
  }),
  project("editor", {
    root: "apps/editor",
    include: ["src/**/!(*.dom).test.ts"],
    platform: "browser",
    setupFiles: ["src/testing/texts.ts"],
  }),
  project("packages", { include: ["packages/*/src/**/*.test.ts", "bench/**/*.test.ts", "docs/site/**/*.test.ts"] }),
];
const PLACE = new Map(projects.map(({ test }, index) => [test.name, index]));

const placeOf = ({ project: { name } }: TestSpecification): number => PLACE.get(name) ?? PLACE.size;

const sizeOf = ({ moduleId }: TestSpecification): number => statSync(moduleId).size;

/** A worker keeps its modules as long as the next file is of the same project, so each project's files stand together. */
class ByProject extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const inTurn = files.toSorted((a, b) => placeOf(a) - placeOf(b) || sizeOf(b) - sizeOf(a));
    return Promise.resolve(inTurn);
  }
}

export default defineConfig({
  test: {
    // Tests of the server wait for their database half of the time.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: ByProject },
    projects,
  },
});
