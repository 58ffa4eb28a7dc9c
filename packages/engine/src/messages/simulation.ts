import type { MessageParams } from "../contract/diagnostic.ts";
import type { FailureReason } from "../contract/run.ts";
import type { SimulationError } from "../contract/scenario.ts";
import { enSimulation } from "./en-simulation.ts";
import type { SimulationDetail } from "./locale.ts";

/** The same of a definition that cannot run. */
export const cannotRun = (message: string, reason: FailureReason | null): SimulationError =>
  simulationError("invalid-definition", "not-runnable", { message, failure: reason && [reason] });

/** Why a simulation cannot start or go on. */
export function simulationError<Code extends SimulationError["code"]>(
  code: Code,
  detail: SimulationDetail,
  params: MessageParams = {},
): SimulationError & { code: Code } {
  return { code, message: enSimulation[detail](params), detail, params };
}
