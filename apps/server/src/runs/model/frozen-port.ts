import type { JsonObject } from "@trilho/engine/contract";

/**
 * What every attempt at an action outside sends, made before the first one. Hidden parts of `config` stay hidden; all else
 * has its texts filled in.
 */
export interface Frozen {
  config: JsonObject;
  /** Whom it is written to; for another contact it is made anew. Without it, it is for whomever. */
  contactId?: string | null;
  /** What the action made of its facts. */
  content?: JsonObject;
}

/** Of actions outside, by run and node. */
export interface FrozenCalls {
  /** Null before the first attempt. */
  read(workspaceId: string, runId: string, nodeId: string): Promise<Frozen | null>;
  keep(workspaceId: string, runId: string, nodeId: string, frozen: Frozen): Promise<void>;
  forget(workspaceId: string, runId: string, nodeId: string): Promise<void>;
}
