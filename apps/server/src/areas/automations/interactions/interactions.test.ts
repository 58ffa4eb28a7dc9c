import { describeFinding, scenarioOfWitness, showsFinding, type Told, type Witness } from "@trilho/engine/interactions";
import { simulateWorkspace } from "@trilho/engine/workspace";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AutomationInteractions, AutomationUses } from "@trilho/contract";
import { expectSuccess, startTestApi, type TestApi } from "../../../app/testing/api.ts";
import { addChannel } from "../../../app/testing/conversations.ts";
import { addMember } from "../../../app/testing/deal-work.ts";
import { automationBody } from "../../../app/testing/graphs.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.app.close());

const graph = (actionType: string, config: object) => ({
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    { id: "act", type: "action", actionType, config },
  ],
  edges: [{ id: "e1", source: "start", target: "act" }],
});

const interactionsOf = async (id: string, key = api.key): Promise<AutomationInteractions> =>
  expectSuccess("getAutomationInteractions", await api.call("GET", `/automations/${id}/interactions`, { key }));
const usageOf = async (kind: string, id: string): Promise<AutomationUses> =>
  expectSuccess("getUsage", await api.call("GET", `/usage/${kind}/${encodeURIComponent(id)}`));

describe("what an automation and others do to each other", () => {
  test("is told in the workspace's language, with names and with what shows it", async () => {
    const tagIds = [api.workspace.tagId];
    const tags = expectSuccess("listTags", await api.call("GET", "/tags"));
    const { id } = await api.create({ name: "Marca", graphDefinition: graph("add_tag", { tagIds }) });
    const other = await api.create({
      name: "Desmarca",
      enabled: true,
      graphDefinition: graph("remove_tag", { tagIds }),
    });

    const { items, complete, notRead } = await interactionsOf(id);
    expect({ complete, notRead, count: items.length }).toEqual({ complete: true, notRead: [], count: 1 });
    const [{ code, message, places, witness, params }] = items as [AutomationInteractions["items"][number]];
    expect(code).toBe("opposite-writes");
    expect(message).toBe(`“Marca” adiciona a tag “${tags[0]?.name}”, e “Desmarca” a remove logo em seguida.`);
    expect(places.map(({ automationName, nodeId, path }) => [automationName, nodeId, path])).toEqual([
      ["Marca", "act", "/graphDefinition/nodes/1"],
      ["Desmarca", "act", "/graphDefinition/nodes/1"],
    ]);

    const automations = await Promise.all([id, other.id].map(api.read));
    const told = { code, params, places } as unknown as Told;
    const result = simulateWorkspace(scenarioOfWitness(witness as unknown as Witness, { automations }));
    expect(showsFinding(told, result)).toBe(true);
    expect(describeFinding(told)).toMatch(/at once/);
  });

  test("is told in English where that is the workspace's language", async () => {
    const { db } = api.app.opened;
    const workspace = await api.app.workspace();
    await db.updateTable("workspaces").set({ locale: "en-US" }).where("id", "=", workspace.id).execute();
    const key = await workspace.addKey();
    const create = async (name: string, actionType: string) => {
      const graphDefinition = graph(actionType, { tagIds: [workspace.tagId] });
      const json = automationBody({ name, enabled: true, graphDefinition });
      return expectSuccess("createAutomation", await api.call("POST", "/automations", { key, json }));
    };
    const { id } = await create("Marks", "add_tag");
    await create("Clears", "remove_tag");
    expect((await interactionsOf(id, key)).items.map(({ message }) => message)).toEqual([
      "“Marks” adds the tag “VIP”, and “Clears” takes it off at once.",
    ]);
  });

  test("is nothing where the others are switched off", async () => {
    const { id } = await api.create({
      triggerType: "deal_created",
      graphDefinition: graph("assign_responsible", { userId: "a" }),
    });
    await api.create({ triggerType: "deal_created", graphDefinition: graph("assign_responsible", { userId: "b" }) });
    expect((await interactionsOf(id)).items).toEqual([]);
  });

  test("is that nothing can start it, as soon as what it waits for is gone", async () => {
    const tag = expectSuccess(
      "createTag",
      await api.call("POST", "/tags", { json: { name: "Passageira", color: "#336699" } }),
    );
    const { id } = await api.create({
      name: "Espera",
      triggerType: "tag_added",
      triggerConfig: { tagIds: [tag.id] },
      graphDefinition: graph("assign_responsible", { userId: "a" }),
    });
    expect((await interactionsOf(id)).items).toEqual([]);

    await api.call("DELETE", `/tags/${tag.id}`);
    const { items, complete } = await interactionsOf(id);
    expect(complete).toBe(true);
    expect(items.map(({ code, message, proved, witness }) => ({ code, message, proved, witness }))).toEqual([
      {
        code: "never-starts",
        message: `“Espera” nunca inicia: ela pede a tag “${tag.id}”, que não existe.`,
        proved: true,
        witness: null,
      },
    ]);
  });

  test("is not told of an automation of another workspace", async () => {
    const { id } = await api.create();
    const key = await (await api.app.workspace()).addKey();
    const { status } = await api.call("GET", `/automations/${id}/interactions`, { key });
    expect(status).toBe(404);
  });
});

