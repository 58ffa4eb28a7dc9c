import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { MeetingDraft } from "../calendar/port.ts";
import type { Actor } from "../activities/history.ts";
import type { DealReference } from "../reference/lookups.ts";
import type { Viewer } from "../../platform/security/principal.ts";
import type { TaskDraft } from "./tasks/port.ts";
import { addWorkspace, type TestWorkspace } from "../../app/testing/workspace.ts";
import { openTestStore, STORE_KINDS, type TestStore } from "../../testing/open-test-store.ts";
import { taskSummary } from "./tasks/store/task-summaries.ts";
import { nextSeq } from "../../platform/database/workspace-rows.ts";

const NOW = "2030-01-01T12:00:00.000Z";
const YESTERDAY = "2029-12-31T12:00:00.000Z";
const TOMORROW = "2030-01-02T12:00:00.000Z";

describe.each(STORE_KINDS)("the work on deals on %s", (kind) => {
  let opened: TestStore;
  let workspace: TestWorkspace;
  let viewer: Viewer;
  let deal: DealReference;

  beforeAll(async () => {
    opened = await openTestStore(kind);
    workspace = await addWorkspace(opened.db, opened.serverSecret);
    await workspace.addKey();
    const { id } = await opened.db.selectFrom("members").select("id").executeTakeFirstOrThrow();
    viewer = { workspaceId: workspace.id, memberId: id, role: "owner", visibility: "all" };
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    deal = await addDeal();
  });

  /** An automation in the middle of a run. */
  const actor: Actor = {
    type: "automation",
    userId: null,
    automationId: "welcome",
    apiKeyId: null,
    chain: { id: "chain", depth: 2 },
  };

  async function addDeal(): Promise<DealReference> {
    const seq = await nextSeq(opened.db, workspace.id, "deal");
    await opened.db
      .insertInto("deals")
      .values({
        workspace_id: workspace.id,
        id: randomUUID(),
        seq,
        name: `Deal ${seq}`,
        value: 0,
        currency: "BRL",
        close_probability: 0,
        source: "manual",
        status: "open",
        pipeline_id: workspace.pipelineId,
        stage_id: workspace.stageIds[0],
        responsible_user_id: viewer.memberId,
        custom_fields: "{}",
      })
      .execute();
    const found = await opened.store.lookups.deal(viewer, seq);
    if (found === null) throw new Error("The deal is not there");
    return found;
  }

  const draft = (change: Partial<TaskDraft> = {}): TaskDraft => ({
    title: "Call",
    description: null,
    dueAt: null,
    assigneeUserId: viewer.memberId,
    categoryName: null,
    categoryColor: null,
    ...change,
  });
  const meeting = (change: Partial<MeetingDraft> = {}): MeetingDraft => ({
    userId: viewer.memberId,
    title: "Visit",
    description: null,
    startsAt: NOW,
    endsAt: TOMORROW,
    allDay: false,
    dealId: deal.id,
    contactId: null,
    attendees: [],
    conferenceUrl: null,
    location: null,
    status: "scheduled",
    ...change,
  });
  const historyOf = async ({ id }: { id: string }) =>
    (await opened.store.activities.list(workspace.id, id, {}, 50, null)).map(({ type }) => type).toSorted();
  const eventsOf = ({ id }: { id: string }) =>
    opened.db.selectFrom("events").where("deal_id", "=", id).select(["type", "chain_id", "depth"]).execute();

  test("is told with the automation that did it, one step deeper in its chain", async () => {
    const { added } = await opened.store.tags.addToDeal(workspace.id, actor, deal, [workspace.tagId, "nothing"]);
    expect(added.map(({ id }) => id)).toEqual([workspace.tagId]);
    const [told] = await opened.store.activities.list(workspace.id, deal.id, {}, 1, null);
    expect(told?.actor).toMatchObject({ actorType: "automation", automationId: "welcome", automationName: null });
    expect(await eventsOf(deal)).toEqual([{ type: "tag_added", chain_id: "chain", depth: 3 }]);
  });

  test("adds and removes many tags, each once", async () => {
    const tag = await opened.store.tags.create(workspace.id, { name: randomUUID(), color: "#000000" });
    if (tag === "taken") throw new Error("The name is taken");
    const ids = [tag.id, workspace.tagId, tag.id];
    const { tags, added } = await opened.store.tags.addToDeal(workspace.id, actor, deal, ids);
    expect([tags.length, added.length]).toEqual([2, 2]);
    expect((await opened.store.tags.addToDeal(workspace.id, actor, deal, ids)).added).toEqual([]);
    expect(await opened.store.tags.removeFromDeal(workspace.id, actor, deal, ids)).toHaveLength(2);
    expect(await opened.store.tags.removeFromDeal(workspace.id, actor, deal, ids)).toEqual([]);
    expect(await historyOf(deal)).toEqual(["TAG_ADDED", "TAG_ADDED", "TAG_REMOVED", "TAG_REMOVED"]);
  });

  test("leaves nothing behind when the transaction around it fails", async () => {
    const failing = opened.store.transaction(async (store) => {
      await store.tags.addToDeal(workspace.id, actor, deal, [workspace.tagId]);
      await store.tasks.create(workspace.id, actor, deal, draft());
      await store.meetings.create(workspace.id, actor, meeting());
      await store.notes.create(workspace.id, actor, {
        dealId: deal.id,
        content: "x",
        authorMemberId: null,
        attachmentIds: [],
      });
      throw new Error("Something else went wrong");
    });
    await expect(failing).rejects.toThrow("Something else");
    expect(await historyOf(deal)).toEqual([]);
    expect(await eventsOf(deal)).toEqual([]);
    expect(await opened.store.notes.list(workspace.id, deal.id, 10, null)).toEqual([]);
    expect(await opened.store.tasks.list(viewer, { dealId: deal.id }, NOW, 10, null)).toEqual([]);
  });

  test("writes notes of nobody and meetings for others", async () => {
    const note = { dealId: deal.id, content: "Looks good", authorMemberId: null, attachmentIds: [] };
    expect(await opened.store.notes.create(workspace.id, actor, note)).toMatchObject({ authorName: null });
    const id = await opened.store.meetings.create(workspace.id, actor, meeting());
    const range = { from: NOW, to: TOMORROW, dealSeq: null, userIds: [viewer.memberId] };
    const events = await opened.store.calendar.list("meeting", viewer, range, Date.parse(NOW), 500, null);
    expect(events.find((event) => event.id === id)).toMatchObject({
      dealSeq: deal.seq,
      startsAt: NOW,
      endsAt: TOMORROW,
    });
    expect(await historyOf(deal)).toEqual(["MEETING_CREATED", "NOTE_CREATED"]);
  });

  test("is summed up for many deals at once", async () => {
    const [busy, idle] = [deal, await addDeal()];
    const { tasks } = opened.store;
    await tasks.create(workspace.id, actor, busy, draft({ title: "Someday" }));
    await tasks.create(workspace.id, actor, busy, draft({ title: "Late", dueAt: YESTERDAY, categoryName: "Phone" }));
    await tasks.create(workspace.id, actor, busy, draft({ title: "Soon", dueAt: TOMORROW }));
    const finished = await tasks.create(workspace.id, actor, idle, draft({ dueAt: YESTERDAY }));
    await tasks.update(workspace.id, actor, idle, finished.id, NOW, async (current) => ({
      ok: true,
      value: { ...draft(), dueAt: current.dueAt, done: true },
    }));
    const summaryOf = async ({ id }: DealReference) => {
      const row = opened.db.selectFrom("deals").where("workspace_id", "=", workspace.id).where("id", "=", id);
      return (await row.select(taskSummary(NOW).as("summary")).executeTakeFirstOrThrow()).summary;
    };
    const summary = await summaryOf(busy);
    expect(summary).toMatchObject({
      pendingCount: 3,
      overdueCount: 1,
      nextTask: {
        id: expect.any(String),
        title: "Late",
        assigneeUserId: draft().assigneeUserId,
        categoryName: "Phone",
        categoryColor: null,
      },
    });
    expect(Date.parse(summary.nextTask?.dueAt ?? "")).toBe(Date.parse(YESTERDAY));
    expect(await summaryOf(idle)).toEqual({ pendingCount: 0, overdueCount: 0, nextTask: null });
  });

  test("goes with its deal, but for meetings", async () => {
    const { notes, tasks, attachments, meetings } = opened.store;
    const file = { name: "a.txt", mimeType: "text/plain", content: new Uint8Array([0, 255, 10]), createdBy: null };
    const { key } = await attachments.add(workspace.id, deal.id, file);
    const note = { dealId: deal.id, content: "", authorMemberId: null, attachmentIds: [key] };
    expect((await notes.create(workspace.id, actor, note)).attachments).toHaveLength(1);
    expect(Buffer.from((await attachments.read(workspace.id, deal.id, key))?.content ?? [])).toEqual(
      Buffer.from(file.content),
    );
    await tasks.create(workspace.id, actor, deal, draft());
    const meetingId = await meetings.create(workspace.id, actor, meeting());
    await opened.db.deleteFrom("deals").where("id", "=", deal.id).execute();
    expect(await notes.list(workspace.id, deal.id, 10, null)).toEqual([]);
    expect(await opened.store.calendar.get("meeting", viewer, meetingId, Date.parse(NOW))).toMatchObject({
      dealSeq: null,
    });
  });
});
