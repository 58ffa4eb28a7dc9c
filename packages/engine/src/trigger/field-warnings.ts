import type { Diagnostic } from "../contract/diagnostic.ts";
import { isObject } from "../contract/json.ts";
import { pointer } from "../json/pointer.ts";
import { describeProblem } from "../messages/describe.ts";
import { en } from "../messages/en.ts";
import type { Locale } from "../messages/locale.ts";
import { shorten } from "../messages/text.ts";
import { parseItem } from "../query/evaluate.ts";
import { isKnownField } from "../query/fields.ts";
import { fieldOf } from "./problem.ts";
import type { StartProblem } from "./problem.ts";

type Path = StartProblem["path"];

/**
 * Warns of fields that do not exist, in an automation's conditions and its trigger's filter: `unknown-field`, as in a
 * condition of its graph. Paths are JSON Pointers into the automation.
 *
 * @example
 * ```ts
 * import { fieldWarnings } from "@trilho/engine/trigger";
 *
 * const rules = [{ field: "deal.mood", operator: "=", value: "good" }];
 * fieldWarnings({ conditions: { combinator: "and", rules } })[0]?.path; // "/conditions/rules/0/field"
 * ```
 */
export function fieldWarnings(
  { conditions, triggerConfig }: { readonly conditions?: unknown; readonly triggerConfig?: unknown },
  locale: Locale = en,
): Diagnostic[] {
  const filter = isObject(triggerConfig) ? triggerConfig["filter"] : undefined;
  return [
    ...unknownFields(conditions, ["conditions"], 0, locale),
    ...unknownFields(filter, ["triggerConfig", "filter"], 0, locale),
  ];
}

function* unknownFields(item: unknown, path: Path, depth: number, locale: Locale): Generator<Diagnostic> {
  const parsed = parseItem(item, depth);
  if (parsed.kind === "rule" && !isKnownField(parsed.rule.field)) {
    const at = [...path, "field"];
    const params = { node: { label: fieldOf(at) }, field: shorten(parsed.rule.field) };
    const found = { code: "unknown-field", severity: "warning", params, path: pointer(...at), message: "" } as const;
    yield { ...found, message: describeProblem(found, locale) };
  }
  if (parsed.kind !== "group") return;
  for (const [index, inner] of parsed.group.rules.entries())
    yield* unknownFields(inner, [...path, "rules", index], depth + 1, locale);
}
