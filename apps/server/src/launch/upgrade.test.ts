import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createLogger } from "../platform/http/logging.ts";
import { temporaryFolder } from "../testing/open-test-store.ts";
import { type Config, readConfig } from "./config/config.ts";
import { runCommand } from "./commands/run.ts";
import { startServer } from "./start-server.ts";
import { expectRunsToGoOn, RELEASES } from "./testing/runs-go-on.ts";

let root: string;
beforeAll(async () => {
  root = await temporaryFolder();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const lost = (): void => {
  throw new Error("The lock was lost");
};

const configOf = (version: string): Config =>
  readConfig([], { TRILHO_DATA_DIR: join(root, version), PORT: "0", TRILHO_DEMO: "off" }, root);

describe.each(RELEASES)("the database of %s", (version, apiKey) => {
  test("is brought up to date: its rows are there, its key opens it, and its runs go on from where they were", async () => {
    const config = configOf(version);
    const file = join(import.meta.dirname, "testing", "releases", `${version}.backup`);
    expect(await runCommand(config, { kind: "restore", file })).toMatch(/^Restored 505 rows, as of 2026-11-28/);

    const server = await startServer(config, createLogger({ level: "error" }), lost);
    onTestFinished(() => server.close());
    await expectRunsToGoOn(server, apiKey);
  });
});
