import type { Task } from "@trilho/contract";
import type { StoredTask } from "./port.ts";

/** The contract's resource, at this moment (Unix ms). */
export function presentTask(task: StoredTask, now: number): Task {
  const isDone = task.doneAt !== null;
  return {
    ...task,
    status: isDone ? "done" : "pending",
    // No date at all is never past.
    isOverdue: !isDone && Date.parse(task.dueAt ?? "") < now,
  };
}
