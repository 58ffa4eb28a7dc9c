import type { TraceEntry } from "../contract/scenario.ts";
import { effectOf } from "../interpreter/effects.ts";
import type { Move, Moment, PlanNode } from "../interpreter/plan.ts";
import type { Token } from "../interpreter/walk.ts";
import { describeReason } from "../messages/describe.ts";
import type { Shown, Watcher } from "./drive.ts";
import { iso } from "./instants.ts";

/** Writes down what a run does. */
export class TraceWriter implements Watcher {
  readonly trace: TraceEntry[] = [];
  private at = Number.NaN;
  private atText = "";

  readonly moved = (node: PlanNode | null, move: Move, moment: Moment): void => {
    if (moment.at !== this.at) {
      this.at = moment.at;
      this.atText = iso(moment.at);
    }
    const why = move.why(moment);
    const left = move.type === "leave" ? move : null;
    this.trace.push({
      seq: this.trace.length + 1,
      at: this.atText,
      nodeId: node?.id ?? "",
      handle: left?.handle ?? null,
      edgeId: left?.edge?.id ?? null,
      why,
      text: describeReason(why),
      effect: null,
      rendered: null,
      issues: [],
    });
  };

  stopped(token: Token, shown: Shown | null): void {
    const last = this.trace.at(-1);
    if (!last) return;
    last.effect = effectOf(token);
    last.rendered = shown?.config ?? null;
    last.issues = shown?.issues ?? last.issues;
  }

  answered(): void {
    // The next moves tell what came of it.
  }
}
