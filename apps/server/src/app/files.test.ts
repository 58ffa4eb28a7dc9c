import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type Client } from "@trilho/api-client";
import { nodeIo, run, type Io } from "@trilho/cli";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureDemo } from "../demo/ensure.ts";
import { MEMBERS } from "../demo/people.ts";
import { SMALL_GRAPH, webhookGraph } from "./testing/graphs.ts";
import { startTestApp, type TestApp } from "./testing/test-app.ts";
import type { TestWorkspace } from "./testing/workspace.ts";

/* Automations as files: `trilho pull`, `plan` and `apply` against the real service. */

const DEMO_KEY = "trk_test_key_of_the_files_000000000000000000";

let app: TestApp;
const folders: string[] = [];

beforeAll(async () => {
  app = await startTestApp();
  await ensureDemo(app.opened.db, app.opened.serverSecret, () => Promise.resolve(DEMO_KEY));
});
afterAll(async () => {
  await app.close();
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "trilho-files-"));
  folders.push(folder);
  return folder;
}

/** One command of a key's owner, with all that it said. */
async function trilho(key: string, args: readonly string[], changes: Partial<Io> = {}) {
  const said: string[] = [];
  const say = (text: string) => void said.push(text);
  const env = { TRILHO_URL: app.url, TRILHO_API_KEY: key };
  const io: Io = { ...nodeIo(), out: say, err: say, colors: false, ask: () => Promise.resolve(null), ...changes };
  const code = await run(args, { ...io, env: { ...env, ...changes.env } });
  return { code, said: said.join("") };
}

const clientOf = (apiKey: string): Client => createClient({ baseUrl: app.url, apiKey });

interface Desk {
  folder: string;
  key: string;
  client: Client;
  workspace: TestWorkspace;
  read: (path: string) => Promise<string>;
  write: (path: string, text: string) => Promise<void>;
  /** Puts a text in the place of another, which must be there. */
  edit: (path: string, from: string | RegExp, to: string) => Promise<void>;
  does: (command: string, changes?: Partial<Io>) => Promise<{ code: number; said: string }>;
}

/** A folder beside a workspace of its own. */
async function desk(): Promise<Desk> {
  const [folder, workspace] = [await newFolder(), await app.workspace()];
  const key = await workspace.addKey();
  const read = (path: string) => readFile(join(folder, path), "utf8");
  const write = (path: string, text: string) => writeFile(join(folder, path), text);
  return {
    folder,
    key,
    workspace,
    client: clientOf(key),
    read,
    write,
    async edit(path, from, to) {
      const text = await read(path);
      const changed = text.replace(from, to);
      expect(changed).not.toBe(text);
      await write(path, changed);
    },
    does: (command, changes) => {
      const [name = "", ...args] = command.split(" ");
      return trilho(key, [name, folder, ...args], changes);
    },
  };
}

/** A desk with one automation, pulled. */
async function pulled(graphDefinition: object = SMALL_GRAPH): Promise<Desk & { id: string }> {
  const made = await desk();
  const body = { name: "Hello", triggerType: "deal_created", graphDefinition };
  const { id } = await made.client.automations.create(body as Parameters<Client["automations"]["create"]>[0]);
  expect(await made.does("pull")).toMatchObject({ code: 0 });
  return { ...made, id };
}

const HELLO = "automations/hello.yaml";

async function contents(folder: string): Promise<Record<string, string>> {
  const paths = (await readdir(folder, { recursive: true })).filter((path) => /\.yaml$/.test(path)).toSorted();
  const read = paths.map(async (path) => [path, await readFile(join(folder, path), "utf8")] as const);
  return Object.fromEntries(await Promise.all(read));
}

