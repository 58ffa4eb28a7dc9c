import { describe, expect, it } from "vitest";
import { presentTask } from "./present.ts";

const AT = "2026-03-10T12:00:00.000Z";
const NOW = Date.parse(AT);

describe("a task", () => {
  it.each<[dueAt: string | null, doneAt: string | null, status: string, isOverdue: boolean]>([
    [null, null, "pending", false],
    ["2026-03-10T11:59:59.999Z", null, "pending", true],
    [AT, null, "pending", false],
    ["2026-03-10T12:00:00.001Z", null, "pending", false],
    ["2026-03-10T11:59:59.999Z", AT, "done", false],
    [null, AT, "done", false],
  ])("due at %j and done at %j is %s, overdue: %j", (dueAt, doneAt, status, isOverdue) => {
    const task = presentTask({ title: "Call", dueAt, doneAt } as Parameters<typeof presentTask>[0], NOW);
    expect(task).toEqual({ title: "Call", dueAt, doneAt, status, isOverdue });
  });
});
