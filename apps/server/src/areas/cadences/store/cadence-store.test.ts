import { randomUUID } from "node:crypto";
import type { CadenceStep } from "@trilho/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { enroll } from "../enrollment.ts";
import type { CadenceDraft } from "../model.ts";
import type { Actor } from "../../activities/history.ts";
import type { Viewer } from "../../../platform/security/principal.ts";
import { done } from "../../../platform/service/outcome.ts";
import { openTestStore, STORE_KINDS, type TestStore } from "../../../testing/open-test-store.ts";
import { addWorkspace, type TestWorkspace } from "../../../app/testing/workspace.ts";
import { createCadenceClock } from "./cadence-clock.ts";
import { CADENCE, cadenceStepsBetween } from "./cadence-lookups.ts";

const ACTOR: Actor = { type: "system", userId: null, automationId: null, apiKeyId: null, chain: null };
const START = Date.parse("2026-03-02T12:00:00Z");
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const step = (dayNumber: number): CadenceStep => ({
  dayNumber,
  stepOrder: 1,
  channel: "research",
  quantity: 1,
  description: null,
  timeOfDay: null,
  whatsappTemplateName: null,
  whatsappTemplateLanguage: null,
  whatsappTemplateParameters: ["{{ contact.firstName }}"],
  message: null,
  subject: null,
  htmlBody: null,
  textBody: null,
});

