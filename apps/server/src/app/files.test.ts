import { beforeAll, describe, expect, it } from "vitest";
import { ensureDemo } from "../demo/ensure.ts";
import { MEMBERS } from "../demo/people.ts";
import { contents, desk, HELLO, newFolder, pulled, trilho, withDesks } from "./testing/desk.ts";
import { webhookGraph } from "./testing/graphs.ts";

const DEMO_KEY = "trk_test_key_of_the_files_000000000000000000";

const app = withDesks();
beforeAll(async () => {
  const { db, serverSecret } = app().opened;
  await ensureDemo(db, serverSecret, () => Promise.resolve(DEMO_KEY));
});

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
    expect(files["automations/proposal-follow-up.yaml"]).toContain("stageId: Homes / Proposal\n");
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
        {
          id: "go",
          type: "action" as const,
          actionType: "move_stage" as const,
          config: { targetStageId: workspace.stageIds[0] },
        },
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
    await addMembers(
      to.workspace.id,
      MEMBERS.map(({ email }) => email),
    );
    expect(await trilho(to.key, ["apply", from, "--yes"])).toEqual({
      code: 0,
      said: expect.stringContaining("18 to create, 2 to change, 0 as they are."),
    });
    expect((await trilho(to.key, ["plan", from, "--detailed-exitcode"])).code).toBe(0);
    expect((await trilho(DEMO_KEY, ["plan", from, "--detailed-exitcode"])).code).toBe(0);
    await to.does("pull");
    const [here, there] = [await contents(from), await contents(to.folder)];
    delete here["workspace.yaml"];
    delete there["workspace.yaml"];
    expect(there).toEqual(here);
  });
});

describe("secrets", () => {
  it("are in no file, and stay where they are stored", async () => {
    const { edit, does, read, client, workspace, id } = await pulled(
      webhookGraph({ headers: { Authorization: "Bearer s3cret" } }),
    );
    expect(await read(HELLO)).toContain('"[hidden]"');
    expect(await read(HELLO)).not.toContain("s3cret");
    await edit(HELLO, "triggerType: deal_created", "triggerType: deal_won");
    expect((await does("apply --yes")).code).toBe(0);
    expect(await client.automations.get(id)).toMatchObject({ version: 2 });
    expect(await sealed(workspace.id, id)).toEqual(["Bearer s3cret"]);
  });

  it("come from the environment where a file names a variable, which a pull leaves there", async () => {
    const { edit, does, read, client, workspace, id } = await pulled(
      webhookGraph({ headers: { Authorization: "Bearer old" } }),
    );
    await edit(HELLO, '"[hidden]"', "${env.ERP_TOKEN}");
    expect((await does("plan")).said).toContain("Nothing to do");
    await edit(HELLO, "triggerType: deal_created", "triggerType: deal_won");
    expect(await does("plan")).toMatchObject({ code: 1, said: expect.stringContaining("ERP_TOKEN is not set") });
    const env = { ERP_TOKEN: "Bearer new" };
    expect((await does("apply --yes", { env })).code).toBe(0);
    expect(await sealed(workspace.id, id)).toEqual(["Bearer new"]);
    await client.automations.replace(id, { ...(await client.automations.get(id)), triggerType: "deal_lost" });
    await does("pull");
    expect(await read(HELLO)).toContain("${env.ERP_TOKEN}");
    expect(await read(HELLO)).toContain("deal_lost");
  });
});

/** What the service keeps of the headers of an automation's webhooks. */
async function sealed(workspaceId: string, id: string): Promise<string[]> {
  const secrets = await app().opened.store.automations.secrets(workspaceId, id);
  return secrets?.headers.map(({ value }) => value) ?? [];
}

async function addMembers(workspace_id: string, emails: readonly string[]): Promise<void> {
  const rows = emails.map((email) => ({
    workspace_id,
    id: `${workspace_id}-${email}`,
    email,
    name: email,
    role: "member",
  }));
  const more = { permissions: JSON.stringify({ allow: [], deny: [] }), visibility: "all", active: true, image: null };
  await app()
    .opened.db.insertInto("members")
    .values(rows.map((row) => ({ ...row, ...more })))
    .execute();
}
