import { nextTurn, takingTurns } from "../trigger/turns.ts";
import type { WorkspaceScenario } from "./types.ts";

/** Who takes the deals that automations make and name nobody for: the members of each pipeline, by turns. */
export class Turns {
  private readonly active: readonly string[];
  private readonly access: ReadonlyMap<string, readonly string[]>;
  private readonly last: Map<string, string | null>;

  constructor({ members = [], pipelines = [] }: WorkspaceScenario) {
    this.active = members.flatMap(({ id, active = true }) => (active ? [id] : []));
    this.access = new Map(pipelines.map(({ id, access = [] }) => [id, access]));
    this.last = new Map(pipelines.map(({ id, lastTurn = null }) => [id, lastTurn]));
  }

  /** Takes the next turn of a pipeline; null where nobody is there. */
  take(pipelineId: string): string | null {
    const inOrder = takingTurns(this.access.get(pipelineId) ?? [], this.active);
    const next = nextTurn(inOrder, this.last.get(pipelineId) ?? null);
    this.last.set(pipelineId, next);
    return next;
  }
}
