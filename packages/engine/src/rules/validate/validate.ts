import { checkAmount } from "../../json/option.ts";
import { LIMITS } from "../../contract/definition.ts";
import type { GraphDefinition } from "../../contract/definition.ts";
import type { Diagnostic } from "../../contract/diagnostic.ts";
import type { Trigger } from "../../contract/needs.ts";
import { en } from "../../messages/en.ts";
import type { Locale } from "../../messages/locale.ts";
import type { ExtraRule } from "./extra-rule.ts";
import type { Inquiry } from "./find-all.ts";
import { judge } from "./judge.ts";
import { READ_LIMITS, readJson } from "../../json/read-json.ts";
import type { GraphLimits } from "../finding/rule.ts";

export interface ValidateOptions {
  /**
   * Other limits than the contract's, for services that allow more; a limit on edges, of which the contract has none; and
   * one on the values that are read at all, which grows with the nodes allowed: 1,000,000 up to 5,000 nodes.
   */
  limits?: Partial<GraphLimits>;
  /** How many problems to report at most; errors come before warnings when there are more. Default 500. */
  maxProblems?: number;
  /** The language of messages and of fixes' titles. Default English. */
  locale?: Locale;
  /** What starts the automation: actions that need what no such run has are warned of. */
  trigger?: Trigger;
  /** A host's own rules, run after the engine's. */
  extraRules?: readonly ExtraRule[];
}

/** What `validateGraph` answers. */
export interface ValidationReport {
  /** True without errors; warnings may remain. */
  valid: boolean;
  /** Sorted by path, then code. */
  problems: Diagnostic[];
  /** True when there were more problems than `maxProblems`. */
  truncated: boolean;
  /** A plain copy of the input, null unless its shape is a graph's. */
  definition: GraphDefinition | null;
}

/**
 * Finds every problem of a graph definition at once (contract, "Automation", graph rules). Takes anything and never
 * throws for it: what is no graph gets a report with that problem. How much is reported changes nothing about the verdict;
 * options that mean nothing are a `RangeError` that names them.
 *
 * @example
 * ```ts
 * import { validateGraph } from "@trilho/engine";
 *
 * const { valid, problems } = validateGraph({ version: 2, nodes: [{ id: "start", type: "trigger" }] });
 * // valid: true, and one warning: nothing-after-trigger
 * ```
 */
export function validateGraph(input: unknown, options: ValidateOptions = {}): ValidationReport {
  const inquiry = inquiryOf(options);
  const read = readJson(input, inquiry.limits.values);
  const { valid, problems, withFixes, truncated, hasShape } = judge(read, inquiry);
  return {
    valid,
    problems: problems.map((_, index) => withFixes(index)),
    truncated,
    definition: hasShape ? (read.value as unknown as GraphDefinition) : null,
  };
}

/** Options with their defaults. */
export function inquiryOf({
  limits,
  maxProblems = 500,
  locale = en,
  trigger,
  extraRules = [],
}: ValidateOptions): Inquiry {
  checkAmount("maxProblems", maxProblems);
  const set = { edges: Infinity, ...LIMITS, ...limits };
  for (const [name, limit] of Object.entries(set)) checkAmount(`limits.${name}`, limit);
  return {
    limits: { values: valuesFor(set.nodes), ...set },
    maxProblems,
    locale,
    trigger: trigger ?? null,
    extraRules,
  };
}

/** Values that a node with its edges may have on average: ten times what sales automations have. */
const VALUES_PER_NODE = 200;

/** How many values are read: more where more nodes are allowed, but never so many that they would fill the memory. */
function valuesFor(nodes: number): number {
  return Math.min(Math.max(READ_LIMITS.values, nodes * VALUES_PER_NODE), 50_000_000);
}
