import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { DAY_MS, startState } from "@trilho/engine";
import { describe, expect, it } from "vitest";
import { clientOf, desk, HELLO, pulled, withDesks } from "./testing/desk.ts";
import { SMALL_GRAPH } from "./testing/graphs.ts";
import { addRun } from "./testing/runs.ts";

const app = withDesks();

/** Ends the command as a kill would, once the first of two automations is there. */
function killed(text: string): void {
  if (text.includes("hello.yaml: created")) throw new Error("killed");
}

describe("applying", () => {
  it("publishes a version whose history names the file, and is done then", async () => {
    const { edit, does, client, id } = await pulled();
    await edit(HELLO, "triggerType: deal_created", "triggerType: deal_won");
    expect((await does("apply --yes --note reviewed")).code).toBe(0);
    expect(await client.automations.get(id)).toMatchObject({ version: 2, triggerType: "deal_won" });
    const [newest] = (await client.automations.history(id)).items;
    expect(newest?.note).toBe(`trilho apply: ${HELLO} (reviewed)`);
    expect((await does("apply")).said).toContain("Nothing to do");
  });

  it("switches without a new version", async () => {
    const { edit, does, client, id } = await pulled();
    await edit(HELLO, "enabled: false", "enabled: true");
    expect((await does("apply --yes")).said).toContain(`${HELLO}: switched on`);
    expect(await client.automations.get(id)).toMatchObject({ version: 1, enabled: true });
  });

  it("asks on a terminal, and elsewhere does nothing without --yes", async () => {
    const { edit, does, client, id } = await pulled();
    await edit(HELLO, "triggerType: deal_created", "triggerType: deal_won");
    expect(await does("apply")).toMatchObject({ code: 1, said: expect.stringContaining("--yes agrees") });
    expect((await does("apply", { ask: () => Promise.resolve("no") })).code).toBe(1);
    expect((await client.automations.get(id)).version).toBe(1);
    expect((await does("apply", { ask: () => Promise.resolve("yes\n") })).code).toBe(0);
    expect((await client.automations.get(id)).version).toBe(2);
  });

  it("refuses what was changed in the workspace since, unless --overwrite takes the files", async () => {
    const { edit, does, client, id } = await pulled();
    await edit(HELLO, "triggerType: deal_created", "triggerType: deal_won");
    const theirs = { ...(await client.automations.get(id)), triggerType: "deal_lost", note: "urgent" };
    await client.automations.replace(id, theirs);
    const refused = await does("apply --yes");
    expect(refused.code).toBe(1);
    expect(refused.said).toMatch(/! changed in the workspace: version 2, by Ana at \S+: “urgent”/);
    expect(await client.automations.get(id)).toMatchObject({ version: 2, triggerType: "deal_lost" });
    expect((await does("apply --yes --overwrite")).code).toBe(0);
    expect(await client.automations.get(id)).toMatchObject({ version: 3, triggerType: "deal_won" });
  });

  it("takes what was applied elsewhere for nobody's change, whatever the lock file knows", async () => {
    const { edit, does, read, write, client, id } = await pulled();
    const lock = await read("trilho.lock.json");
    await edit(HELLO, "triggerType: deal_created", "triggerType: deal_won");
    await does("apply --yes");
    await write("trilho.lock.json", lock);
    await edit(HELLO, "triggerType: deal_won", "triggerType: deal_lost");
    expect((await does("apply --yes")).code).toBe(0);
    await write("trilho.lock.json", lock);
    await client.automations.replace(id, { ...(await client.automations.get(id)), triggerType: "deal_won" });
    expect((await does("apply --yes")).code).toBe(1);
  });

  it("does not switch on what somebody else switched off since, nor make anew what was deleted", async () => {
    const { edit, does, workspace, client, id } = await pulled();
    await edit(HELLO, "enabled: false", "enabled: true");
    await does("apply --yes");
    const other = clientOf(await workspace.addKey());
    await other.automations.setEnabled(id, { enabled: false });
    expect(await does("apply --yes")).toMatchObject({ code: 1, said: expect.stringContaining("switched off by Ana") });
    await other.automations.delete(id);
    expect(await does("apply --yes")).toMatchObject({ code: 1, said: expect.stringContaining("deleted there since") });
    expect((await client.automations.list()).items).toEqual([]);
  });

  it("goes on after a kill without doing anything twice", async () => {
    const { folder, does, client } = await desk();
    const { does: elsewhere, client: there, folder: from } = await pulled();
    await there.automations.create({ name: "Second", triggerType: "deal_won", graphDefinition: SMALL_GRAPH });
    await elsewhere("pull");
    await cp(from, folder, { recursive: true });
    // Both workspaces are called alike here, as no two at one address should be.
    await rm(join(folder, "trilho.lock.json"));
    await expect(does("apply --yes", { out: killed })).rejects.toThrow("killed");
    expect((await client.automations.list()).items).toHaveLength(1);
    expect(await does("apply --yes")).toMatchObject({ code: 0, said: expect.stringContaining("second.yaml: created") });
    expect((await client.automations.list()).items.map(({ name }) => name)).toEqual(["Second", "Hello"]);
    expect((await does("plan --detailed-exitcode")).code).toBe(0);
  });

  it("renames what a file is of, and makes another one of a new file", async () => {
    const { edit, does, read, write, client, id } = await pulled();
    await write("automations/second.yaml", (await read(HELLO)).replace("name: Hello", "name: Second"));
    await edit(HELLO, "name: Hello", "name: Renamed");
    expect((await does("apply --yes")).code).toBe(0);
    const { items } = await client.automations.list();
    expect(items.map(({ name }) => name)).toEqual(["Second", "Renamed"]);
    expect(items.find(({ name }) => name === "Renamed")?.id).toBe(id);
  });

  it("tells how many runs are under way, and leaves them in their version", async () => {
    const waiting = {
      version: 2 as const,
      nodes: [
        { id: "start", type: "trigger" as const },
        { id: "pause", type: "wait" as const, config: { delaySeconds: 86_400 } },
      ],
      edges: [{ source: "start", target: "pause" }],
    };
    const { edit, does, workspace, id } = await pulled(waiting);
    const wakeAt = Date.now() + DAY_MS;
    const state = JSON.stringify({ ...startState(), phase: "sleeping", nodeId: "pause", wakeAt });
    await addRun(app(), workspace, id, null, {
      state,
      current_node_id: "pause",
      next_attempt_at: new Date(wakeAt),
    });
    await edit(HELLO, "86400", "3600");
    expect((await does("plan")).said).toContain("1 run under way: each ends in the version that it began with");
  });

  it("asks for a review where changes are reviewed", async () => {
    const { edit, does, client, id } = await pulled();
    await client.workspace.update({ automationReview: true });
    await edit(HELLO, "triggerType: deal_created", "triggerType: deal_won");
    expect(await does("apply --yes")).toMatchObject({ code: 0, said: expect.stringContaining("waits for a review") });
    expect((await client.automations.review(id)).request).toMatchObject({ state: "waiting" });
    expect((await client.automations.get(id)).version).toBe(1);
  });

  it("leaves an unclear name to people", async () => {
    const { does, client, write } = await pulled();
    await client.automations.create({ name: "Hello", triggerType: "deal_won", graphDefinition: SMALL_GRAPH });
    await write("trilho.lock.json", "{}");
    expect(await does("apply --yes")).toMatchObject({ code: 1, said: expect.stringContaining("have this name") });
  });
});
