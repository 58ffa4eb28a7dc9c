import type { FieldError, MigrateRunsRequest, RunFutureChange, WaitingRunGroup } from "@trilho/contract";
import { type ProblemCode, toFieldErrors, validateGraph } from "@trilho/engine";
import { type Migration, type MigrationPlan, migrationBetween, type RunVersion } from "@trilho/engine/migrate";
import { alone } from "../../platform/background/alone.ts";
import type { Handlers } from "../../platform/service/handlers.ts";
import { done, type Failure, found, invalid, notFound, refused } from "../../platform/service/outcome.ts";
import type { AutomationPlace, WaitingRuns } from "../model/migration-ports.ts";
import type { Store } from "../model/stores.ts";
import { withoutSecrets } from "./runs-present.ts";

/** What keeps a definition from being read; with all other problems it is a draft like any. */
const SHAPE: ReadonlySet<string> = new Set<ProblemCode>([
  "unreadable-value",
  "too-big",
  "wrong-type",
  "missing-field",
  "wrong-version",
  "unknown-node-type",
  "unknown-action-type",
  "missing-action-type",
  "empty-node-id",
]);

function shapeProblems(graph: unknown): FieldError[] {
  const { problems } = validateGraph(graph);
  return toFieldErrors(
    problems.filter(({ code }) => SHAPE.has(code)),
    "draft.graphDefinition",
  );
}

type MigrationOperation = "previewRunMigration" | "migrateRuns" | "getRunMigration" | "undoRunMigration";

/** Waiting runs that are moved to the version that their automation has now. */
export function createMigrationService(store: Store): Pick<Handlers, MigrationOperation> {
  const { migrations, automations } = store;

  /** Those of one version that wait alike; where it matters what they did before, those apart that have no place for it. */
  async function groupsOf(of: AutomationPlace, waiting: WaitingRuns, to: Moves): Promise<WaitingRunGroup[]> {
    const { state } = waiting;
    const free = to.real.plan(state, []);
    const asks = free.kind === "no_place" ? [] : to.real.asks(state);
    if (asks.length === 0) return [present(waiting, waiting, free, to)];
    const begun = await migrations.begun(of, waiting, asks);
    const others = { ...waiting, runs: waiting.runs - begun.runs };
    const groups = [present(waiting, others, free, to), present(waiting, begun, to.real.plan(state, asks), to)];
    return groups.filter(({ runs }) => runs > 0);
  }

  return {
    async previewRunMigration({ principal: { workspaceId }, params: { id: automationId }, body: { draft } }) {
      const of = { workspaceId, automationId };
      const stored = await automations.get(workspaceId, automationId);
      if (stored === null) return refused(notFound("automation"));
      const problems = draft === undefined ? [] : await alone(() => shapeProblems(draft.graphDefinition));
      if (problems.length > 0) return refused(invalid(problems));
      const toVersion = draft === undefined ? stored.version : stored.version + 1;
      const waiting = await migrations.waiting(of, toVersion);
      const numbers = [...new Set([stored.version, ...waiting.map(({ version }) => version)])];
      const versions = await migrations.versions(of, numbers);
      // Credentials are stored apart from versions: a draft is read as it would be stored.
      const movesFrom = knownMoves(versions, draft === undefined ? versions.get(toVersion) : withoutSecrets(draft));
      const groups = await Promise.all(
        waiting.map((each) => {
          const moves = movesFrom(each.version);
          return moves === null ? [] : groupsOf(of, each, moves);
        }),
      );
      const definitions = numbers.flatMap((version) => {
        const graphDefinition = versions.get(version)?.graphDefinition;
        return graphDefinition === undefined ? [] : [withoutSecrets({ version, graphDefinition })];
      });
      const latest = await migrations.latest(of);
      const earlier = latest === null ? [] : await migrations.earlier(of, latest.id);
      return done({ toVersion, groups: groups.flat(), versions: definitions, latest, earlier });
    },

    async migrateRuns({ principal: by, params: { id: automationId }, body }) {
      const { toVersion, choices, reason = null } = body;
      const { workspaceId } = by;
      const problems = problemsOf(body);
      if (problems.length > 0) return refused(invalid(problems));
      const begun = await migrations.begin({ workspaceId, automationId, toVersion, choices, reason, by });
      if (begun !== null) return done(begun);
      const stored = await automations.get(workspaceId, automationId);
      if (stored === null) return refused(notFound("automation"));
      const isOther = stored.version !== toVersion;
      return refused(isOther ? conflict(`The automation is at version ${stored.version} now: look again.`) : UNDER_WAY);
    },

    getRunMigration: async ({ principal: { workspaceId }, params: { id: automationId, migrationId } }) =>
      found(await migrations.read({ workspaceId, automationId }, migrationId), "migration"),

    async undoRunMigration({ principal: by, params: { id: automationId, migrationId } }) {
      const of = { workspaceId: by.workspaceId, automationId };
      const isUndone = await migrations.undo(of, migrationId, by);
      const migration = await migrations.read(of, migrationId);
      return migration !== null && !isUndone ? refused(UNDER_WAY) : found(migration, "migration");
    },
  };
}

const conflict = (message: string): Failure => ({ code: "CONFLICT", message });
const UNDER_WAY = conflict("Another migration of this automation is under way.");

/** What choices say beyond their schema. */
function problemsOf({ toVersion, choices }: MigrateRunsRequest): FieldError[] {
  const seen = new Set<string>();
  return choices.flatMap(({ choice, ...group }, at): FieldError[] => {
    const field = `choices[${at}]`;
    const key = JSON.stringify([group.version, group.nodeId, group.phase, group.future]);
    const isRepeated = seen.has(key);
    seen.add(key);
    if (isRepeated) return [{ field, message: "names the same group as another choice" }];
    if (group.version > toVersion) return [{ field: `${field}.version`, message: "is no version before toVersion" }];
    if (choice === "move" && group.future === "no_place") {
      return [{ field: `${field}.choice`, message: "cannot be move: these runs have no place in the version" }];
    }
    return [];
  });
}

/** From one version to another; `shown` is the same without credentials. */
interface Moves {
  real: Migration;
  shown: Migration;
}

function knownMoves(
  versions: ReadonlyMap<number, RunVersion>,
  after: RunVersion | undefined,
): (from: number) => Moves | null {
  const known = new Map<number, Moves>();
  return (from) => {
    const before = versions.get(from);
    if (before === undefined || after === undefined) return null;
    const moves = known.get(from) ?? {
      real: migrationBetween(before, after),
      shown: migrationBetween(withoutSecrets(before), withoutSecrets(after)),
    };
    known.set(from, moves);
    return moves;
  };
}

function present(
  { version, nodeId, phase, state }: WaitingRuns,
  { runs, nextAttemptAt }: Pick<WaitingRuns, "runs" | "nextAttemptAt">,
  planned: MigrationPlan,
  { shown }: Moves,
): WaitingRunGroup {
  const group = {
    version,
    nodeId,
    phase,
    future: planned.kind,
    runs,
    nextAttemptAt,
    at: null,
    changes: [],
    reason: null,
  };
  if (planned.kind === "same") return group;
  if (planned.kind === "no_place") return { ...group, reason: { ...planned.reason } };
  const readable = shown.plan(state, []);
  const changes = readable.kind === "different" ? readable.changes : withoutValues(planned.changes);
  return { ...group, at: planned.at, changes };
}

/** Where nothing but credentials differ. */
const withoutValues = (changes: readonly RunFutureChange[]): RunFutureChange[] =>
  changes.map(({ nodeId, changes: fields }) => ({ nodeId, changes: fields.map(({ path }) => ({ path })) }));
