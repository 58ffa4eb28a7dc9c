import { describeFix, describeProblem, describeReason, describeRule, describeSimulationError } from "@trilho/engine";
import type { Diagnostic, Fix, JsonObject, JsonValue, Reason, SimulationError } from "@trilho/engine";
import { catalogText } from "./catalog.ts";
import { engineLocale } from "./engine-locale.ts";

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
