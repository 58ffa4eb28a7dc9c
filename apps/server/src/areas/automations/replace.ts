import { isDeepStrictEqual } from "node:util";
import type { Automation } from "@trilho/contract";
import { alone } from "../../platform/background/alone.ts";
import { done, invalid, notFound, refused, type Failure, type Outcome } from "../../platform/service/outcome.ts";
import { mergeSecrets, NO_SECRETS, withPlainHeaders, type GivenCredentials } from "./credentials.ts";
import { isSameDefinition } from "./draft.ts";
import { withHookToken } from "./hook-token.ts";
import { presentWritten } from "./present.ts";
import type { AutomationReplacement, AutomationSecrets, StoredAutomation } from "./model.ts";
import type { Author, AutomationStore } from "./port.ts";

export interface ReplaceRequest {
  by: Author | null;
  note: string | undefined;
  replacement: AutomationReplacement;
  given: GivenCredentials;
  /** The version the change started from; null replaces whatever is stored. */
  baseVersion: number | null;
  /** Why what is stored may not become what is asked for; null where it may. */
  guard?: (stored: StoredAutomation, replacement: AutomationReplacement) => Failure | null;
}

/** An attempt only fails when another write succeeded, so this many would have to come at once. */
const ATTEMPTS = 100;

/**
 * Replaces the version that was read, so that credentials kept from it are never those of another one. Without a
 * base version, a write in between is followed by another attempt.
 */
export async function replaceStored(
  automations: AutomationStore,
  workspaceId: string,
  id: string,
  request: ReplaceRequest,
): Promise<Outcome<Automation>> {
  let storedVersion = 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const stored = await automations.get(workspaceId, id);
    if (stored === null) return refused(notFound("automation"));
    const replacement = withHookToken(request.replacement, stored);
    const secretsStored = (await automations.secrets(workspaceId, id)) ?? NO_SECRETS;
    const known = withPlainHeaders(secretsStored, stored.graphDefinition);
    const failure = request.guard?.(stored, replacement) ?? null;
    if (failure !== null) return refused(failure);
    const merged = mergeSecrets(known, request.given, replacement.graphDefinition, stored.graphDefinition);
    if (merged.missing.length > 0) return refused(invalid(merged.missing));
    if (await alone(() => isUnchanged(stored, replacement, secretsStored, merged.secrets))) {
      return unchanged(automations, workspaceId, stored, replacement.enabled, request.by);
    }
    const base = request.baseVersion ?? stored.version;
    if (base !== stored.version) return refused(conflict(base, stored.version));
    const answer = await automations.replace(
      workspaceId,
      id,
      replacement,
      merged.secrets,
      base,
      request.by,
      request.note,
    );
    if (answer.outcome === "missing") return refused(notFound("automation"));
    if (answer.outcome === "replaced") return done(presentWritten(answer.automation, merged.generated));
    storedVersion = answer.storedVersion;
    if (request.baseVersion !== null) break;
  }
  return refused(conflict(request.baseVersion, storedVersion));
}

/** Nothing to store: the version stays, so repeating a replacement whose answer was lost is safe. */
const isUnchanged = (
  stored: StoredAutomation,
  next: AutomationReplacement,
  secretsStored: AutomationSecrets,
  secrets: AutomationSecrets,
): boolean => isSameDefinition(stored, next) && isDeepStrictEqual(secretsStored, secrets);

async function unchanged(
  automations: AutomationStore,
  workspaceId: string,
  stored: StoredAutomation,
  enabled: boolean | undefined,
  by: Author | null,
): Promise<Outcome<Automation>> {
  if (enabled === undefined || enabled === stored.enabled) return done(presentWritten(stored, null));
  const switched = await automations.setEnabled(workspaceId, stored.id, enabled, by);
  return switched === null ? refused(notFound("automation")) : done(presentWritten(switched, null));
}

const conflict = (base: number | null, stored: number) =>
  ({
    code: "CONFLICT",
    message: "Another change was stored since. Read the automation again and apply yours to it.",
    details: base === null ? `stored version ${stored}` : `baseVersion ${base}, stored version ${stored}`,
  }) as const;
