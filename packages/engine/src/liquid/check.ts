import { CUSTOM_FIELD_PREFIX, FIELDS } from "../contract/fields.ts";
import type { Field } from "../contract/fields.ts";
import { COSTS, Meter, parseCost } from "./costs.ts";
import { foundIn } from "./found.ts";
import type { Read } from "./found.ts";
import { problemOf } from "./problem.ts";
import type { TemplateProblem } from "./problem.ts";
import { mayHoldLiquid } from "../contract/liquid-marks.ts";
import { createSandbox } from "./sandbox.ts";

/** A variable that a text reads from the facts: `deal.name`. `line` and `column` count from 1. */
export interface FoundVariable {
  name: string;
  line: number;
  column: number;
}

/** Filters are looked up once all of a text is read. */
const { engine } = createSandbox({}, false);

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
  const { variables, problems } = analyse(text, new Meter(1));
  return problems.length === 0 ? variables.map(({ name, line, column }) => ({ name, line, column })) : [];
}

/**
 * All that is wrong with a text's Liquid, in order: it names a filter that there is not, or reads a variable that the
 * catalogue does not have. Of a text that cannot be parsed, or takes too much even for that, this alone is told.
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
  return createChecker(fields)(text, new Meter(1));
}

/** Checks texts; those of one config share a meter, as they do when a run fills them in. */
export function createChecker(fields: readonly Field[]): (text: string, meter: Meter) => TemplateProblem[] {
  const names = namesOf(fields);
  return (text, meter) => {
    const { variables, problems } = analyse(text, meter);
    const unknown = variables
      .filter(({ path }) => !isKnown(path, names))
      .map(({ name, begin, line, column }) => {
        const message = `There is no variable “${name}”.`;
        return { code: "unknown-variable" as const, message, name, begin, line, column };
      });
    return unknown.length === 0 ? problems : [...problems, ...unknown].toSorted(inOrder);
  };
}

interface Analysis {
  variables: (FoundVariable & Read)[];
  problems: TemplateProblem[];
}

function analyse(text: string, meter: Meter): Analysis {
  if (!mayHoldLiquid(text)) return { variables: [], problems: [] };
  try {
    meter.charge(parseCost(text));
    const { reads, filters } = foundIn(engine.parse(text));
    const variables = reads.map((read) => ({ ...read, name: read.path.join(".") }));
    const unknown = filters.filter(({ name }) => engine.filters[name] === undefined);
    // A run fails at the first of them.
    if (unknown.length > 0) meter.spend(COSTS.failure);
    return { variables: withPlaces(text, variables), problems: withPlaces(text, unknown).map(problemOfFilter) };
  } catch (error) {
    meter.spend(COSTS.failure);
    return { variables: [], problems: [problemOf(error)] };
  }
}

const problemOfFilter = ({ name, line, column }: FoundVariable): TemplateProblem => ({
  code: "unknown-filter",
  message: `undefined filter: ${name}`,
  line,
  column,
});

interface Placed {
  line: number;
  column: number;
}

const inOrder = (a: Placed, b: Placed): number => a.line - b.line || a.column - b.column;

/** Goes through the text once, in its order. */
function withPlaces<Part extends { begin: number }>(text: string, parts: readonly Part[]): (Part & Placed)[] {
  let [line, lineStart, end] = [1, 0, text.indexOf("\n")];
  return parts
    .toSorted((a, b) => a.begin - b.begin)
    .map((part) => {
      const { begin } = part;
      for (; end >= 0 && end < begin; end = text.indexOf("\n", lineStart)) [line, lineStart] = [line + 1, end + 1];
      return { ...part, line, column: begin - lineStart + 1 };
    });
}

/** What the catalogue has. */
interface Names {
  readonly whole: ReadonlySet<string>;
  /** What lies around them: `deal` of `deal.name`. */
  readonly around: ReadonlySet<string>;
  readonly hasCustomFields: boolean;
  /** The most parts that a name has. */
  readonly parts: number;
}

function namesOf(fields: readonly Field[]): Names {
  const whole = new Set(fields.flatMap(({ name, variable = name }) => [name, variable]));
  const around = new Set<string>();
  for (const name of whole) {
    for (let dot = name.indexOf("."); dot >= 0; dot = name.indexOf(".", dot + 1)) around.add(name.slice(0, dot));
  }
  return {
    whole,
    around,
    hasCustomFields: fields.some(({ name }) => name.startsWith(CUSTOM_FIELD_PREFIX)),
    parts: fields.reduce((most, { name }) => Math.max(most, name.split(".").length), 0),
  };
}

/** A catalogue name, a part of one (`deal`), or something inside one (`deal.tagIds.size`). */
function isKnown(path: readonly string[], { whole, around, hasCustomFields, parts }: Names): boolean {
  const name = path.join(".");
  if (around.has(name)) return true;
  if (!hasCustomFields && `${name}.`.startsWith(CUSTOM_FIELD_PREFIX)) return true;
  for (let at = 0, end = 0; at < parts && end >= 0; at += 1) {
    end = name.indexOf(".", end + 1);
    if (whole.has(end < 0 ? name : name.slice(0, end))) return true;
  }
  return false;
}
