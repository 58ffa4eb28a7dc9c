import { isObject } from "@trilho/engine";
import { isDeepStrictEqual } from "node:util";
import type { CadenceStep, CadenceStepInput, CreateCadenceRequest, FieldError } from "@trilho/contract";
import { checkTemplate } from "@trilho/engine/liquid";
import { alone } from "../../platform/background/alone.ts";
import type { CadenceDraft, StoredCadence } from "./model.ts";

const TEXTS = ["message", "subject", "htmlBody", "textBody"] as const;

/** Problems of a body that its schema cannot see: places taken twice, texts whose Liquid does not parse. */
export async function definitionProblems(body: unknown): Promise<FieldError[]> {
  if (!isObject(body)) return [];
  const { active, isActive, steps } = body;
  const contradicts = active !== undefined && isActive !== undefined && active !== isActive;
  return [
    ...(contradicts ? [{ field: "isActive", message: "must say the same as active" }] : []),
    ...(Array.isArray(steps) ? [...(await liquidProblems(steps)), ...placeProblems(steps)] : []),
  ];
}

async function liquidProblems(steps: readonly unknown[]): Promise<FieldError[]> {
  const problems: FieldError[] = [];
  for (const [field, text] of steps.flatMap(textsOf)) {
    if (typeof text !== "string") continue;
    const found = await alone(() => checkTemplate(text));
    // An unknown variable is empty when it is sent; custom fields may come and go.
    const problem = found.find(({ code }) => code !== "unknown-variable");
    if (problem) problems.push({ field, message: problem.message });
  }
  return problems;
}

function textsOf(step: unknown, index: number): [field: string, text: unknown][] {
  if (!isObject(step)) return [];
  const parameters = step["whatsappTemplateParameters"];
  const at = `steps[${index}]`;
  return [
    ...TEXTS.map((name): [string, unknown] => [`${at}.${name}`, step[name]]),
    ...(Array.isArray(parameters) ? parameters : []).map((text, place): [string, unknown] => [
      `${at}.whatsappTemplateParameters[${place}]`,
      text,
    ]),
  ];
}

function placeProblems(steps: readonly unknown[]): FieldError[] {
  const taken = new Set<string>();
  return steps.flatMap((step, index) => {
    if (!isObject(step) || typeof step["stepOrder"] !== "number") return [];
    const place = `${String(step["dayNumber"])}/${step["stepOrder"]}`;
    if (taken.has(place)) return [{ field: `steps[${index}].stepOrder`, message: "is taken on this day already" }];
    taken.add(place);
    return [];
  });
}

/** The definition that a good body stands for. */
export const toDraft = (body: CreateCadenceRequest, active: boolean): CadenceDraft => ({
  name: body.name.trim(),
  description: body.description ?? null,
  pipelineId: body.pipelineId,
  stageId: body.stageId ?? null,
  active: body.active ?? body.isActive ?? active,
  steps: inOrder(body.steps),
});

/**
 * Steps with all that was left out of them, by day and place; those without a place come behind the others of their day,
 * in the order they were sent.
 */
export function inOrder(steps: readonly CadenceStepInput[]): CadenceStep[] {
  const last = new Map<number, number>();
  for (const { dayNumber, stepOrder } of steps) {
    last.set(dayNumber, Math.max(last.get(dayNumber) ?? 0, stepOrder ?? 0));
  }
  const placed = steps.map((step) => {
    const stepOrder = step.stepOrder ?? (last.get(step.dayNumber) ?? 0) + 1;
    last.set(step.dayNumber, Math.max(last.get(step.dayNumber) ?? 0, stepOrder));
    return toStep(step, stepOrder);
  });
  return placed.toSorted((a, b) => a.dayNumber - b.dayNumber || a.stepOrder - b.stepOrder);
}

/** A step with all that was left out of it. */
export const toStep = (step: CadenceStepInput, stepOrder: number): CadenceStep => ({
  dayNumber: step.dayNumber,
  stepOrder,
  channel: step.channel,
  quantity: step.quantity ?? 1,
  description: step.description ?? null,
  timeOfDay: step.timeOfDay ?? null,
  whatsappTemplateName: step.whatsappTemplateName ?? null,
  whatsappTemplateLanguage: step.whatsappTemplateLanguage ?? null,
  whatsappTemplateParameters: step.whatsappTemplateParameters ?? null,
  message: step.message ?? null,
  subject: step.subject ?? null,
  htmlBody: step.htmlBody ?? null,
  textBody: step.textBody ?? null,
});

/** Whether a draft equals what is stored, `active` aside. */
export const isSameDefinition = (stored: StoredCadence, draft: CadenceDraft): boolean =>
  isDeepStrictEqual(contentOf(stored), contentOf(draft));

const contentOf = ({ name, description, pipelineId, stageId, steps }: CadenceDraft) => ({
  name,
  description,
  pipelineId,
  stageId,
  steps,
});
