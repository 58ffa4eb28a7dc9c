import type { MessageParams } from "../contract/diagnostic.ts";
import { isObject } from "../contract/json.ts";
import { HOURS, NOT_RUNNABLE } from "../failures/tables/unrunnable.pt-BR.ts";
import { hoursMessages } from "../failures/tables/unrunnable.ts";
import { fill } from "../failures/text.ts";
import type { Locale } from "./locale.ts";
import { text } from "./text.ts";

/** What keeps a simulation from going on, in Brazilian Portuguese. */
export const ptBRSimulation: Locale["simulation"] = {
  scenario: () => "Um cenário é um objeto.",
  "start-at": () => "“startAt” precisa ser um instante ISO 8601 com fuso, por exemplo 2026-01-05T09:00:00Z.",
  facts: () => "“facts” precisa ser um objeto.",
  deal: () => "“facts.deal” precisa ser um objeto.",
  trigger: () => "“trigger” precisa ser um objeto com “type”.",
  outcomes: () => "“outcomes” precisa ser um objeto por id de passo.",
  outcome: (p) => `Não é possível ler o resultado do passo “${text(p["node"])}”.`,
  "round-robin": () => "“roundRobin” precisa ter um objeto por id de passo.",
  catalogue: () => "“fieldSlugs”, “fieldTypes” ou “stages” não pode ser lido.",
  unreadable: (p) => `Não foi possível ler a definição ou o cenário: ${text(p["message"])}`,
  ...hoursMessages(HOURS),
  "hours-unusable": unrunnable,
  "not-runnable": unrunnable,
  "step-budget": (p) => `A execução não terminou em ${text(p["budget"])} eventos.`,
  model: () => "Um modelo é um objeto.",
  "model-value": (p) => `“${text(p["path"])}” do modelo não é um dado simples.`,
  arrivals: () => "“arrivals” precisa ser uma distribuição de segundos a partir de 0.",
  "model-group": (p) => `“${text(p["group"])}” precisa ser um objeto.`,
  shares: (p) =>
    `“${text(p["group"])}”: o item de “${text(p["entry"])}” precisa ter um número de pelo menos 0 para cada saída.`,
  "reply-seconds": () => "“replySeconds” precisa ser um número de pelo menos 0.",
  distribution: (p) => `“${text(p["group"])}”: o item de “${text(p["entry"])}” precisa ser uma distribuição.`,
  delay: (p) =>
    `“${text(p["group"])}”: o item de “${text(p["entry"])}” precisa ser uma distribuição de segundos a partir de 0.`,
  "outcome-list": (p) =>
    `“${text(p["group"])}”: o item de “${text(p["entry"])}” precisa ser uma lista de resultados com pesos.`,
  "nested-field": (p) => `“vary”: “${text(p["field"])}” está dentro de outro dos seus campos.`,
  "cohort-size": (p) => `Uma simulação tem de 0 a ${text(p["most"])} negócios.`,
  worker: (p) => `A simulação em segundo plano parou: ${text(p["message"])}`,
};

/** Values of stored runs are not to be trusted; what was stored before it had a code is said as it is. */
export function unrunnable({ message, failure }: MessageParams): string {
  const [reason] = Array.isArray(failure) ? failure : [];
  const { code, params } = isObject(reason) ? reason : {};
  const known = typeof code === "string" && Object.hasOwn(UNRUNNABLE, code) && isObject(params);
  return known ? fill(UNRUNNABLE[code as keyof typeof UNRUNNABLE], params) : text(message);
}

const UNRUNNABLE = { ...NOT_RUNNABLE, ...HOURS } as const;
