import type { Diagnostic, Fix, MessageParams } from "../contract/diagnostic.ts";
import type { Reason } from "../contract/run.ts";
import type { SimulationError } from "../contract/scenario.ts";
import { en } from "./en.ts";
import type { Naming } from "../query/text.ts";
import type { Locale } from "./locale.ts";

/**
 * A problem's message in a language. Problems of a host's own rules keep the message they came with.
 *
 * @example
 * ```ts
 * import { describeProblem, validateGraph } from "@trilho/engine";
 * import { ptBR } from "@trilho/engine/messages/pt-BR";
 *
 * const { problems } = validateGraph({ version: 2, nodes: [] });
 * problems.map((problem) => describeProblem(problem, ptBR)); // ["A automação não tem gatilho: nada a inicia."]
 * ```
 */
export function describeProblem(problem: Pick<Diagnostic, "code" | "params" | "message">, locale: Locale = en): string {
  return messageOf(locale.problems, problem) ?? problem.message;
}

/**
 * A fix's title in a language.
 *
 * @example
 * ```ts
 * import { describeFix, validateGraph } from "@trilho/engine";
 * import { ptBR } from "@trilho/engine/messages/pt-BR";
 *
 * const pause = { id: "pause", type: "wait" };
 * const start = { id: "start", type: "trigger" };
 * const { problems } = validateGraph({ version: 2, nodes: [start, pause], edges: [{ source: "start", target: "pause" }] });
 * problems.flatMap(({ fixes = [] }) => fixes.map((fix) => describeFix(fix, ptBR))); // ["Esperar 5 segundos"]
 * ```
 */
export function describeFix(fix: Pick<Fix, "code" | "params" | "title">, locale: Locale = en): string {
  return messageOf(locale.fixes, fix) ?? fix.title;
}

/**
 * A reason as a short phrase, in English by default: "branch VIP: deal.value 12000 ≥ 10000", "no reply within 1 day".
 *
 * @example
 * ```ts
 * import { describeReason } from "@trilho/engine";
 * import { ptBR } from "@trilho/engine/messages/pt-BR";
 *
 * describeReason({ code: "waited", params: { delayMs: 172_800_000 } }, ptBR); // "esperou 2 dias"
 * ```
 */
export function describeReason(reason: Reason, locale: Locale = en): string {
  return messageOf(locale.reasons, reason) ?? reason.code;
}

/**
 * A rule of a condition as it was compared, from the `rules` of a reason: "deal.value 12000 ≥ 10000". Values that
 * `naming` knows are called as it says.
 *
 * @example
 * ```ts
 * import { describeRule } from "@trilho/engine";
 * import { ptBR } from "@trilho/engine/messages/pt-BR";
 *
 * const rule = { field: "deal.value", operator: ">=", expected: 10_000, actual: null, held: false };
 * describeRule({ ...rule, text: "deal.value (empty) is not ≥ 10000" }, ptBR); // "deal.value (vazio) não é ≥ 10000"
 * ```
 */
export function describeRule(rule: MessageParams, locale: Locale = en, naming?: Naming): string {
  return locale.rule(rule, naming);
}

/**
 * Why a simulation could not start or go on, in a language.
 *
 * @example
 * ```ts
 * import { describeSimulationError, simulateRun } from "@trilho/engine";
 * import { ptBR } from "@trilho/engine/messages/pt-BR";
 *
 * const { error } = simulateRun({ version: 2, nodes: [] }, { startAt: "2026-01-05T09:00:00Z", facts: {} });
 * error && describeSimulationError(error, ptBR); // "A automação não tem gatilho."
 * ```
 */
export function describeSimulationError(error: SimulationError, locale: Locale = en): string {
  const { detail, params = {}, message } = error;
  return detail === undefined ? message : (messageOf(locale.simulation, { code: detail, params }) ?? message);
}

type Messages = Readonly<Record<string, ((params: never) => string) | undefined>>;

/** Null for a code that the language does not have. Params fit their code: the engine made both. */
function messageOf(messages: Messages, { code, params }: { code?: string; params?: MessageParams }): string | null {
  if (code === undefined || params === undefined || !Object.hasOwn(messages, code)) return null;
  const words = messages[code] as ((params: MessageParams) => string) | undefined;
  return words?.(params) ?? null;
}
