import type { Automation, Client } from "@trilho/api-client";
import { bodyOf, draftOf, isSame, type Draft } from "./draft.ts";

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
}

/** What became of it: stored, not stored, something else stored over its base, or its automation deleted. */
export type Found =
  | { kind: "landed"; automation: Automation }
  | { kind: "absent" }
  | { kind: "other"; automation: Automation }
  | { kind: "gone" };

/** Clocks of devices differ. */
const CLOCK_LEEWAY_MS = 10 * 60_000;

/** Looks up what became of a draft whose answer was lost. Rejects while that cannot be asked. */
export async function findSent(client: Client, sent: Sent, signal?: AbortSignal): Promise<Found> {
  const options = signal === undefined ? {} : { signal };
  if (sent.id === null) {
    const created = await findCreated(client, sent, options);
    return created === null ? { kind: "absent" } : { kind: "landed", automation: created };
  }
  const stored = await client.automations.get(sent.id, options);
  return judge(stored, sent);
}

export function judge(stored: Automation, sent: Pick<Sent, "baseVersion" | "draft">): Found {
  if (isStored(stored, sent.draft)) return { kind: "landed", automation: stored };
  return stored.version === sent.baseVersion ? { kind: "absent" } : { kind: "other", automation: stored };
}

/** A creation has no id to ask for: it is the newest automation made since with the same content. */
async function findCreated(client: Client, sent: Sent, options: { signal?: AbortSignal }): Promise<Automation | null> {
  const since = Date.parse(sent.at) - CLOCK_LEEWAY_MS;
  const name = sent.draft.settings.name.trim();
  for await (const automation of client.automations.list({ limit: 200, search: name }, options)) {
    if (automation.name !== name || Date.parse(automation.createdAt) < since) continue;
    if (isStored(automation, sent.draft)) return automation;
  }
  return null;
}

/** What is wrong with an answer that claims to be the stored automation; null when it can be believed. */
export function liesOf(answer: Automation, sent: Pick<Sent, "id" | "baseVersion">): "id" | "version" | null {
  const { id, version } = answer;
  if (typeof id !== "string" || id === "" || (sent.id !== null && id !== sent.id)) return "id";
  const isVersion = Number.isInteger(version) && version >= 1;
  return isVersion && version >= (sent.baseVersion ?? 1) ? null : "version";
}
