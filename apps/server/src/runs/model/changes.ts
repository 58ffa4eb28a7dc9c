import type { AutomationRunChange } from "@trilho/contract";
import type { JsonObject } from "@trilho/engine/contract";
import type { FailureReason } from "@trilho/engine/failures";
import type { Principal } from "../../platform/security/principal.ts";

/** Why a run's status changed though its steps do not say so; the contract lists the codes with their parameters. */
export type ChangeReason = AutomationRunChange["why"];

export const because = (code: ChangeReason["code"], params: JsonObject = {}): ChangeReason => ({ code, params });

/** Who changed it: a member through a key, or another run. */
export type Changer = Pick<Principal, "memberId" | "keyId"> | { runId: string };

/** Why a run is not to begin: it is stored as `skipped`, with the failure for people to see. */
export interface Refusal {
  failure: FailureReason[];
  why: ChangeReason;
}
