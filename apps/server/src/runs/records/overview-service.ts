import type { AutomationActivity, AutomationsChanged } from "@trilho/contract";
import { done, invalid, problem, refused } from "../../platform/service/outcome.ts";
import type { Handlers } from "../../platform/service/handlers.ts";
import type { AutomationsChange, ChangedAutomation } from "../../areas/automations/lists-port.ts";
import { NOT_APPROVED } from "../../areas/automations/reviews/review-refusals.ts";
import { type LocalDay, OUTCOMES, silenceOf, type StartsOfAutomation } from "../model/activity.ts";
import type { Store } from "../model/stores.ts";
import { takeUpRuns } from "../pauses.ts";

type OverviewOperation = "getAutomationsOverview" | "getAutomationsActivity" | "changeAutomations";

const DAYS = 14;
/** Runs are kept for a year; a silence that is longer than this is told of as the same. */
const DAYS_BACK = 400;

/** All automations of a workspace at once. */
export function createOverviewService(store: Store, now: () => number): Pick<Handlers, OverviewOperation> {
  return {
    getAutomationsOverview: async ({ principal: { workspaceId, memberId } }) =>
      done({ memberId, items: await store.automationLists.all(workspaceId) }),

    async getAutomationsActivity({ principal: { workspaceId, timeZone }, query: { days: asked = DAYS } }) {
      const days = await store.activityCounts.days(timeZone, DAYS_BACK);
      const shown = days.slice(-asked);
      const starts = await store.activityCounts.starts(workspaceId, days, shown[0]?.from ?? 0);
      return done({
        timeZone,
        days: shown.map(({ date, from }) => ({ date, from: new Date(from).toISOString() })),
        items: starts.map((each) => activityOf(each, days, asked, now())),
      });
    },

    async changeAutomations({ principal: by, body: { ids, ownerId, ...rest } }) {
      const { workspaceId } = by;
      const change: AutomationsChange = { ...rest };
      if (ownerId !== undefined) {
        const owner = (await store.reference.users(workspaceId)).find(({ id }) => id === ownerId);
        if (owner === undefined) return refused(invalid([problem("ownerId", "There is no such member.")]));
        change.owner = { id: ownerId, name: owner.name };
      }
      if (rest.enabled === true) change.needsApproval = await store.automationReviews.isRequired(workspaceId);
      const results = await store.automationLists.change(workspaceId, ids, change, by);
      const changed = results.flatMap(({ id, outcome }) => (outcome === "changed" ? [id] : []));
      // Once that is committed: only who reads a pause after its end knows of it.
      if (change.paused === true) await store.pauses.hold({ kind: "automations", workspaceId, automationIds: changed });
      if (change.paused === false && changed.length > 0) await takeUpRuns(store);
      return done({ results: results.map(toResult) });
    },
  };
}

const WHY_NOT = {
  changed: null,
  same: null,
  missing: "There is no such automation in this workspace.",
  "too-many-labels": "It would have too many labels.",
  unapproved: NOT_APPROVED.message,
} as const satisfies Record<ChangedAutomation["outcome"], string | null>;

const toResult = ({ id, outcome }: ChangedAutomation): AutomationsChanged["results"][number] => ({
  id,
  changed: outcome === "changed",
  error: WHY_NOT[outcome],
});

function activityOf(
  starts: StartsOfAutomation,
  days: readonly LocalDay[],
  shown: number,
  now: number,
): AutomationActivity {
  const { automationId, lastStartedAt, counts } = starts;
  const first = days.length - shown;
  const byOutcome = Object.fromEntries(
    OUTCOMES.map((outcome) => [outcome, Array.from({ length: shown }, () => 0)]),
  ) as Record<(typeof OUTCOMES)[number], number[]>;
  for (const { day, outcome, runs } of counts) if (day >= first) byOutcome[outcome][day - first] = runs;
  const silence = silenceOf(starts, days, now);
  return {
    automationId,
    lastStartedAt: lastStartedAt === null ? null : new Date(lastStartedAt).toISOString(),
    ...byOutcome,
    ...(silence !== null && { silence: { ...silence, since: new Date(silence.since).toISOString() } }),
  };
}
