import { triggerProblems as problemsOf } from "@trilho/engine";
import type { FieldError } from "@trilho/contract";
import { cronProblem } from "../../../platform/service/cron.ts";

/** Problems of a trigger's settings, its schedule's time included. */
export const triggerProblems = (body: Parameters<typeof problemsOf>[0]): FieldError[] => problemsOf(body, cronProblem);
