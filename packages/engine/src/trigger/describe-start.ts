import type { MessageParams } from "../contract/diagnostic.ts";
import { isObject } from "../contract/json.ts";
import type { JsonValue } from "../contract/json.ts";
import { en } from "../messages/en.ts";
import type { Locale } from "../messages/locale.ts";
import { ruleTexts, text } from "../messages/text.ts";
import { showValue } from "../query/text.ts";
import type { Naming } from "../query/text.ts";
import type { StartReasonCode } from "./start-rules.ts";
import type { StartReason } from "./starts-on.ts";

type Show = (value: JsonValue | undefined) => string;
type Sentence = (params: MessageParams, show: Show, rules: string) => string;

const ENGLISH: Readonly<Record<StartReasonCode, Sentence>> = {
  "other-trigger": (p) => `it listens to ${text(p["asked"])}, and this was ${text(p["seen"])}`,
  "switched-off": () => "it is switched off",
  "before-switched-on": (p) => `it was switched on at ${text(p["asked"])}, after this happened (${text(p["seen"])})`,
  "meant-for-another": () => "this was meant for another automation",
  "out-of-scope": (p, show) =>
    p["field"] === "stageId"
      ? `it is for the stage ${show(p["asked"])}, and this happened in ${show(p["seen"])}`
      : `it is for the pipeline ${show(p["asked"])}, and this happened in ${show(p["seen"])}`,
  settings: (p, show) =>
    `its setting ${text(p["setting"])} asks for ${show(p["asked"])}, and this brought ${show(p["seen"])}`,
  unreadable: (p) => `these parts of it cannot be read: ${list(p["fields"])}`,
  "out-of-window": (p) =>
    `it starts at ${hours(p["asked"], EN_DAYS)}, and this happened at ${dayAndTime(p, EN_DAYS)} (${text(p["timeZone"])})`,
  conditions: (_, __, rules) => `its conditions do not hold: ${rules}`,
  filter: (_, __, rules) => `its trigger's filter does not hold: ${rules}`,
  "chain-too-deep": (p) =>
    `${text(p["seen"])} automations had started each other before, and ${text(p["asked"])} are the most`,
  "entered-before": (p) => `it had a run before, at ${text(p["seen"])}, and may have one only`,
  "entered-lately": (p) =>
    `its last run began at ${text(p["seen"])}, and another one may begin from ${text(p["asked"])} on`,
  "run-live": () => "a run of it was not over yet",
  "later-event": (p) => `more happened at ${text(p["asked"])}, and it waits for the last change`,
};

const PORTUGUESE: Readonly<Record<StartReasonCode, Sentence>> = {
  "other-trigger": (p) => `ela espera ${text(p["asked"])}, e isto foi ${text(p["seen"])}`,
  "switched-off": () => "ela está desligada",
  "before-switched-on": (p) => `ela foi ligada em ${text(p["asked"])}, depois que isto aconteceu (${text(p["seen"])})`,
  "meant-for-another": () => "isto era para outra automação",
  "out-of-scope": (p, show) =>
    p["field"] === "stageId"
      ? `ela vale para a etapa ${show(p["asked"])}, e isto aconteceu em ${show(p["seen"])}`
      : `ela vale para o funil ${show(p["asked"])}, e isto aconteceu em ${show(p["seen"])}`,
  settings: (p, show) => `o ajuste ${text(p["setting"])} pede ${show(p["asked"])}, e isto trouxe ${show(p["seen"])}`,
  unreadable: (p) => `não é possível ler estas partes dela: ${list(p["fields"])}`,
  "out-of-window": (p) =>
    `ela inicia em ${hours(p["asked"], PT_DAYS)}, e isto aconteceu em ${dayAndTime(p, PT_DAYS)} (${text(p["timeZone"])})`,
  conditions: (_, __, rules) => `as condições dela não valem: ${rules}`,
  filter: (_, __, rules) => `o filtro do gatilho não vale: ${rules}`,
  "chain-too-deep": (p) =>
    `${text(p["seen"])} automações já tinham iniciado umas às outras, e o máximo é ${text(p["asked"])}`,
  "entered-before": (p) => `já houve uma execução dela, em ${text(p["seen"])}, e só pode haver uma`,
  "entered-lately": (p) =>
    `a última execução começou em ${text(p["seen"])}, e outra só pode começar a partir de ${text(p["asked"])}`,
  "run-live": () => "uma execução dela ainda não tinha terminado",
  "later-event": (p) => `houve outra mudança em ${text(p["asked"])}, e ela espera a última`,
};

/**
 * Why an event did not start an automation, as a phrase in a language. Values that `naming` knows are called as it says.
 *
 * @example
 * ```ts
 * import { describeStart } from "@trilho/engine/trigger";
 * import { ptBR } from "@trilho/engine/messages/pt-BR";
 *
 * const reason = { code: "settings" as const, params: { setting: "keywords", seen: "Oi", asked: ["sim"] } };
 * describeStart(reason, ptBR); // 'o ajuste keywords pede "sim", e isto trouxe "Oi"'
 * ```
 */
export function describeStart({ code, params }: StartReason, locale: Locale = en, naming?: Naming): string {
  const [sentences, empty] = locale.tag === "pt-BR" ? [PORTUGUESE, "(vazio)"] : [ENGLISH, "(empty)"];
  // Reasons come from other versions of the service too.
  if (!Object.hasOwn(sentences, code)) return code;
  const show: Show = (value = null) =>
    [value]
      .flat()
      .map((item) => showValue(item, empty, naming))
      .join(", ") || empty;
  return sentences[code](
    params,
    show,
    ruleTexts(params["rules"], "; ", (rule) => locale.rule(rule, naming)),
  );
}

const EN_DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const PT_DAYS = ["seg.", "ter.", "qua.", "qui.", "sex.", "sáb.", "dom."];

const dayName = (weekday: JsonValue | undefined, days: readonly string[]): string =>
  (typeof weekday === "number" ? days[weekday - 1] : undefined) ?? "?";

const dayAndTime = ({ weekday, seen }: MessageParams, days: readonly string[]): string =>
  `${dayName(weekday, days)} ${text(seen)}`;

/** "Mon 09:00–18:00, Tue 09:00–18:00". */
const hours = (rows: JsonValue | undefined, days: readonly string[]): string =>
  (Array.isArray(rows) ? rows : [])
    .map((row) => (isObject(row) ? `${dayName(row["weekday"], days)} ${text(row["from"])}–${text(row["to"])}` : "?"))
    .join(", ");

const list = (items: JsonValue | undefined): string => (Array.isArray(items) ? items.map(text).join(", ") : "?");
