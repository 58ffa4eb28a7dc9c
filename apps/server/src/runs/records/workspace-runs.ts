import type { AutomationRun, ChangeRunsRequest, FieldError, RunsChanged } from "@trilho/contract";
import { LIVE_STATUSES, type RunStatus } from "@trilho/engine/contract";
import type { Cursors, Position } from "../../platform/security/cursors.ts";
import { INSTANT, readBounds } from "../../platform/service/bounds.ts";
import type { Viewer } from "../../platform/security/principal.ts";
import { done, invalid, notFound, refused, type Outcome } from "../../platform/service/outcome.ts";
import { readPage, type Page } from "../../platform/service/page.ts";
import type { Store } from "../model/stores.ts";
import { changeOf, type Changing, FAILED, type AutomationRunService } from "./runs-service.ts";
import type { PlacedRun, WorkspaceRunFilter } from "../model/workspace-run-ports.ts";
import { presentRun, withPauses } from "./runs-present.ts";
import type { StoredRun } from "../model/run.ts";
import type { Handlers } from "../../platform/service/handlers.ts";

type Given = Omit<ChangeRunsRequest, "dryRun">;

type WorkspaceRunOperation = "listAutomationRuns" | "listWorkspaceRuns" | "retryWorkspaceRuns" | "cancelWorkspaceRuns";

export interface WorkspaceRunServiceParts {
  store: Store;
  cursors: Cursors;
  /** What is done to one run. */
  single: AutomationRunService;
}

/** Changed between two looks at the list. */
const AT_ONCE = 200;

/** Runs of all automations of a workspace at once. A member sees and changes those of deals that are theirs to see. */
export function createWorkspaceRunService({
  store,
  cursors,
  single,
}: WorkspaceRunServiceParts): Pick<Handlers, WorkspaceRunOperation> {
  const { workspaceRuns } = store;

  /** Does something to those meant of these statuses, from the newest to the oldest; what comes meanwhile is not meant. */
  async function change(
    by: Changing,
    { dryRun = false, ...given }: ChangeRunsRequest,
    statuses: readonly RunStatus[],
    act: (automationId: string, runIds: readonly string[]) => Promise<number>,
  ): Promise<Outcome<RunsChanged>> {
    const { filter, problems } = filterOf(given);
    if (problems.length > 0) return refused(invalid(problems));
    const meant = { ...filter, statuses: statuses.filter((status) => filter.statuses?.includes(status) ?? true) };
    const { runs: matched, automations } = await workspaceRuns.count(by, meant);
    if (dryRun) return done({ matched, automations });
    let changed = 0;
    let after: Position | null = null;
    for (let left = matched; left > 0; left -= AT_ONCE) {
      const runs: PlacedRun[] = await workspaceRuns.list(by, meant, Math.min(left, AT_ONCE), after);
      for (const automationId of new Set(runs.map(({ automation }) => automation.id))) {
        const its = runs.filter(({ automation }) => automation.id === automationId);
        changed += await act(
          automationId,
          its.map(({ runId }) => runId),
        );
      }
      const last = runs.at(-1);
      if (last === undefined) break;
      after = positionOf(last);
    }
    return done({ matched, automations, changed });
  }

  async function presented<Run extends StoredRun>(
    viewer: Viewer,
    page: Page<Run>,
    automationOf: (run: Run) => string,
  ): Promise<Page<Run & AutomationRun>> {
    const items = await withPauses(store, viewer.workspaceId, page.items, automationOf);
    const deals = await store.runRecords.deals(viewer, [...new Set(items.flatMap(({ dealId }) => dealId ?? []))]);
    return { ...page, items: items.map((run) => ({ ...run, ...presentRun(run, deals) })) };
  }

  return {
    async listWorkspaceRuns({ principal: viewer, query: { limit, cursor, ...query } }) {
      const { filter, problems } = filterOf(query);
      if (problems.length > 0) return refused(invalid(problems));
      const page = await readPage({
        cursors,
        cursor,
        limit,
        scope: { workspaceId: viewer.workspaceId, operationId: "listWorkspaceRuns", filters: query },
        read: (count, after) => workspaceRuns.list(viewer, filter, count, after),
        positionOf: (run) => positionOf(run),
        present: (run) => run,
      });
      return page.ok ? done(await presented(viewer, page.value, ({ automation }) => automation.id)) : page;
    },

    /** Those of one automation. */
    async listAutomationRuns({
      principal: viewer,
      params: { id },
      query: { limit, cursor, status = null, test = null, dealSeq, version, nodeId },
    }) {
      const { workspaceId } = viewer;
      const scope = {
        workspaceId,
        operationId: "listAutomationRuns",
        filters: {
          id,
          status,
          ...(test !== null && { test }),
          ...(dealSeq && { dealSeq }),
          ...(version && { version }),
          ...(nodeId !== undefined && { nodeId }),
        },
      };
      const filter = {
        status,
        isTest: test,
        dealSeq: dealSeq ?? null,
        version: version ?? null,
        nodeId: nodeId ?? null,
      };
      const page = await readPage({
        cursors,
        cursor,
        limit,
        scope,
        read: (count, after) => store.runRecords.list(viewer, id, filter, count, after),
        positionOf,
        present: (run) => run,
      });
      if (!page.ok) return page;
      // Runs outlive their automation, but are read through it.
      if ((await store.automations.get(workspaceId, id)) === null) return refused(notFound("automation"));
      return done(await presented(viewer, page.value, () => id));
    },

    retryWorkspaceRuns: ({ principal: by, body }) =>
      change(by, body, FAILED, (automationId, runIds) => single.retryAll(by, automationId, runIds)),

    cancelWorkspaceRuns: ({ principal: by, body }) =>
      change(by, body, LIVE_STATUSES, (automationId, runIds) =>
        store.transaction(async (inside) => {
          const cancelled = await inside.workspaceRuns.cancel(by.workspaceId, runIds, by);
          const entry = changeOf(by, { automationId }, "runs-cancelled", cancelled);
          if (cancelled > 0) await inside.automationHistory.record(entry);
          return cancelled;
        }),
      ),
  };
}

const positionOf = ({ createdAt, runId }: StoredRun): Position => ({ at: createdAt, id: runId });

/** A filter that leaves none out. */
export const EVERY_RUN: WorkspaceRunFilter = {
  automationId: null,
  dealSeq: null,
  version: null,
  nodeId: null,
  statuses: null,
  timing: null,
  error: null,
  reason: null,
  from: null,
  to: null,
  isTest: null,
};

function filterOf(given: Given): { filter: WorkspaceRunFilter; problems: FieldError[] } {
  const { from, to, problems } = readBounds(["from", given.from], ["to", given.to], "UTC", INSTANT);
  return {
    problems,
    filter: {
      automationId: given.automationId ?? null,
      dealSeq: given.dealSeq ?? null,
      version: given.version ?? null,
      nodeId: given.nodeId ?? null,
      statuses: given.status ?? null,
      timing: given.timing ?? null,
      error: given.error || null,
      reason: given.reason ?? null,
      from: from?.instant ?? null,
      to: to?.instant ?? null,
      isTest: given.test ?? null,
    },
  };
}
