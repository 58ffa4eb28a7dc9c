import type { DealTimelineEntry } from "@trilho/contract";
import { holds } from "../../platform/security/permissions.ts";
import type { Cursors, Position } from "../../platform/security/cursors.ts";
import type { Principal } from "../../platform/security/principal.ts";
import { done } from "../../platform/service/outcome.ts";
import { readPage } from "../../platform/service/page.ts";
import type { Handlers } from "../../platform/service/handlers.ts";
import type { DealReference } from "../../areas/reference/lookups.ts";
import { ofDeal } from "../../areas/reference/of-deal.ts";
import type { Store } from "../model/stores.ts";
import type { NodePlace, Placed } from "../model/timeline-port.ts";
import type { PlacedRun } from "../model/workspace-run-ports.ts";
import { presentEffect, presentRun, withoutSecrets, withPauses } from "./runs-present.ts";
import { EVERY_RUN } from "./workspace-runs.ts";

/** An entry of which the run and its node are still to be read. */
interface Line extends Placed, Pick<DealTimelineEntry, "id" | "kind" | "activity" | "effect" | "change" | "answer"> {
  runId: string | null;
  nodeId: string | null;
}

const BARE = { activity: null, effect: null, change: null, answer: null, runId: null, nodeId: null };

/** What happened to a deal: its history, its runs, what these did beside it, what others did to them, and answers to them. */
export const createTimelineService = ({
  store,
  cursors,
}: {
  store: Store;
  cursors: Cursors;
}): Pick<Handlers, "listDealTimeline"> => ({
  listDealTimeline: ({ principal: viewer, params: { seq }, query: { limit, cursor } }) =>
    ofDeal(store.lookups.deal(viewer, seq), async (deal) => {
      const page = await readPage({
        cursors,
        cursor,
        limit,
        scope: { workspaceId: viewer.workspaceId, operationId: "listDealTimeline", filters: { dealId: deal.id } },
        read: (count, after) => newest(store, viewer, deal, count, after),
        positionOf: ({ at, key }) => ({ at, id: key }),
        present: (line) => line,
      });
      return page.ok ? done({ ...page.value, items: await entries(store, viewer, deal, page.value.items) }) : page;
    }),
});

/** As the routes that show them ask. */
const seesRuns = (viewer: Principal): boolean =>
  viewer.features.has("ADVANCED_API") && holds(viewer, "automations.view");

async function newest(
  store: Store,
  viewer: Principal,
  deal: DealReference,
  count: number,
  after: Position | null,
): Promise<Line[]> {
  const { workspaceId } = viewer;
  const lines = await store.timeline.lines(workspaceId, deal.id, count, after);
  const told = lines.map((line): Line => {
    const { id, step = null } = line.activity;
    return { ...BARE, ...line, id, kind: "activity", ...(step && { runId: step.runId, nodeId: step.nodeId }) };
  });
  if (!seesRuns(viewer)) return told;
  const runs = await store.workspaceRuns.list(viewer, { ...EVERY_RUN, dealSeq: deal.seq }, count, after);
  // What a run did has a key that begins with the run's id.
  const begun = runs.map(({ runId: id, createdAt: at }): Line => ({
    ...BARE,
    id,
    at,
    key: id,
    kind: "run",
    runId: id,
  }));
  // With so many that are newer, what is older than the last of them is on no page.
  const since = [...told, ...begun].toSorted(newestFirst)[count - 1]?.at ?? null;
  const rest = { workspaceId, dealId: deal.id, limit: count, after, since };
  const deeds = await store.timeline.deeds(rest);
  const did = deeds.map((each): Line => {
    const { nodeId } = each.effect;
    return { ...BARE, ...each, kind: "effect", effect: presentEffect(each.effect), nodeId };
  });
  const changes = await store.timeline.changes(rest);
  const changed = changes.map((each): Line => ({ ...BARE, ...each, kind: "change" }));
  const answers = await store.timeline.answers(rest);
  const answered = answers.map((each): Line => ({ ...BARE, ...each, kind: "answer", nodeId: each.answer.nodeId }));
  return [...told, ...begun, ...did, ...changed, ...answered].toSorted(newestFirst).slice(0, count);
}

/** As the database orders them: keys bytewise. */
const newestFirst = (one: Line, other: Line): number =>
  Date.parse(other.at) - Date.parse(one.at) || Buffer.compare(Buffer.from(other.key), Buffer.from(one.key));

async function entries(
  store: Store,
  viewer: Principal,
  { id, seq, name }: DealReference,
  lines: readonly Line[],
): Promise<DealTimelineEntry[]> {
  const ids = [...new Set(lines.flatMap(({ runId }) => runId ?? []))];
  const found = seesRuns(viewer) ? await store.timeline.runs(viewer, ids) : [];
  const shown = await withPauses(store, viewer.workspaceId, found, ({ automation }) => automation.id);
  const runs = new Map(shown.map((run) => [run.runId, run]));
  const runOf = ({ runId }: Line): PlacedRun | null => (runId === null ? null : (runs.get(runId) ?? null));
  const places = lines.flatMap((line) => placeOf(line, runOf(line)) ?? []);
  const nodes = new Map(
    (await store.timeline.nodes(viewer.workspaceId, places)).map(({ node, ...place }) => [keyOf(place), node]),
  );
  return lines.map((line) => {
    const run = runOf(line);
    const place = placeOf(line, run);
    const node = place && nodes.get(keyOf(place));
    const { runId: _ran, nodeId: _did, key: _key, ...entry } = line;
    return {
      ...entry,
      run: run && { ...run, ...presentRun(run, [{ id, seq, name }]) },
      node: node
        ? (withoutSecrets({ graphDefinition: { version: 2, nodes: [node], edges: [] } }).graphDefinition.nodes[0] ??
          null)
        : null,
    };
  });
}

const placeOf = ({ nodeId }: Line, run: PlacedRun | null): NodePlace | null =>
  run === null || nodeId === null ? null : { automationId: run.automation.id, version: run.automationVersion, nodeId };

const keyOf = ({ automationId, version, nodeId }: NodePlace): string => JSON.stringify([automationId, version, nodeId]);
