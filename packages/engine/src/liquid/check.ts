import type { Variable } from "liquidjs";
import { CUSTOM_FIELD_PREFIX, FIELDS } from "../contract/fields.ts";
import type { Field } from "../contract/fields.ts";
import { problemOf } from "./problem.ts";
import type { TemplateProblem } from "./problem.ts";
import { mayHoldLiquid } from "./renderer.ts";
import { createSandbox } from "./sandbox.ts";

/** A variable that a text reads from the facts: `deal.name`. `line` and `column` count from 1. */
export interface FoundVariable {
  name: string;
  line: number;
  column: number;
}

const sandbox = createSandbox();

/**
 * The variables a text reads from the facts, in order; those it sets itself are left out. A broken text has none.
 *
 * @example
 * ```ts
 * import { findVariables } from "@trilho/engine/liquid";
 *
 * findVariables("Hi {{ contact.firstName }}!"); // [{ name: "contact.firstName", line: 1, column: 7 }]
 * ```
 */
export function findVariables(text: string): FoundVariable[] {
  const found = analyse(text);
  return "variables" in found ? found.variables : [];
}

/**
 * What is wrong with a text's Liquid: it cannot be parsed, or reads a variable that the catalogue does not have.
 * Without the workspace's custom fields in `fields` (see `fieldsFor`), any custom field passes.
 *
 * @example
 * ```ts
 * import { checkTemplate } from "@trilho/engine/liquid";
 *
 * checkTemplate("Hi {{ contact.firstName }}!"); // []
 * checkTemplate("Hi {{ contact.nick }}!"); // [{ code: "unknown-variable", name: "contact.nick", line: 1, column: 7, … }]
 * ```
 */
export function checkTemplate(text: string, fields: readonly Field[] = FIELDS): TemplateProblem[] {
  const found = analyse(text);
  if ("problem" in found) return [found.problem];
  const names = new Set(fields.map(({ name }) => name));
  return found.variables
    .filter(({ name }) => !isKnown(name, names))
    .map(({ name, line, column }) => ({
      code: "unknown-variable",
      message: `There is no variable “${name}”.`,
      name,
      line,
      column,
    }));
}

function analyse(text: string): { variables: FoundVariable[] } | { problem: TemplateProblem } {
  if (!mayHoldLiquid(text)) return { variables: [] };
  try {
    const { globals } = sandbox.engine.parseAndAnalyzeSync(text, undefined, { partials: false });
    const variables = Object.values(globals).flat().map(toFound);
    return { variables: variables.toSorted((a, b) => a.line - b.line || a.column - b.column) };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

/** Names go as far as they are fixed: `deal[x].y` is `deal`. */
function toFound({ segments, location }: Variable): FoundVariable {
  const dynamic = segments.findIndex((segment) => typeof segment !== "string");
  const fixed = dynamic < 0 ? segments : segments.slice(0, dynamic);
  return { name: fixed.join("."), line: location.row, column: location.col };
}

/** A catalogue name, a part of one (`deal`), or something inside one (`deal.tagIds.size`). */
function isKnown(name: string, names: ReadonlySet<string>): boolean {
  const parts = name.split(".");
  if (parts.some((_, index) => names.has(parts.slice(0, index + 1).join(".")))) return true;
  const hasCustomFields = [...names].some((known) => known.startsWith(CUSTOM_FIELD_PREFIX));
  if (!hasCustomFields && `${name}.`.startsWith(CUSTOM_FIELD_PREFIX)) return true;
  return [...names].some((known) => known.startsWith(`${name}.`));
}