describe("where something is used", () => {
  test("is told of automations on and off, for what reads and what writes it", async () => {
    const [stageId] = api.workspace.stageIds;
    const moves = await api.create({ name: "Moves", graphDefinition: graph("move_stage", { targetStageId: stageId }) });
    const listens = await api.create({
      name: "Listens",
      enabled: true,
      triggerType: "stage_entered",
      triggerConfig: { stageId },
    });
    const { items, complete } = await usageOf("stage", stageId);
    expect(complete).toBe(true);
    expect(items).toEqual([
      {
        automationId: listens.id,
        automationName: "Listens",
        enabled: true,
        mode: "reads",
        nodeId: null,
        path: "/triggerConfig/stageId",
      },
      {
        automationId: moves.id,
        automationName: "Moves",
        enabled: false,
        mode: "writes",
        nodeId: "act",
        path: "/graphDefinition/nodes/1/config/targetStageId",
      },
    ]);
  });

  test.each([
    ["is all of it, up to 500 places", 500, true],
    ["is the first 500 places of more, which is said", 501, false],
  ])("%s", async (_, places, complete) => {
    const tagId = `used-${places}`;
    const halves = [250, places - 250].map((count) => Array<string>(count).fill(tagId));
    for (const tagIds of halves) await api.create({ graphDefinition: graph("add_tag", { tagIds }) });
    const uses = await usageOf("tag", tagId);
    expect([uses.items.length, uses.complete]).toEqual([500, complete]);
  });

  test("is told of a custom field by its id and by its slug", async () => {
    const { customFieldId: id } = api.workspace;
    const fields = expectSuccess("listCustomFields", await api.call("GET", "/custom-fields"));
    const slug = fields.find((field: { id: string }) => field.id === id)?.slug;
    await api.create({ graphDefinition: graph("set_custom_field", { fieldId: id, value: "x" }) });
    await api.create({ triggerType: "custom_field_changed", triggerConfig: { fieldSlug: slug } });
    const [byId, bySlug] = await Promise.all([usageOf("custom-field", id), usageOf("custom-field", slug)]);
    expect(byId.items.map(({ mode }) => mode)).toEqual(["reads", "writes"]);
    expect(bySlug).toEqual(byId);
  });

  test("is told of a member whom a custom field holds", async () => {
    const json = { name: "Engenheiro", slug: "engineer", fieldType: "members" };
    expectSuccess("createCustomField", await api.call("POST", "/custom-fields", { json }));
    const rules = [{ field: "deal.customFields.engineer", operator: "in", value: ["engineer-1"] }];
    await api.create({ conditions: { combinator: "and", rules } });
    await api.create({ graphDefinition: graph("set_custom_field", { fieldSlug: "engineer", value: "engineer-1" }) });
    expect((await usageOf("user", "engineer-1")).items.map(({ mode, path }) => [mode, path])).toEqual([
      ["writes", "/graphDefinition/nodes/1/config/value"],
      ["reads", "/conditions/rules/0/value/0"],
    ]);
  });

  test("is told of what is gone while somebody names it, and of what is there though nobody does", async () => {
    await api.create({ graphDefinition: graph("add_tag", { tagIds: ["gone"] }) });
    expect((await usageOf("tag", "gone")).items).toHaveLength(1);
    expect(await usageOf("pipeline", api.workspace.pipelineId)).toEqual({ items: [], complete: true });
  });

  test("is told of each kind apart, though their ids are the same", async () => {
    await api.create({ graphDefinition: graph("add_tag", { tagIds: ["alike"] }) });
    await api.create({ graphDefinition: graph("assign_responsible", { userId: "alike" }) });
    expect((await usageOf("tag", "alike")).items.map(({ path }) => path)).toEqual([
      "/graphDefinition/nodes/1/config/tagIds/0",
    ]);
    expect((await usageOf("user", "alike")).items.map(({ path }) => path)).toEqual([
      "/graphDefinition/nodes/1/config/userId",
    ]);
  });

  test("is looked for in the newest thousand automations, and it is said whether there are more", async () => {
    const { id } = await api.create({ graphDefinition: graph("add_tag", { tagIds: ["in the oldest"] }) });
    const plain = await api.create();
    const { db } = api.app.opened;
    await db.deleteFrom("automations").where("id", "not in", [id, plain.id]).execute();
    const copies = (table: string, key: string, from: number, to: number) =>
      sql`insert into ${sql.table(table)} select (jsonb_populate_record(plain, jsonb_build_object(
          ${key}::text, ${sql.ref(`plain.${key}`)} || n, 'created_at', created_at + n * interval '1 second'))).*
        from ${sql.table(table)} as plain, generate_series(${from}::int, ${to}::int) as n
        where ${sql.ref(`plain.${key}`)} = ${plain.id}`.execute(db);
    const add = async (from: number, to: number) => {
      await copies("automations", "id", from, to);
      await copies("automation_versions", "automation_id", from, to);
    };
    await add(1, 997);
    expect(await usageOf("tag", "in the oldest")).toMatchObject({ items: [{ automationId: id }], complete: true });
    await add(998, 998);
    expect(await usageOf("tag", "in the oldest")).toMatchObject({ items: [{ automationId: id }], complete: false });
    await add(999, 999);
    expect((await api.call("GET", "/usage/tag/in%20the%20oldest")).status).toBe(404);
    expect((await interactionsOf(id)).complete).toBe(true);
    await db.updateTable("automations").set({ enabled: true }).execute();
    expect((await interactionsOf(id)).complete).toBe(false);
  });

  test.each([
    ["stage", () => api.workspace.stageIds[1]],
    ["tag", () => api.workspace.tagId],
    ["custom-field", () => api.workspace.customFieldId],
    ["user", async () => (await addMember(api)).id],
    ["channel", () => addChannel(api)],
  ])("is nowhere for a %s that is there, and that nobody names any more", async (kind, idOf) => {
    await api.app.opened.db.deleteFrom("automations").execute();
    expect(await usageOf(kind, await idOf())).toEqual({ items: [], complete: true });
  });

  test.each(["stage", "pipeline", "tag", "custom-field", "user", "channel", "template"])(
    "is a 404 for a %s that is neither there nor named",
    async (kind) => {
      const { status, body } = await api.call("GET", `/usage/${kind}/never-seen`);
      expect([status, body.code]).toEqual([404, "NOT_FOUND"]);
    },
  );

  test("is refused for what automations do not name", async () => {
    const { status, body } = await api.call("GET", "/usage/moon/x");
    expect([status, body.fieldErrors[0]?.field]).toEqual([400, "kind"]);
  });
});
