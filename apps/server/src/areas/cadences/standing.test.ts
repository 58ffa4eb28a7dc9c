import { describe, expect, it } from "vitest";
import type { CadenceDeal, StoredInstance, StoredTask } from "./model.ts";
import { canBeReached, endingOf, isOpen, isOptedOut, isRunning, overdueSince, taskStatusAt } from "./standing.ts";

const contact = { id: "c", phone: "+5511", email: "a@mail.example", blocked: false, optedOutAt: null };
const deal = { status: "open", pipelineId: "p", stageId: "s", contact } as CadenceDeal;
const instance = { status: "active", pausedAt: null, stoppedAt: null, trackType: "entry", pipelineId: "p" };
const instanceOf = (change: object = {}) => ({ ...instance, ...change }) as StoredInstance;
const taskOf = (change: object = {}) =>
  ({ status: "pending", channel: "whatsapp", dueAt: 10, overdueAt: 20, doneAt: null, ...change }) as StoredTask;

describe("a task's status", () => {
  const paused = { status: "paused", pausedAt: 15 };
  it.each<[string, object, object, number, string]>([
    ["pending before it is due", {}, {}, 9, "pending"],
    ["due when it is due", {}, {}, 10, "due"],
    ["due until its day is over", {}, {}, 19, "due"],
    ["overdue once it is", {}, {}, 20, "overdue"],
    ["what its clock showed when it was paused", {}, paused, 20, "due"],
    ["of no later moment than now, however it was paused", {}, { ...paused, pausedAt: 25 }, 15, "due"],
    ["of now, where nobody knows when it was paused", {}, { ...paused, pausedAt: null }, 20, "overdue"],
    ["of now, where it was paused and goes on", {}, { pausedAt: 5 }, 20, "overdue"],
    ["done for ever", { status: "done" }, {}, 20, "done"],
    ["skipped for ever", { status: "skipped" }, {}, 20, "skipped"],
    ["canceled for ever", { status: "canceled" }, {}, 20, "canceled"],
  ])("is %s", (_, task, run, now, expected) => {
    expect(taskStatusAt(taskOf(task), { instance: instanceOf(run), deal }, now)).toBe(expected);
  });

  it.each([
    ["whatsapp", { phone: null }, true],
    ["whatsapp", { phone: "" }, true],
    ["whatsapp", { email: null }, false],
    ["voice_call", { phone: null }, true],
    ["email", { email: null }, true],
    ["email", { email: "" }, true],
    ["email", { phone: null }, false],
    ["research", { phone: null, email: null }, false],
  ] as const)("of %s with %j is blocked: %s", (channel, lacks, isBlocked) => {
    const standing = { instance: instanceOf(), deal: { contact: { ...contact, ...lacks } } };
    expect(taskStatusAt(taskOf({ channel }), standing, 10)).toBe(isBlocked ? "blocked" : "due");
    expect(taskStatusAt(taskOf({ channel, status: "done" }), standing, 10)).toBe("done");
  });

  it("of a deal without a contact is blocked, unless nobody is needed", () => {
    expect((["whatsapp", "email", "voice_call"] as const).map((channel) => canBeReached(null, channel))).toEqual([
      false,
      false,
      false,
    ]);
    expect(canBeReached(null, "research")).toBe(true);
  });

  it.each<[string, object, object, number | null]>([
    ["open, and it is", {}, {}, 20],
    ["done in time", { status: "done", doneAt: 19 }, {}, null],
    ["done late", { status: "done", doneAt: 20 }, {}, 20],
    ["skipped", { status: "skipped" }, {}, null],
    ["canceled in time", { status: "canceled" }, { stoppedAt: 19 }, null],
    ["canceled late", { status: "canceled" }, { stoppedAt: 20 }, 20],
    ["paused in time", {}, { status: "paused", pausedAt: 19 }, null],
  ])("became overdue, where it is %s, at %j", (_, task, run, expected) => {
    expect(overdueSince(taskOf(task), instanceOf(run), 30)).toBe(expected);
  });

  it("is an open one, or the cadence a running one, until it ends", () => {
    const tasks = ["pending", "due", "overdue", "done", "skipped", "canceled"] as const;
    expect(tasks.filter((status) => isOpen({ status }))).toEqual(["pending", "due", "overdue"]);
    const runs = ["active", "paused", "completed", "stopped_dnc", "stopped_stage_end"] as const;
    expect(runs.filter((status) => isRunning({ status }))).toEqual(["active", "paused"]);
  });
});

describe("a running cadence", () => {
  const playbook = { trackType: "stage_playbook", stageId: "s" };
  it.each<[string, object, object, string | null]>([
    ["while nothing speaks against it", {}, {}, null],
    ["though its deal enters another stage", { stageId: "t" }, {}, null],
    ["of its deal's stage", {}, playbook, null],
    ["of a stage that its deal has left", { stageId: "t" }, playbook, "stage_left"],
    ["of a deal that was won", { status: "won" }, {}, "deal_won"],
    ["of a deal that was lost", { status: "lost" }, {}, "deal_lost"],
    ["of a deal in another pipeline", { pipelineId: "q" }, {}, "pipeline_changed"],
    ["of a contact that opted out", { contact: { ...contact, optedOutAt: 0 } }, {}, "contact_opted_out"],
    ["of a contact that is blocked", { contact: { ...contact, blocked: true } }, {}, "contact_opted_out"],
    ["of nobody", { contact: null }, {}, null],
  ])("goes on, or ends for a reason: %s", (_, change, run, reason) => {
    const ending = endingOf(instanceOf(run), { ...deal, ...change } as CadenceDeal);
    expect(ending?.reason ?? null).toBe(reason);
    if (reason !== null)
      expect(ending?.status).toBe(reason === "contact_opted_out" ? "stopped_dnc" : "stopped_stage_end");
  });

  it("has nobody who opted out where there is no contact", () => {
    expect(isOptedOut(null)).toBe(false);
  });
});
