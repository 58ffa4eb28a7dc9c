import type { ACTIVITY_TYPES, ACTOR_TYPES } from "@trilho/contract";
import type { JsonObject, KnownTriggerType } from "@trilho/engine/contract";
import type { Principal } from "../../platform/security/principal.ts";

/** Who did something. Members act through a key; automations in the run that they are in. */
export interface Actor {
  type: (typeof ACTOR_TYPES)[number];
  userId: string | null;
  automationId: string | null;
  apiKeyId: string | null;
  /** Of an automation's deed: the chain of runs it stands in, how deep, and whether a test began it. */
  chain: { id: string; depth: number; isTest?: boolean } | null;
  /** Of an automation's deed: the run, the node of its graph that did it, and when (Unix ms); none of what came before a run. */
  step?: { runId: string; nodeId: string; at: number };
  /** Whether a test key did it, or what follows from its deeds: nothing of that leaves the server. */
  isTestKey?: boolean;
}

/** Whether a test event began what it does. */
export const isTest = ({ chain }: Actor): boolean => chain?.isTest === true;

/** A request's actor: the key, and the member it speaks for. */
export const actorOf = ({ memberId, keyId, mode }: Pick<Principal, "memberId" | "keyId" | "mode">): Actor => ({
  type: "api_key",
  userId: memberId,
  automationId: null,
  apiKeyId: keyId,
  chain: null,
  isTestKey: mode === "test",
});

/** One line of a deal's history. `changes` is `{ from, to }` of the `field`, where one changed. */
export interface NewActivity {
  dealId: string;
  type: ActivityType;
  field?: string;
  changes?: JsonObject;
  metadata?: JsonObject;
}

export type ActivityType = (typeof ACTIVITY_TYPES)[number];

/** Something that automations may start from. `payload` holds what the trigger's filters need: ids, old and new values. */
export interface NewEvent {
  type: KnownTriggerType;
  dealId: string | null;
  contactId: string | null;
  payload: JsonObject;
}
