import { RUN_STATUSES } from "@trilho/engine/contract";
import { Type } from "typebox";
import { dateTime, nullable, oneOf } from "../schema.ts";
import { TriggerType } from "./automation.ts";
import { failure } from "./failure.ts";
import { RunPause } from "./run-pause.ts";

export const AutomationRunStatus = oneOf(RUN_STATUSES);

/** The deal a run is about. */
export const AutomationRunDeal = Type.Object({ id: Type.String(), seq: Type.Integer(), name: Type.String() });

/** Contract, "Automation run". */
export const AutomationRun = Type.Object({
  runId: Type.String(),
  dealId: nullable(Type.String()),
  /** An extension of the list: null without a deal, and for one that is gone or not the member's to see. */
  deal: Type.Optional(nullable(AutomationRunDeal)),
  status: AutomationRunStatus,
  triggerType: TriggerType,
  /** An extension: what keeps a run that is not over at its place. Left out where nothing does. */
  pauses: Type.Optional(Type.Array(RunPause)),
  /** An extension: the run of a test event, which writes into the outbox alone. */
  test: Type.Optional(Type.Literal(true)),
  automationVersion: Type.Integer(),
  attempts: Type.Integer(),
  lastError: nullable(Type.String()),
  lastFailure: failure(),
  currentNodeId: nullable(Type.String()),
  chainId: nullable(Type.String()),
  triggerDepth: Type.Integer(),
  waitingForReply: Type.Boolean(),
  createdAt: dateTime(),
  startedAt: nullable(dateTime()),
  lastAttemptAt: nullable(dateTime()),
  nextAttemptAt: nullable(dateTime()),
  completedAt: nullable(dateTime()),
});
