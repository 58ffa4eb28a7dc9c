import { LIMITS } from "../contract/definition.ts";
import type { GraphDefinition } from "../contract/definition.ts";
import type { Diagnostic } from "../contract/diagnostic.ts";
import type { JsonValue } from "../contract/json.ts";
import { describeFix, describeProblem } from "../messages/describe.ts";
import { en } from "../messages/en.ts";
import type { Locale } from "../messages/locale.ts";
import { PROBLEMS } from "./codes.ts";
import type { ExtraRule } from "./extraRule.ts";
import { findAll } from "./findAll.ts";
import type { Found, Inquiry } from "./findAll.ts";
import { keepGoodFixes } from "./fixes.ts";
import { comparePointers, compareText } from "./pointer.ts";
import { READ_LIMITS, readJson } from "./readJson.ts";
import type { Finding, GraphLimits } from "./rule.ts";

export interface ValidateOptions {
  /** Other limits than the contract's, for services that allow more; a limit on edges, of which the contract has none. */
  limits?: Partial<GraphLimits>;
  /** How many problems to report at most; errors come before warnings when there are more. Default 500. */
  maxProblems?: number;
  /** The language of messages and of fixes' titles. Default English. */
  locale?: Locale;
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
 * throws: what is no graph gets a report that says so.
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
  const { findings, extra, hasShape } = findAll(read, inquiry);
  const { locale, maxProblems } = inquiry;
  const problems = [...findings.map((finding) => toDiagnostic(finding, locale)), ...extra].toSorted(byPlace);
  const kept = keepWorst(problems, maxProblems);
  const recheck = (candidate: JsonValue) => codesOf(findAll(asRead(candidate), inquiry));
  return {
    valid: !problems.some(({ severity }) => severity === "error"),
    problems: keepGoodFixes(
      read.value,
      kept,
      problems.map(({ code }) => code),
      recheck,
    ),
    truncated: kept.length < problems.length,
    definition: hasShape ? (read.value as unknown as GraphDefinition) : null,
  };
}

/** Options with their defaults. */
export function inquiryOf({ limits, maxProblems = 500, locale = en, extraRules = [] }: ValidateOptions): Inquiry {
  const set = { edges: Infinity, ...LIMITS, ...limits };
  return { limits: { values: valuesFor(set.nodes), ...set }, maxProblems, locale, extraRules };
}

/** Values that a node with its edges may have on average: ten times what sales automations have. */
const VALUES_PER_NODE = 200;

/** How many values are read: more where more nodes are allowed, but never so many that they would fill the memory. */
function valuesFor(nodes: number): number {
  return Math.min(Math.max(READ_LIMITS.values, nodes * VALUES_PER_NODE), 50_000_000);
}

/** A definition that is plain data already. */
export function asRead(value: JsonValue): ReturnType<typeof readJson> {
  return { value, unreadable: [], complete: true };
}

/** The codes of all that was found. */
export function codesOf({ findings, extra }: Found): string[] {
  return [...findings, ...extra].map(({ code }) => code);
}

/** Puts a finding and its fixes into words. */
export function toDiagnostic({ fixes, ...finding }: Finding, locale: Locale): Diagnostic {
  const { code } = finding;
  const bare = {
    ...finding,
    severity: PROBLEMS[code],
    message: describeProblem({ ...finding, message: code }, locale),
  };
  if (!fixes) return bare;
  return { ...bare, fixes: fixes.map((fix) => ({ ...fix, title: describeFix({ ...fix, title: fix.code }, locale) })) };
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  return comparePointers(a.path, b.path) || compareText(a.code, b.code) || compareText(a.message, b.message);
}

function keepWorst(problems: readonly Diagnostic[], most: number): Diagnostic[] {
  if (problems.length <= most) return [...problems];
  const errors = problems.filter(({ severity }) => severity === "error");
  const warnings = problems.filter(({ severity }) => severity !== "error");
  return [...errors, ...warnings].slice(0, most).toSorted(byPlace);
}