describe("pulling", () => {
  it("writes a file for each automation, by names, and leaves nothing to plan", async () => {
    const folder = await newFolder();
    expect((await trilho(DEMO_KEY, ["pull", folder])).code).toBe(0);
    const files = await contents(folder);
    expect(Object.keys(files)).toEqual([
      "automations/proposal-follow-up.yaml",
      "automations/share-out-new-leads.yaml",
      "automations/welcome-a-new-lead.yaml",
      "automations/won-deal-hand-over-to-delivery.yaml",
      "workspace.yaml",
    ]);
    expect(files["automations/proposal-follow-up.yaml"]).toMatch(/^# yaml-language-server: \$schema=\.\.\/schema/);
    expect(files["automations/proposal-follow-up.yaml"]).toContain("stageId: Homes / Proposta\n");
    expect(Object.values(files).join("")).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
    expect(await trilho(DEMO_KEY, ["plan", folder, "--detailed-exitcode"])).toEqual({
      code: 0,
      said: expect.stringContaining("Nothing to do"),
    });
  });

  it("keeps comments, and touches no file that says the same", async () => {
    const { edit, does, read, client, id } = await pulled();
    await edit(HELLO, "name: Hello", "# Asked for by Sales.\nname: Hello # greets");
    expect((await does("pull")).said).toContain("0 files written");
    const automation = await client.automations.get(id);
    await client.automations.replace(id, { ...automation, triggerType: "deal_won" });
    expect((await does("pull")).said).toContain(`${HELLO}: changed`);
    const text = await read(HELLO);
    expect(text).toContain("# Asked for by Sales.\nname: Hello # greets\n");
    expect(text).toContain("triggerType: deal_won\n");
  });

  it("leaves out of a file what the file leaves to the workspace", async () => {
    const { edit, does, read, client, id } = await pulled();
    await edit(HELLO, "enabled: false\n", "");
    await client.automations.setEnabled(id, { enabled: true });
    expect((await does("plan")).said).toContain("Nothing to do");
    await does("pull");
    expect(await read(HELLO)).not.toContain("enabled");
  });

  it("calls things of one name by their ids, and says why", async () => {
    const { workspace, client, does, read } = await desk();
    const seq = (await client.pipelines.list())[0]?.seq ?? 0;
    await client.pipelines.createStage(seq, { name: "Stage 1" });
    const graphDefinition = {
      version: 2 as const,
      nodes: [
        { id: "start", type: "trigger" as const },
        { id: "go", type: "action" as const, actionType: "move_stage" as const, config: { targetStageId: workspace.stageIds[0] } },
      ],
      edges: [{ source: "start", target: "go" }],
    };
    await client.automations.create({ name: "Two", triggerType: "deal_won", graphDefinition });
    await does("pull");
    expect(await read("automations/two.yaml")).toContain(`targetStageId: ${workspace.stageIds[0]} # Sales / Stage 1:`);
    expect((await does("plan")).said).toContain("Nothing to do");
  });
});

describe("two workspaces", () => {
  it("are alike once the files of one were applied to the other", async () => {
    const [from, to] = [await newFolder(), await desk()];
    await trilho(DEMO_KEY, ["pull", from]);
    const members = MEMBERS.map(({ email }) => email);
    await addMembers(to.workspace.id, members);
    const applied = await trilho(to.key, ["apply", from, "--yes"]);
    expect(applied).toEqual({ code: 0, said: expect.stringContaining("4 to create") || "" });
    expect((await trilho(to.key, ["plan", from, "--detailed-exitcode"])).code).toBe(0);
    await to.does("pull");
    const [here, there] = [await contents(from), await contents(to.folder)];
    delete here["workspace.yaml"];
    delete there["workspace.yaml"];
    expect(there).toEqual(here);
  });
});

async function addMembers(workspace_id: string, emails: readonly string[]): Promise<void> {
  const rows = emails.map((email) => ({ workspace_id, id: `${workspace_id}-${email}`, email, name: email, role: "member" }));
  const more = { permissions: JSON.stringify({ allow: [], deny: [] }), visibility: "all", active: true, image: null };
  await app.opened.db.insertInto("members").values(rows.map((row) => ({ ...row, ...more }))).execute();
}
