import { isDeepStrictEqual } from "node:util";
import type { CreateAutomationRequest, FieldError } from "@trilho/contract";
import { isObject, startProblems, toFieldErrors, validateGraph } from "@trilho/engine";
import { alone } from "../../platform/background/alone.ts";
import type { ReferenceStore } from "../reference/reference.ts";
import { triggerProblems } from "./trigger-check.ts";
import { credentialProblems, withoutCredentials } from "./credentials.ts";
import { ruleDateProblems } from "./rule-dates.ts";
import { resolveScope, type Scope } from "./scope.ts";
import type { AutomationReplacement, StoredAutomation } from "./model.ts";

/** Every problem of a body beyond its schema: the graph's rules, the scope's ids, the credentials. */
export async function checkDraft(
  reference: ReferenceStore,
  workspaceId: string,
  body: unknown,
): Promise<{ problems: FieldError[]; scope: Scope | null }> {
  if (!isObject(body)) return { problems: [], scope: null };
  const scope = await resolveScope(reference, workspaceId, body);
  const ofParts = await alone(() => [...credentialProblems(body), ...startProblems(body), ...triggerProblems(body)]);
  const ofDates = await alone(() =>
    ["conditions", "triggerConfig", "graphDefinition"].flatMap((key) => ruleDateProblems(body[key], key)),
  );
  const ofGraph = await alone(() => graphProblems(body["graphDefinition"]));
  return { scope: scope.scope, problems: [...scope.problems, ...ofParts, ...ofDates, ...ofGraph] };
}

/** The graph's errors; its warnings refuse nothing. */
function graphProblems(graph: unknown): FieldError[] {
  // A graph that is missing or no object is the schema's to report.
  if (!isObject(graph)) return [];
  return toFieldErrors(validateGraph(graph).problems, "graphDefinition");
}

/** The definition that a good body stands for, credentials taken out, defaults filled in. `enabled` only if it was sent. */
export function toReplacement(body: CreateAutomationRequest, scope: Scope): AutomationReplacement {
  return withoutCredentials({
    ...(body.enabled !== undefined && { enabled: body.enabled }),
    name: body.name.trim(),
    triggerType: body.triggerType.trim(),
    ...scope,
    outboundChannelId: body.outboundChannelId ?? null,
    respectBusinessHours: body.respectBusinessHours ?? false,
    triggerWindow: body.triggerWindow ?? null,
    conditions: body.conditions ?? null,
    triggerConfig: body.triggerConfig ?? null,
    graphDefinition: body.graphDefinition,
  });
}

/** Whether storing `next` would change anything but `enabled`. */
export function isSameDefinition(stored: StoredAutomation, next: AutomationReplacement): boolean {
  const { enabled: _, ...definition } = next;
  return Object.entries(definition).every(([field, value]) => {
    const current = stored[field as keyof StoredAutomation];
    // The same text, a fifth of the work, unless keys are in another order.
    return JSON.stringify(current) === JSON.stringify(value) || isDeepStrictEqual(current, value);
  });
}
