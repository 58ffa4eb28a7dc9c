import type { GraphDefinition } from "../../contract/definition.ts";
import type { Diagnostic, Severity } from "../../contract/diagnostic.ts";
import type { CompiledGraph } from "../../graph/compile.ts";
import type { Locale } from "../../messages/locale.ts";
import type { GraphLimits } from "../finding/rule.ts";

/** What a host's rule looks at. */
export interface ExtraSubject {
  /** A plain copy of what is validated. */
  readonly definition: GraphDefinition;
  /** Its nodes and edges by position. */
  readonly graph: CompiledGraph;
  readonly limits: GraphLimits;
  /** The language of the messages asked for. */
  readonly locale: Locale;
}

/** A problem found by a host's rule; the rule adds its code and severity. `fixes` are offered if they prove good. */
export type ExtraFinding = Omit<Diagnostic, "code" | "severity">;

/**
 * A rule that a host adds to the engine's own, as data. `run` sees only definitions of the right shape, unless
 * `anyShape` is set: then nothing in them is to be trusted. What `run` throws comes out of `validateGraph`.
 *
 * @example
 * ```ts
 * import { validateGraph } from "@trilho/engine";
 * import type { ExtraRule } from "@trilho/engine";
 *
 * const noMeta: ExtraRule = {
 *   code: "no-meta-conversions",
 *   severity: "error",
 *   *run({ definition }) {
 *     for (const [index, node] of definition.nodes.entries()) {
 *       if (node.actionType !== "send_meta_conversion") continue;
 *       yield { message: "Our plan has no Meta conversions.", path: `/nodes/${index}`, nodeId: node.id };
 *     }
 *   },
 * };
 * validateGraph({ version: 2, nodes: [] }, { extraRules: [noMeta] });
 * ```
 */
export interface ExtraRule {
  /** Stable and kebab-case, like the engine's own, and none of them. */
  readonly code: string;
  readonly severity: Severity;
  readonly anyShape?: boolean;
  run(subject: ExtraSubject): Iterable<ExtraFinding>;
}
