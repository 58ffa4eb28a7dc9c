import type { MessageParams } from "../../contract/diagnostic.ts";
import type { FailureReason } from "../../contract/run.ts";
import { fill, words, type FailureLanguage } from "../words.ts";

/** Why no run of a definition can go on. */
export const NOT_RUNNABLE = {
  "no-nodes": words("The automation has no list of nodes.", "A automação não tem lista de passos."),
  "no-trigger": words("The automation has no trigger.", "A automação não tem gatilho."),
  "several-triggers": words(
    "The automation has {count} triggers; it needs exactly one.",
    "A automação tem {count} gatilhos; precisa de exatamente um.",
  ),
  cycle: words("The automation runs in a circle: remove the cycle.", "A automação anda em círculo: remova o ciclo."),
  "action-without-type": words("This action has no known type.", "Esta ação não é de um tipo conhecido."),
  "node-without-type": words("This node has no known type.", "Este passo não é de um tipo conhecido."),
  "wait-without-delay": words("This wait has no duration.", "Esta espera não tem duração."),
} as const;

export type NotRunnable = keyof typeof NOT_RUNNABLE;

/** Such a reason in English. */
export const sayNotRunnable = ({ code, params }: FailureReason<NotRunnable>): string =>
  fill(NOT_RUNNABLE[code].en, params);

/** Why business hours cannot be used. */
export const HOURS = {
  "hours-never-open": words("The business hours never open.", "O horário comercial nunca abre."),
  "hours-list": words("Business hours need a list of days.", "O horário comercial precisa de uma lista de dias."),
  "hours-entry": words(
    "Entry {entry} of the business hours needs a weekday from 1 to 7 and times “HH:MM”, “from” before “to”.",
    "O item {entry} do horário comercial precisa de um dia da semana de 1 a 7 e de horários “HH:MM”, com “from” antes de “to”.",
  ),
  "hours-time-zone": words("There is no time zone “{zone}”.", "O fuso horário “{zone}” não existe."),
  "hours-calendar": words("The instant is outside the calendar.", "O instante está fora do calendário."),
} as const;

export type HoursDetail = keyof typeof HOURS;

/** How a language says these. */
export const sayingHours = (language: FailureLanguage) =>
  Object.fromEntries(
    Object.entries(HOURS).map(([code, said]) => [code, (params: MessageParams) => fill(said[language], params)]),
  ) as Record<HoursDetail, (params: MessageParams) => string>;
