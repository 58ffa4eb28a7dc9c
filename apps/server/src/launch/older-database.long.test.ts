import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createLogger } from "../platform/http/logging.ts";
import { installOlder, makeOlder } from "../platform/database/upgrade/testing/older.ts";
import { fail, temporaryFolder } from "../testing/open-test-store.ts";
import { runCommand } from "./commands/run.ts";
import { readConfig } from "./config/config.ts";
import { startServer } from "./start-server.ts";
import { expectRunsToGoOn, RELEASES } from "./testing/runs-go-on.ts";

test("a start on a database of PostgreSQL 17 brings it over, says so, and its runs go on from where they were", async () => {
  const root = await temporaryFolder();
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const older = await installOlder(root);
  const path = join(root, "data");
  await makeOlder(path, older);
  writeFileSync(join(path, "secret"), older.secret.value);
  const config = readConfig([], { TRILHO_DATA_DIR: path, PORT: "0", TRILHO_DEMO: "off" }, root);
  await expect(runCommand(config, { kind: "listCalendars" })).rejects.toThrow(
    "was made by PostgreSQL 17; this Trilho reads 18. Nothing was changed. Start the server on it",
  );

  const lines: string[] = [];
  const logger = createLogger({ level: "warn", destination: { write: (line) => void lines.push(line) } });
  const server = await startServer(config, logger, () => fail(new Error("The lock was lost")));
  onTestFinished(() => server.close());
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    expect.stringContaining("is brought over from PostgreSQL 17 to 18"),
    expect.stringContaining(`kept in ${join(path, "postgres.old-17")}`),
  ]);
  await expectRunsToGoOn(server, RELEASES[0][1]);
});
