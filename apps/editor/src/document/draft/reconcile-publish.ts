import { HOUR_MS } from "@trilho/engine";
import type { Automation } from "@trilho/api-client";
import { isSame } from "../is-same.ts";
import { bodyOf, draftOf, type Draft } from "./draft.ts";

/** Whether what is stored is what was sent. Credentials never come back, and `enabled` has a switch of its own. */
export function isStored(stored: Automation, sent: Draft): boolean {
  return isSame(comparable(draftOf(stored)), comparable(sent));
}

function comparable(draft: Draft): unknown {
  const { triggerConfig, outboundChannelId, conditions, triggerWindow, ...body } = bodyOf(draft);
  return withoutSecrets({
    ...body,
    // What a creation leaves out is stored as null.
    outboundChannelId: outboundChannelId ?? null,
    conditions: conditions ?? null,
    triggerWindow: triggerWindow ?? null,
    triggerConfig: Object.keys(withoutSecrets(triggerConfig ?? {}) as object).length === 0 ? null : triggerConfig,
  });
}

/** Where the API keeps credentials, of webhooks and of the request that starts a run, and the address it gives that. */
const CREDENTIALS: ReadonlySet<string> = new Set(["secret", "headerValue", "password", "hookToken"]);

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => !CREDENTIALS.has(key));
  return Object.fromEntries(
    kept.map(([key, each]) => [key, key === "headers" ? withoutKeys(each) : withoutSecrets(each)]),
  );
}

/** Of a webhook's headers, the API hides the values of those that let somebody in. */
const LETS_IN = /auth|cookie|key|pass|secret|session|signature|token/i;

const withoutKeys = (headers: unknown): unknown =>
  typeof headers === "object" && headers !== null
    ? Object.entries(headers).filter(([name]) => !LETS_IN.test(name))
    : headers;

/** A draft on its way: what is needed to find out later whether it arrived. */
export interface Sent {
  /** Null for a creation. */
  id: string | null;
  /** The version it replaces; null for a creation. */
  baseVersion: number | null;
  draft: Draft;
  /** ISO 8601 instant of this device's clock. */
  at: string;
  /** The Idempotency-Key it was sent under; null where the service is not known to take one. */
  key: string | null;
  /** What is new, for the history. */
  note?: string;
  /** A person stopped waiting for it: it is not to be sent again by itself. */
  stopped?: true;
}

/** Services remember a key for 24 hours; clocks of devices differ. */
const KEPT_MS = 23 * HOUR_MS;
/** A request that is older than this is under way nowhere any more. */
const UNDER_WAY_MS = 11 * 60_000;

/** Whether sending it again stores it once. */
export const isRepeatable = ({ key, at }: Sent, now: number): boolean => key !== null && now - Date.parse(at) < KEPT_MS;

/** Whether the service may still be working on it. */
export const mayBeUnderWay = ({ at }: Sent, now: number): boolean => now - Date.parse(at) < UNDER_WAY_MS;

/** What became of a replacement: stored, not stored, or something else stored over its base. */
export type Found =
  | { kind: "stored"; automation: Automation }
  | { kind: "absent" }
  | { kind: "other"; automation: Automation };

export function reconcilePublish(stored: Automation, sent: Pick<Sent, "baseVersion" | "draft">): Found {
  if (isStored(stored, sent.draft)) return { kind: "stored", automation: stored };
  return stored.version === sent.baseVersion ? { kind: "absent" } : { kind: "other", automation: stored };
}

/** What is wrong with an answer that claims to be the stored automation; null when it can be believed. */
export function validateResponse(answer: Automation, sent: Pick<Sent, "id" | "baseVersion">): "id" | "version" | null {
  const { id, version } = answer;
  if (typeof id !== "string" || id === "" || (sent.id !== null && id !== sent.id)) return "id";
  const isVersion = Number.isInteger(version) && version >= 1;
  return isVersion && version >= (sent.baseVersion ?? 1) ? null : "version";
}