describe.each(STORE_KINDS)("cadences on %s", (kind) => {
  let opened: TestStore;
  let workspace: TestWorkspace;
  let memberId: string;
  beforeAll(async () => {
    opened = await openTestStore(kind);
    workspace = await addWorkspace(opened.db, opened.serverSecret);
    await workspace.addKey();
    memberId = (await opened.db.selectFrom("members").select("id").executeTakeFirstOrThrow()).id;
  });
  afterAll(() => opened.close());

  const viewer = (change: Partial<Viewer> = {}): Viewer => ({
    workspaceId: workspace.id,
    memberId,
    role: "owner",
    visibility: "all",
    ...change,
  });

  let seqs = 0;
  async function addDeal(): Promise<{ id: string; seq: number }> {
    const id = randomUUID();
    const seq = ++seqs;
    await opened.db
      .insertInto("deals")
      .values({
        workspace_id: workspace.id,
        id,
        seq,
        name: `Deal ${seq}`,
        value: 0,
        currency: "BRL",
        close_probability: 0,
        source: "api",
        status: "open",
        pipeline_id: workspace.pipelineId,
        stage_id: workspace.stageIds[0],
        contact_id: null,
        company_id: null,
        responsible_user_id: memberId,
        co_owner_user_id: null,
        lost_reason: null,
        notes: null,
        custom_fields: "{}",
      })
      .execute();
    return { id, seq };
  }

  const draft = (change: Partial<CadenceDraft> = {}): CadenceDraft => ({
    name: "C",
    description: null,
    pipelineId: workspace.pipelineId,
    stageId: null,
    active: true,
    steps: [step(1), step(3)],
    ...change,
  });

  async function enrolled(): Promise<{ id: string; seq: number; cadenceId: string; instanceId: string }> {
    const cadence = await opened.store.cadences.create(workspace.id, draft());
    const deal = await addDeal();
    const outcome = await opened.store.cadences.enroll(viewer(), ACTOR, deal.seq, cadence?.id ?? "", (found) => {
      const started = enroll(found.cadence, found.deal, found.calendar, 0, START);
      return started.ok ? done({ enrollment: started.value, before: null }) : started;
    });
    if (!outcome.ok) throw new Error(outcome.failure.message);
    return { ...deal, cadenceId: cadence?.id ?? "", instanceId: outcome.value.instance.id };
  }

  const statusesOf = async (instanceId: string): Promise<string[]> =>
    (
      await opened.db
        .selectFrom("cadence_tasks")
        .select("status")
        .where("instance_id", "=", instanceId)
        .orderBy("day_number")
        .execute()
    ).map(({ status }) => status);

  test("keeps a definition as it was given, and lets one playbook of a stage be active", async () => {
    const { cadences } = opened.store;
    const wanted = draft({ name: "Açaí 🚀", description: "\\ %_", stageId: workspace.stageIds[0] });
    const created = await cadences.create(workspace.id, wanted);
    expect(created).toMatchObject({ ...wanted, version: 1, runningDealCount: 0 });
    expect(await cadences.get(workspace.id, created?.id ?? "")).toEqual(created);
    const others = await Promise.all([1, 2].map(() => cadences.create(workspace.id, wanted)));
    expect(others).toEqual([null, null]);
    expect(await cadences.delete(workspace.id, created?.id ?? "")).toBe("deleted");
  });

  test("of processes that tick at the same time, one changes each task and stops each cadence", async () => {
    const runs = await Promise.all([enrolled(), enrolled(), enrolled()]);
    const clocks = [1, 2, 3].map(() => createCadenceClock(opened.db));
    const at = START + 3 * DAY;
    const marked = await Promise.all(clocks.map((clock) => clock.mark(at, 500)));
    expect(marked.reduce((sum, count) => sum + count, 0)).toBe(6);
    for (const { instanceId } of runs) expect(await statusesOf(instanceId)).toEqual(["overdue", "overdue"]);
    const ids = runs.map(({ id }) => id);
    await opened.db.updateTable("deals").set({ status: "won" }).where("id", "in", ids).execute();
    const stopped = await Promise.all(clocks.map((clock) => clock.stopEnded(at, 500)));
    expect(stopped.reduce((sum, count) => sum + count, 0)).toBe(3);
    const told = await opened.db
      .selectFrom("activities")
      .select("deal_id")
      .where("type", "=", "CADENCE_STOPPED")
      .where("deal_id", "in", ids)
      .execute();
    expect(told.map(({ deal_id }) => deal_id).toSorted()).toEqual(ids.toSorted());
    for (const { instanceId } of runs) expect(await statusesOf(instanceId)).toEqual(["canceled", "canceled"]);
    expect(await clocks[0]?.stopEnded(at, 500)).toBe(0);
  });

  test("marks what is due, as much of it as it is asked to, and nothing of paused cadences", async () => {
    const [active, paused] = [await enrolled(), await enrolled()];
    await opened.db
      .updateTable("cadence_instances")
      .set({ status: "paused", paused_at: new Date(START) })
      .where("id", "=", paused.instanceId)
      .execute();
    const clock = createCadenceClock(opened.db);
    const at = START + 2 * DAY;
    // One that becomes due, and one that becomes overdue.
    expect(await clock.mark(at, 1)).toBe(2);
    expect(await clock.mark(at, 500)).toBe(0);
    expect(await statusesOf(active.instanceId)).toEqual(["overdue", "due"]);
    expect(await statusesOf(paused.instanceId)).toEqual(["due", "pending"]);
  });

  test("tells which cadences deals run", async () => {
    const [running, plain, ended] = [await enrolled(), await addDeal(), await enrolled()];
    await opened.db
      .updateTable("cadence_instances")
      .set({ status: "completed" })
      .where("id", "=", ended.instanceId)
      .execute();
    const cadenceOf = async ({ id }: { id: string }) => {
      const deal = opened.db.selectFrom("deals").where("workspace_id", "=", workspace.id).where("id", "=", id);
      return (await deal.select(CADENCE.as("cadence")).executeTakeFirstOrThrow()).cadence;
    };
    expect(await cadenceOf(running)).toEqual({ id: running.cadenceId, name: "C", pipelineId: workspace.pipelineId });
    expect(await cadenceOf(plain)).toBeNull();
    expect(await cadenceOf(ended)).toBeNull();
  });

  test("shows steps on a calendar to those who may see their deals", async () => {
    const { id } = await enrolled();
    const range = { from: new Date(START), to: new Date(START + DAY), userIds: null, dealSeq: null };
    const steps = async (who: Viewer, change: object = {}) =>
      (await cadenceStepsBetween(opened.db, who, { ...range, ...change }, START, 1000, null)).filter(
        ({ dealId }) => dealId === id,
      );
    expect(await steps(viewer())).toMatchObject([{ dealId: id, dayNumber: 1, status: "due", ownerUserId: memberId }]);
    expect(await steps(viewer({ visibility: "own" }))).toHaveLength(1);
    expect(await steps(viewer({ visibility: "own", memberId: "somebody" }))).toEqual([]);
    expect(await steps(viewer({ workspaceId: "another" }))).toEqual([]);
    expect(await steps(viewer(), { userIds: ["somebody"] })).toEqual([]);
    expect(await steps(viewer(), { to: range.from })).toEqual([]);
  });

  test("goes with its deal", async () => {
    const { id, instanceId } = await enrolled();
    await opened.db.deleteFrom("deals").where("id", "=", id).execute();
    expect(await statusesOf(instanceId)).toEqual([]);
  });

  test("shows nothing of another workspace, and nothing by ids of any text and length", async () => {
    const { cadences } = opened.store;
    const { cadenceId, seq } = await enrolled();
    const foreign = viewer({ workspaceId: "another" });
    expect(await cadences.get("another", cadenceId)).toBeNull();
    expect(await cadences.delete("another", cadenceId)).toBe("missing");
    expect(await cadences.view(foreign, seq)).toBeNull();
    expect(await cadences.deals(foreign, cadenceId, [], 10, null)).toEqual([]);
    expect(await cadences.activeStages("another", workspace.pipelineId)).toBeNull();
    for (const id of ["\ud800", "x".repeat(10_000)]) {
      expect(await cadences.get(workspace.id, id)).toBeNull();
      expect(await cadences.delete(workspace.id, id)).toBe("missing");
      expect(await cadences.deals(viewer(), id, [], 10, null)).toEqual([]);
      expect(await cadences.activeStages(workspace.id, id)).toBeNull();
      expect(await cadences.list(workspace.id, { pipelineId: id }, 10, null)).toEqual([]);
    }
  });
});
