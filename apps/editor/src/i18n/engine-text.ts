import { describeFix, describeProblem, describeReason, describeRule, describeSimulationError } from "@trilho/engine";
import type {
  ConnectRefusal,
  Diagnostic,
  Fix,
  JsonObject,
  JsonValue,
  Locale,
  Reason,
  SimulationError,
} from "@trilho/engine";
import { catalogText } from "./catalog.ts";
import { loadedLanguage } from "./languages.ts";
import { currentLocale } from "./use-text.ts";

/** The engine's own words in a language, for its functions that take a `locale`; undefined for English. */
export const engineLocale = (language = currentLocale()): Locale | undefined => loadedLanguage(language)?.engine;

/** What is wrong, in the current language. Fields of forms are called as in the form. */
export function problemText({ code, params, message }: Pick<Diagnostic, "code" | "params" | "message">): string {
  const field = params?.["field"];
  const named = typeof field === "string" ? { ...params, field: catalogText(field) } : params;
  return describeProblem({ code, message, ...(named && { params: named }) }, engineLocale());
}

/** What a fix does; in the language of what is drawn, unless another is named. */
export const fixText = (fix: Pick<Fix, "code" | "params" | "title">, language?: string): string =>
  describeFix(fix, engineLocale(language));

/** Why a step of a run happened, in the current language. */
export const reasonText = (reason: Reason): string => describeReason(reason, engineLocale());

/** A rule of a condition as it was compared, from the `rules` of a reason, with its values as `naming` calls them. */
export const ruleText = (rule: JsonObject, naming: (value: JsonValue) => string | null): string =>
  describeRule(rule, engineLocale(), naming);

/** Why a simulation could not start or go on, in the current language. */
export const simulationErrorText = (error: SimulationError): string => describeSimulationError(error, engineLocale());

/** Why a connection cannot be made; in the language of what is drawn, unless another is named. `message` is the engine's English. */
export const refusalText = ({ code, message }: { code: ConnectRefusal; message: string }, language?: string): string =>
  engineLocale(language)?.refusals[code] ?? message;
