import type { Diagnostic, Fix, PatchOperation } from "../../contract/diagnostic.ts";
import { findAll } from "./find-all.ts";
import type { Found, Inquiry } from "./find-all.ts";
import { MOST_ITEMS, sizeOf } from "./fixes.ts";
import { applyPatch } from "./patch.ts";
import { readJson } from "../../json/read-json.ts";
import type { Finding } from "../finding/rule.ts";
import { asRead, toDiagnostic } from "./judge.ts";
import { trialOf } from "./trial.ts";
import { inquiryOf, validateGraph } from "./validate.ts";
import type { ValidateOptions, ValidationReport } from "./validate.ts";

/** A fix that was applied, and the problem it removed. */
export interface AppliedFix {
  problem: Omit<Diagnostic, "fixes">;
  fix: Fix;
}

/** What `applyFixes` answers: `report` is that of the fixed definition, which is `report.definition`. */
export interface FixedGraph {
  applied: AppliedFix[];
  /** False where fixes may be left, because the definition is far larger than the contract allows. */
  complete: boolean;
  report: ValidationReport;
}

/** Fixes tried, times nodes and edges: a graph of the contract's size is nowhere near. */
const MOST_WORK = 100_000;

/**
 * Applies fixes one after the other until none is left: with "safe" those that lose nothing a person drew, with "all"
 * also those that remove steps and connections. The input is not changed. Every fix is tried first and must leave fewer
 * problems than there were, so this ends. Definitions of more than 1000 nodes and edges come back as they are; of those
 * much larger than the contract allows, fixes may be left (`complete`).
 *
 * @example
 * ```ts
 * import { applyFixes } from "@trilho/engine";
 *
 * const { applied, report } = applyFixes(
 *   { version: 2, nodes: [{ id: "start", type: "trigger" }, { id: "pause", type: "wait" }], edges: [{ source: "start", target: "pause" }] },
 *   "safe",
 * );
 * applied.map(({ fix }) => fix.title); // ["Wait 5 seconds"]
 * report.definition; // with a delay of 5 seconds
 * ```
 */
export function applyFixes(input: unknown, which: "safe" | "all" = "safe", options: ValidateOptions = {}): FixedGraph {
  const inquiry = inquiryOf(options);
  const read = readJson(input, inquiry.limits.values);
  const applied: AppliedFix[] = [];
  if (!read.complete || read.unreadable.length > 0 || sizeOf(read.value) > MOST_ITEMS) {
    return { applied, complete: sizeOf(read.value) <= MOST_ITEMS, report: validateGraph(input, options) };
  }
  let definition = read.value;
  let found = findAll(read, inquiry);
  let trial = trialOf(found.subject, inquiry);
  let [next, failed] = [0, 0];
  let left = MOST_WORK;
  // A fix that fails now may prove good after others: all are tried once more after the last success.
  for (let all = candidatesOf(found, which); failed < all.length;) {
    left -= sizeOf(definition);
    if (left < 0) return { applied, complete: false, report: validateGraph(definition, options) };
    const candidate = all[next % all.length];
    if (candidate && trial(candidate.problem.code, patchOf(candidate))) {
      applied.push(wordsOf(candidate, inquiry));
      definition = applyPatch(definition, patchOf(candidate));
      found = findAll(asRead(definition), inquiry);
      trial = trialOf(found.subject, inquiry);
      all = candidatesOf(found, which);
      failed = 0;
    } else {
      next += 1;
      failed += 1;
    }
  }
  return { applied, complete: true, report: validateGraph(definition, options) };
}

type Problem = Finding | Diagnostic;

/** A problem and the place of one of its fixes. */
interface Candidate {
  problem: Problem;
  fix: number;
}

function candidatesOf({ findings, extra }: Found, which: "safe" | "all"): Candidate[] {
  return [...findings, ...extra].flatMap((problem) =>
    (problem.fixes ?? []).flatMap(({ safe }, fix) => (safe || which === "all" ? [{ problem, fix }] : [])),
  );
}

function patchOf({ problem, fix }: Candidate): readonly PatchOperation[] {
  return problem.fixes?.[fix]?.patch ?? [];
}

function wordsOf({ problem, fix }: Candidate, { locale }: Inquiry): AppliedFix {
  const { fixes = [], ...told } = "message" in problem ? problem : toDiagnostic(problem, locale);
  return { problem: told, fix: fixes[fix] ?? { title: "", safe: false, patch: [] } };
}
