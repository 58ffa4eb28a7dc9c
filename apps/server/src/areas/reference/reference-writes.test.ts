import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Viewer } from "../../platform/security/principal.ts";
import { done } from "../../platform/service/outcome.ts";
import { createPipelineService } from "./pipelines/service.ts";
import { createCustomFieldService } from "./custom-fields/service.ts";
import { addWorkspace, type TestWorkspace } from "../../app/testing/workspace.ts";
import { openTestStore, STORE_KINDS, type TestStore } from "../../testing/open-test-store.ts";
import { automationPrincipal } from "../automations/principal.ts";

const valueOf = <T>(outcome: { ok: true; value: T } | { ok: false; failure: unknown }): T => {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure));
  return outcome.value;
};

/** Settings of a deal's value in the first pipeline. */
const VALUE = { seq: 1, field: "value" };

describe.each(STORE_KINDS)("writing reference data on %s", (kind) => {
  let opened: TestStore;
  let workspace: TestWorkspace;
  let viewer: Viewer;
  beforeAll(async () => {
    opened = await openTestStore(kind);
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    workspace = await addWorkspace(opened.db, opened.serverSecret);
    viewer = { workspaceId: workspace.id, memberId: "nobody", role: "owner", visibility: "all" };
  });

  const asked = () => ({
    principal: automationPrincipal({ workspaceId: workspace.id, workspace: { timeZone: "UTC", locale: "pt-BR" } }),
    params: undefined,
    query: undefined,
    body: undefined,
    onceKey: null,
  });
  const pipelines = () => createPipelineService(opened.store);
  test("pipelines made at the same time have numbers and places of their own", async () => {
    const made = await Promise.all(
      Array.from({ length: 4 }, (_, n) =>
        pipelines().createPipeline({ ...asked(), body: { name: `P${n}`, stages: [{ name: "A" }] } }),
      ),
    );
    const all = made.map(valueOf);
    expect(all.map(({ seq }) => seq).toSorted()).toEqual([2, 3, 4, 5]);
    expect(new Set(all.map(({ position }) => position)).size).toBe(4);
    expect(new Set(all.flatMap(({ stages }) => stages.map(({ seq }) => seq))).size).toBe(12);
  });

  test("what an outer transaction does not keep never was", async () => {
    const work = opened.store.transaction(async (inside) => {
      valueOf(await createPipelineService(inside).createPipeline({ ...asked(), body: { name: "Gone" } }));
      valueOf(
        await createCustomFieldService(inside).createCustomField({
          ...asked(),
          body: { name: "Gone", fieldType: "text" },
        }),
      );
      await inside.contacts.insert(workspace.id, { createdBy: null, firstName: "Gone" });
      await inside.companies.insert(workspace.id, { createdBy: null, name: "Gone" });
      throw new Error("stop");
    });
    await expect(work).rejects.toThrow("stop");
    expect(valueOf(await pipelines().listPipelines({ ...asked() }))).toHaveLength(1);
    expect(await opened.store.reference.customFields(workspace.id, null)).toHaveLength(1);
    expect(await opened.store.contacts.list(viewer, {}, "UTC", 10, null)).toEqual([]);
    expect(await opened.store.companies.list(workspace.id, {}, "UTC", 10, null)).toEqual([]);
  });

  test("a stage is not removed under a deal that is just coming in", async () => {
    const { db } = opened;
    const [stageId] = workspace.stageIds;
    const member = randomUUID();
    const person = { email: "x@example.com", name: "X", role: "member", visibility: "all", active: true };
    await db
      .insertInto("members")
      .values({ workspace_id: workspace.id, id: member, ...person, permissions: "{}", image: null })
      .execute();
    const deal = {
      workspace_id: workspace.id,
      id: randomUUID(),
      seq: 1,
      name: "D",
      name_folded: "d",
      value: 0,
      currency: "BRL",
      close_probability: 0,
      source: "manual",
      status: "open",
      pipeline_id: workspace.pipelineId,
      stage_id: stageId,
      responsible_user_id: member,
      custom_fields: "{}",
    };
    const [removed, entered] = await Promise.allSettled([
      pipelines().deleteStage({ ...asked(), params: { seq: 1, stageId } }),
      db.insertInto("deals").values(deal).execute(),
    ]);
    expect(removed.status).toBe("fulfilled");
    const isRemoved = removed.status === "fulfilled" && removed.value.ok;
    expect(isRemoved).toBe(entered.status === "rejected");
  });

  test("settings of a field, changed at the same time, are both kept", async () => {
    const [first, second] = workspace.stageIds;
    const change = (body: object) => pipelines().updatePipelineField({ ...asked(), params: VALUE, body });
    await Promise.all([change({ requiredStageIds: [second] }), change({ suggestedStageIds: [first] })]);
    expect(valueOf(await pipelines().getPipelineField({ ...asked(), params: VALUE }))).toMatchObject({
      requiredStageIds: [second],
      suggestedStageIds: [first],
    });
  });

  test("contacts are listed by days of the workspace's time zone", async () => {
    const { contact } = await opened.store.contacts.insert(workspace.id, { createdBy: null, firstName: "Ana" });
    // 23:30 of the day before in São Paulo.
    const at = new Date("2026-03-10T02:30:00Z");
    await opened.db.updateTable("contacts").set({ updated_at: at }).where("id", "=", contact.id).execute();
    const found = async (filter: object, timeZone: string) =>
      (await opened.store.contacts.list(viewer, filter, timeZone, 10, null)).length;
    expect(await found({ updatedFrom: { day: "2026-03-10" } }, "America/Sao_Paulo")).toBe(0);
    expect(await found({ updatedFrom: { day: "2026-03-10" } }, "UTC")).toBe(1);
    expect(await found({ updatedTo: { day: "2026-03-10" } }, "America/Sao_Paulo")).toBe(1);
    expect(await found({ updatedFrom: { instant: at.toISOString() } }, "UTC")).toBe(1);
    expect(await found({ updatedTo: { instant: at.toISOString() } }, "UTC")).toBe(0);
  });

  test("changes by ids that nothing has change nothing", async () => {
    for (const id of ["\ud800", "x".repeat(100_000)]) {
      expect(await opened.store.contacts.get(viewer, id)).toBeNull();
      expect(await opened.store.contacts.change(viewer, id, () => done({}))).toBeNull();
      expect(await opened.store.contacts.delete(viewer, id)).toBe("missing");
      expect(await opened.store.contacts.setAvatar(viewer, id, null)).toBeNull();
      expect(await opened.store.companies.get(workspace.id, id)).toBeNull();
      expect(await opened.store.companies.change(workspace.id, id, () => done({}))).toBeNull();
      expect(await opened.store.companies.delete(workspace.id, id)).toBe(false);
      expect(await opened.store.customFields.delete(workspace.id, id)).toBe(false);
    }
  });
});
