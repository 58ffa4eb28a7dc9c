import { expect, it } from "vitest";
import { record } from "./claim.ts";
import type { InstanceView, StoredAttempt, StoredTask } from "./model.ts";

it("an attempt that another process recorded first stays as that recorded it", () => {
  const attempt = { id: "a", success: true } as StoredAttempt;
  const view = { tasks: [{ id: "t", attempts: [attempt] } as StoredTask] } as InstanceView;
  const late = { taskId: "t", memberId: "m", now: 1, attempt: { ...attempt, success: null }, sent: null };
  expect(record(view, late)).toEqual({ ok: true, value: { change: {}, value: attempt } });
});
