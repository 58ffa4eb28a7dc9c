import { PAGE_SIZES } from "@trilho/contract";
import type { TaskService } from "./service.ts";
import type { Handlers } from "../../../platform/http/handlers.ts";

type TaskOperation = "listTasks" | "listDealTasks" | "createTask" | "getTask" | "updateTask" | "deleteTask";

export const taskHandlers = (service: TaskService): Pick<Handlers, TaskOperation> => ({
  listTasks: ({ principal, query }) => service.list(principal, { limit: PAGE_SIZES.tasks.default, ...query }),
  listDealTasks: ({ principal, params, query }) =>
    service.ofDeal(principal, params.seq, { limit: PAGE_SIZES.tasks.default, ...query }),
  createTask: ({ principal, params, body }) => service.create(principal, params.seq, body),
  getTask: ({ principal, params }) => service.get(principal, params.seq, params.taskId),
  updateTask: ({ principal, params, body }) => service.update(principal, params.seq, params.taskId, body),
  deleteTask: ({ principal, params }) => service.delete(principal, params.seq, params.taskId),
});
