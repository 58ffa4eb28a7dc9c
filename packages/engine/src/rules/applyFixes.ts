import type { Diagnostic, Fix } from "../contract/diagnostic.ts";
import type { JsonValue } from "../contract/json.ts";
import { findAll } from "./findAll.ts";
import type { Found, Inquiry } from "./findAll.ts";
import { count, improves, MOST_ITEMS, sizeOf } from "./fixes.ts";
import { applyPatch } from "./patch.ts";
import { readJson } from "./readJson.ts";
import { asRead, codesOf, inquiryOf, toDiagnostic, validateGraph } from "./validate.ts";
import type { ValidateOptions, ValidationReport } from "./validate.ts";

/** A fix that was applied, and the problem it removed. */
export interface AppliedFix {
  problem: Omit<Diagnostic, "fixes">;
  fix: Fix;
}

/** What `applyFixes` answers: `report` is that of the mended definition, which is `report.definition`. */
export interface Mended {
  applied: AppliedFix[];
  report: ValidationReport;
}

/**
 * Applies fixes one after the other until none is left: with "safe" those that lose nothing a person drew, with "all"
 * also those that remove steps and connections. The input is not changed. Every fix is tried first and must leave fewer
 * problems than there were, so this ends. Definitions too large for fixes (1000 nodes and edges) come back as they are.
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
export function applyFixes(input: unknown, which: "safe" | "all" = "safe", options: ValidateOptions = {}): Mended {
  const inquiry = inquiryOf(options);
  const read = readJson(input);
  const applied: AppliedFix[] = [];
  if (!read.complete || read.unreadable.length > 0 || sizeOf(read.value) > MOST_ITEMS) {
    return { applied, report: validateGraph(input, options) };
  }
  let definition = read.value;
  let found = findAll(read, inquiry);
  for (let next = better(definition, found, which, inquiry); next; next = better(definition, found, which, inquiry)) {
    applied.push(next.applied);
    ({ definition, found } = next);
  }
  return { applied, report: validateGraph(definition, options) };
}

/** The first fix that proves good, applied; null where there is none. */
function better(definition: JsonValue, found: Found, which: "safe" | "all", inquiry: Inquiry) {
  const before = count(codesOf(found));
  const problems = [...found.findings.map((finding) => toDiagnostic(finding, inquiry.locale)), ...found.extra];
  for (const { fixes = [], ...problem } of problems) {
    for (const fix of fixes) {
      if (which === "safe" && !fix.safe) continue;
      const mended = applyPatch(definition, fix.patch);
      const after = findAll(asRead(mended), inquiry);
      if (improves(before, problem.code, count(codesOf(after)))) {
        return { definition: mended, found: after, applied: { problem, fix } };
      }
    }
  }
  return null;
}
