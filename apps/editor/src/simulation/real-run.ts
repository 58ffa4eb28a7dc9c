import type { TraceEntry } from "@trilho/engine";

/** What is known of a step that a real run took. */
export type RealStep = Pick<TraceEntry, "nodeId" | "handle">;

/** A real run that a trial goes on from. */
export interface RealRun {
  /** The trial's id. */
  draftId: string;
  steps: readonly RealStep[];
}

/** Where a simulated run stands when it has come as far as a real one. */
export interface RealPlace {
  /** Of its trace; 0 where they have no way in common. */
  index: number;
  /** The real run went another way from there on. */
  parted: boolean;
}

const lastLeft = (steps: readonly RealStep[]): number => steps.findLastIndex(({ handle }) => handle !== null);

/** Follows a simulated run for as long as it takes the ways that a real one took. What was retried by hand has more steps than the simulator makes of it. */
export function realPlace(trace: readonly RealStep[], steps: readonly RealStep[]): RealPlace {
  let left = -1;
  for (const { nodeId, handle } of steps.filter((step) => step.handle !== null)) {
    const next = trace.findIndex((entry, at) => at > left && entry.handle !== null);
    if (trace[next]?.nodeId !== nodeId || trace[next]?.handle !== handle) {
      return { index: Math.max(0, left), parted: true };
    }
    left = next;
  }
  const stays = steps.slice(lastLeft(steps) + 1);
  const rest = trace.slice(left + 1);
  const until = rest.findIndex(({ handle }) => handle !== null);
  const here = until < 0 ? rest : rest.slice(0, until);
  const parted = stays.length > 0 && here[0]?.nodeId !== stays[0]?.nodeId;
  return { index: Math.max(0, left + (parted ? 0 : Math.min(stays.length, here.length))), parted };
}
