import * as fc from "fast-check";
import { analyseWorkspace } from "../analyse-workspace.ts";
import { planted, STAGES, strangers } from "./workspaces.ts";

/** Of so many workspaces, how large a share has its planted conflict shown; those of a seed are the same every time. */
export function shareFound(count: number, seed?: number): number {
  const workspaces = fc.sample(fc.tuple(strangers, planted, fc.nat(6)), {
    numRuns: count,
    ...(seed !== undefined && { seed }),
  });
  const found = workspaces.filter(([others, { code, automations }, place]) => {
    const all = [...others.slice(0, place), ...automations, ...others.slice(place)];
    const { findings } = analyseWorkspace({ automations: all, stages: STAGES });
    return findings.some(({ code: its, shown, places }) => {
      const taking = new Set(places.map(({ automationId }) => automationId));
      return its === code && shown !== null && automations.every(({ id }) => taking.has(id));
    });
  });
  return found.length / count;
}
