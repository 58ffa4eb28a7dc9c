import type { Diagnostic } from "../../contract/diagnostic.ts";
import type { JsonValue } from "../../contract/json.ts";
import { describeFix, describeProblem } from "../../messages/describe.ts";
import type { Locale } from "../../messages/locale.ts";
import { PROBLEMS } from "./codes.ts";
import { findAll } from "./find-all.ts";
import type { Inquiry } from "./find-all.ts";
import { fixTrials } from "./fixes.ts";
import { trialOf } from "./trial.ts";
import { comparePointers, compareText, segmentsOf } from "../../json/pointer.ts";
import type { ReadJson } from "../../json/read-json.ts";
import type { Finding } from "../finding/rule.ts";

/** All that is wrong with a definition, before any fix has been tried. */
export interface Verdict {
  valid: boolean;
  /** As `validateGraph` lists them, with fixes that may prove no good. */
  problems: readonly Diagnostic[];
  /** The problem at a position with the fixes that prove good; they are tried when first asked for. */
  withFixes(index: number): Diagnostic;
  truncated: boolean;
  hasShape: boolean;
}

/** Finds and sorts all problems; trying their fixes, which costs far more, is left to those who want to see them. */
export function judge(read: ReadJson, inquiry: Inquiry): Verdict {
  const found = findAll(read, inquiry);
  const all = [...found.findings.map((finding) => toDiagnostic(finding, inquiry.locale)), ...found.extra];
  const problems = keepWorst(inOrder(all), inquiry.maxProblems);
  return {
    valid: !all.some(({ severity }) => severity === "error"),
    problems,
    withFixes: fixTrials(read.value, problems, trialOf(found.subject, inquiry)),
    truncated: problems.length < all.length,
    hasShape: found.hasShape,
  };
}

/** A definition that is plain data already. */
export function asRead(value: JsonValue): ReadJson {
  return { value, unreadable: [], complete: true };
}

/** Puts a finding and its fixes into words. */
export function toDiagnostic(finding: Finding, locale: Locale): Diagnostic {
  const { code, params, fixes } = finding;
  const message = describeProblem({ code, params, message: code }, locale);
  const bare: Omit<Diagnostic, "fixes"> = { ...finding, severity: PROBLEMS[code], message };
  if (!fixes) return bare;
  return { ...bare, fixes: fixes.map((fix) => ({ ...fix, title: describeFix({ ...fix, title: fix.code }, locale) })) };
}

function inOrder(problems: readonly Diagnostic[]): Diagnostic[] {
  const known = new Map(problems.map(({ path }) => [path, segmentsOf(path)]));
  const read = (path: string) => known.get(path) ?? [];
  return problems.toSorted(
    (a, b) => comparePointers(a.path, b.path, read) || compareText(a.code, b.code) || compareText(a.message, b.message),
  );
}

function keepWorst(problems: readonly Diagnostic[], most: number): Diagnostic[] {
  if (problems.length <= most) return [...problems];
  const errors = problems.filter(({ severity }) => severity === "error");
  const warnings = problems.filter(({ severity }) => severity !== "error");
  const kept = new Set([...errors, ...warnings].slice(0, most));
  return problems.filter((problem) => kept.has(problem));
}
