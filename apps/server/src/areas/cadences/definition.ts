import { isObject } from "@trilho/engine";
import { isDeepStrictEqual } from "node:util";
import type { CadenceStep, CadenceStepInput, CreateCadenceRequest, FieldError } from "@trilho/contract";
import { checkTemplate } from "@trilho/engine/liquid";
import type { CadenceDraft, StoredCadence } from "./model.ts";

const TEXTS = ["message", "subject", "htmlBody", "textBody"] as const;

/** Problems of a body that its schema cannot see: places taken twice, texts whose Liquid does not parse. */
export function definitionProblems(body: unknown): FieldError[] {
  if (!isObject(body)) return [];
  const { active, isActive, steps } = body;
  const contradicts = active !== undefined && isActive !== undefined && active !== isActive;
  return [
    ...(contradicts ? [{ field: "isActive", message: "must say the same as active" }] : []),
    ...(Array.isArray(steps) ? [...liquidProblems(steps), ...placeProblems(steps)] : []),
  ];
}

function liquidProblems(steps: readonly unknown[]): FieldError[] {
  return steps.flatMap((step, index) => {
    if (!isObject(step)) return [];
    const parameters = step["whatsappTemplateParameters"];
    const texts: [string, unknown][] = [
      ...TEXTS.map((name): [string, unknown] => [name, step[name]]),
      ...(Array.isArray(parameters) ? parameters : []).map((text, place): [string, unknown] => [
        `whatsappTemplateParameters[${place}]`,
        text,
      ]),
    ];
    return texts.flatMap(([name, text]) => {
      // An unknown variable is empty when it is sent; custom fields may come and go.
      const problem =
        typeof text === "string" ? checkTemplate(text).find(({ code }) => code !== "unknown-variable") : undefined;
      return problem ? [{ field: `steps[${index}].${name}`, message: problem.message }] : [];
    });
  });
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

/** Steps by day and place; those without a place come behind the others of their day, in the order they were sent. */
function inOrder(steps: readonly CadenceStepInput[]): CadenceStep[] {
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

const toStep = (step: CadenceStepInput, stepOrder: number): CadenceStep => ({
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

/** Whether a draft says what is stored, the switch aside. */
export const isSameDefinition = (stored: StoredCadence, draft: CadenceDraft): boolean =>
  isDeepStrictEqual(contentOf(stored), contentOf(draft));

const contentOf = ({ name, description, pipelineId, stageId, steps }: CadenceDraft) => ({
  name,
  description,
  pipelineId,
  stageId,
  steps,
});
