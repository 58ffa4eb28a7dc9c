import { isDeepStrictEqual } from "node:util";
import type { CreateAutomationRequest, FieldError } from "@trilho/contract";
import type { JsonObject } from "@trilho/engine/contract";
import { validateAutomation } from "@trilho/engine/trigger";
import { isObject, toFieldErrors } from "@trilho/engine";
import { alone } from "../../platform/background/alone.ts";
import { cronProblem } from "../../platform/service/cron.ts";
import type { ReferenceStore } from "../reference/reference.ts";
import { credentialProblems, withoutCredentials } from "./credentials.ts";
import { ruleDateProblems } from "./checks/rule-dates.ts";
import { resolveScope, type Scope } from "./checks/scope.ts";
import type { AutomationReplacement, StoredAutomation } from "./model.ts";

/** Every problem of a body beyond its schema: the graph's rules, the scope's ids, the credentials. */
export async function checkDraft(
  reference: ReferenceStore,
  workspaceId: string,
  body: unknown,
): Promise<{ problems: FieldError[]; scope: Scope | null }> {
  if (!isObject(body)) return { problems: [], scope: null };
  const scope = await resolveScope(reference, workspaceId, body);
  const ofCredentials = await alone(() => credentialProblems(body));
  const ofDates = await alone(() =>
    ["conditions", "triggerConfig", "graphDefinition"].flatMap((key) => ruleDateProblems(body[key], key)),
  );
  const ofEngine = await alone(() => engineProblems(body));
  return { scope: scope.scope, problems: [...scope.problems, ...ofCredentials, ...ofDates, ...ofEngine] };
}

/** The engine's errors; its warnings refuse nothing. */
function engineProblems(body: JsonObject): FieldError[] {
  const { problems } = validateAutomation(body, { cronProblem });
  return toFieldErrors(
    problems.filter(({ path }) => !ELSEWHERE.has(path)),
    "",
  );
}

/** The schema says it of these, the look-up of the scope's ids, or the check of credentials, which knows no trigger. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  "/triggerType",
  "/scope",
  "/pipelineId",
  "/stageId",
  "/graphDefinition",
  "/triggerConfig/headerValue",
  "/triggerConfig/password",
]);

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
