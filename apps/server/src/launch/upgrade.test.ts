import { rmSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@trilho/api-client";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createLogger } from "../platform/http/logging.ts";
import { temporaryFolder } from "../testing/open-test-store.ts";
import { type Config, readConfig } from "./config/config.ts";
import { runCommand } from "./commands/run.ts";
import { startServer } from "./start-server.ts";

/*
 * What a release left behind: its demo workspace, three deals whose runs sleep, and three whose runs wait for an answer.
 * The backup was written by the release itself. Each key opens nothing but that workspace.
 */
const RELEASES = [["0.1.0", "trk_live_NRMZuGQ8hHWpWz5959hdl5_-CpfmTfXde40QLdtO0b0"]] as const;
const SLEEPING = "Waits across an upgrade";
const ASKING = "Asks across an upgrade";

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
    const client = createClient({ baseUrl: server.url, apiKey });
    const { items: automations } = await client.automations.list({ limit: 100 });
    const runsOf = async (name: string) => {
      const id = automations.find((each) => each.name === name)?.id ?? "";
      return (await client.automations.runs(id)).items;
    };
    const statusesOf = async (name: string) => (await runsOf(name)).map(({ status }) => status);

    await expect
      .poll(() => statusesOf(SLEEPING), { timeout: 20_000 })
      .toEqual(Array.from({ length: 3 }, () => "completed"));
    expect(await statusesOf(ASKING)).toEqual(Array.from({ length: 3 }, () => "waiting"));
    const { items: deals } = await client.deals.list({ search: "Upgraded" });
    expect(deals.map(({ tags }) => tags.map(({ name }) => name))).toEqual(Array.from({ length: 3 }, () => ["Waited"]));

    for (const deal of deals) {
      const { items: messages } = await client.conversations.listMessages(deal.contact?.phone ?? "");
      const question = messages.find(({ direction }) => direction === "outbound");
      await client.conversations.answer(question?.id ?? "", { type: "button", buttonId: "yes" });
    }
    await expect
      .poll(() => statusesOf(ASKING), { timeout: 20_000 })
      .toEqual(Array.from({ length: 3 }, () => "completed"));
  });
});
