import { Type } from "typebox";
import { dateTime, madeByTest, nullable, oneOf } from "../schema.ts";

export const TASK_STATUSES = ["pending", "done"] as const;

/** What lists filter by: `overdue` ones are the pending ones whose time has passed. */
export const TaskFilterStatus = oneOf([...TASK_STATUSES, "overdue"]);

/** Something to be done for a deal. `isOverdue` holds at the moment of reading. */
export const Task = Type.Object({
  id: Type.String(),
  dealId: Type.String(),
  dealSeq: Type.Integer(),
  dealName: Type.String(),
  title: Type.String(),
  description: nullable(Type.String()),
  dueAt: nullable(dateTime()),
  status: oneOf(TASK_STATUSES),
  isOverdue: Type.Boolean(),
  assigneeUserId: Type.String(),
  assigneeName: nullable(Type.String()),
  categoryName: nullable(Type.String()),
  categoryColor: nullable(Type.String()),
  doneAt: nullable(dateTime()),
  doneByUserId: nullable(Type.String()),
  createdByUserId: nullable(Type.String()),
  createdAt: dateTime(),
  updatedAt: dateTime(),
  test: madeByTest(),
});

const title = () => Type.String({ minLength: 1, maxLength: 255, pattern: "\\S" });

const details = {
  description: Type.Optional(nullable(Type.String({ maxLength: 5000 }))),
  dueAt: Type.Optional(nullable(dateTime())),
  /** Null and left out in a creation: the deal's responsible. */
  assigneeUserId: Type.Optional(nullable(Type.String({ minLength: 1 }))),
  categoryName: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 80, pattern: "\\S" }))),
  categoryColor: Type.Optional(nullable(Type.String({ pattern: "^#[0-9A-Fa-f]{6}$" }))),
};

export const CreateTaskRequest = Type.Object({ title: title(), ...details });

export const UpdateTaskRequest = Type.Object({
  title: Type.Optional(title()),
  ...details,
  done: Type.Optional(Type.Boolean()),
});
