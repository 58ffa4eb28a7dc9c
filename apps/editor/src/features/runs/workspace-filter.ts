import { HOUR_MS } from "@trilho/engine";
import type { WorkspaceRunFilter } from "../../data/workspace-runs.ts";

/** Looks at the runs of all automations; the first is what is shown first. */
export const VIEWS = ["all", "failed", "waiting", "late", "due"] as const;
export type View = (typeof VIEWS)[number];

/** Hours back from now; 0 is any time. */
export const PERIODS = [0, 24, 168, 720] as const;

/** What a person chose. */
export interface Chosen {
  view: View;
  /** Null for all. */
  automationId: string | null;
  error: string;
  hours: number;
  /** Since this instant, instead of `hours`; null without one. */
  from: string | null;
}

export const NOTHING_CHOSEN: Chosen = { view: "all", automationId: null, error: "", hours: 0, from: null };

/** Whether every run is shown. */
export const choosesNothing = ({ view, automationId, error, hours, from }: Chosen): boolean =>
  view === "all" && automationId === null && error.trim() === "" && hours === 0 && from === null;

/** What an address asks for. */
export function chosenIn(search: string): Chosen {
  const asked = new URLSearchParams(search);
  const from = asked.get("from");
  return {
    ...NOTHING_CHOSEN,
    view: VIEWS.find((view) => view === asked.get("view")) ?? NOTHING_CHOSEN.view,
    automationId: asked.get("automation"),
    from: from !== null && !Number.isNaN(Date.parse(from)) ? from : null,
  };
}

/** Test runs are among all; what asks for a person's attention is about real ones. */
const OF_VIEW: Readonly<Record<View, WorkspaceRunFilter>> = {
  failed: { status: ["failed", "dead_letter"], test: false },
  waiting: { status: ["waiting"], test: false },
  late: { timing: "late", test: false },
  due: { timing: "due", test: false },
  all: {},
};

/** Which runs are meant. A period begins at a whole minute, so that the same choice asks the same for a while. */
export function filterOf({ view, automationId, error, hours, from }: Chosen, now: number): WorkspaceRunFilter {
  const words = error.trim();
  return {
    ...OF_VIEW[view],
    ...(automationId !== null && { automationId }),
    ...(words !== "" && { error: words }),
    ...(from !== null && { from }),
    ...(from === null &&
      hours > 0 && { from: new Date(Math.floor(now / 60_000) * 60_000 - hours * HOUR_MS).toISOString() }),
  };
}
