import type { FieldError } from "@trilho/contract";
import type { Cursors } from "../../platform/security/cursors.ts";
import { done, existing, found, invalid, notFound, refused, type Failure } from "../../platform/service/outcome.ts";
import { readPage } from "../../platform/service/page.ts";
import { isSameDefinition, definitionProblems, toDraft } from "./definition.ts";
import type { CadenceDraft } from "./model.ts";
import type { CadenceStore } from "./port.ts";
import { presentCadence } from "./present.ts";
import type { BodyChecks, Faulty, Handlers } from "../../platform/service/handlers.ts";

type DefinitionOperation =
  | "listCadences"
  | "createCadence"
  | "getCadence"
  | "replaceCadence"
  | "deleteCadence"
  | "listCadenceDeals";

export interface CadenceDefinitionParts {
  store: CadenceStore;
  cursors: Cursors;
}

const WHAT = "cadence";

/** Definitions of cadences, and which deals run them. */
export function createCadenceDefinitions({
  store,
  cursors,
}: CadenceDefinitionParts): Pick<Handlers, DefinitionOperation> {
  const problemsOf = async (workspaceId: string, draft: CadenceDraft, body: unknown): Promise<FieldError[]> => [
    ...(await definitionProblems(body)),
    ...(await scopeProblems(store, workspaceId, draft)),
  ];

  const stageTaken = async (workspaceId: string, { stageId }: CadenceDraft): Promise<Failure> => {
    const playbook = stageId === null ? null : await store.playbook(workspaceId, stageId);
    return { ...STAGE_TAKEN, ...(playbook && { details: existing(WHAT, playbook) }) };
  };

  return {
    listCadences({ principal: { workspaceId }, query: { limit, cursor, ...filter } }) {
      return readPage({
        cursors,
        cursor,
        limit,
        scope: { workspaceId, operationId: "listCadences", filters: filter },
        read: (count, after) => store.list(workspaceId, filter, count, after),
        positionOf: ({ createdAt, id }) => ({ at: createdAt, id }),
        present: presentCadence,
      });
    },

    async getCadence({ principal: { workspaceId }, params: { id } }) {
      const stored = await store.get(workspaceId, id);
      return found(stored && presentCadence(stored), WHAT);
    },

    async createCadence({ principal: { workspaceId }, body }) {
      const draft = toDraft(body, true);
      const problems = await problemsOf(workspaceId, draft, body);
      if (problems.length > 0) return refused(invalid(problems));
      const created = await store.create(workspaceId, draft);
      return created === null ? refused(await stageTaken(workspaceId, draft)) : done(presentCadence(created));
    },

    async replaceCadence({ principal: { workspaceId }, params: { id }, body }) {
      const problems = await problemsOf(workspaceId, toDraft(body, true), body);
      if (problems.length > 0) return refused(invalid(problems));
      const replaced = await store.replace(workspaceId, id, (stored) => {
        const draft = toDraft(body, stored.active);
        const isSame = isSameDefinition(stored, draft);
        const base = body.baseVersion ?? stored.version;
        // A repetition whose first answer was lost changes nothing, and is no conflict.
        if (!isSame && base !== stored.version) return refused(changedSince(base, stored.version));
        return done({ ...draft, version: isSame ? stored.version : stored.version + 1 });
      });
      if (replaced === "missing") return refused(notFound(WHAT));
      if (replaced === "taken") return refused(await stageTaken(workspaceId, toDraft(body, true)));
      return replaced.ok ? done(presentCadence(replaced.value)) : replaced;
    },

    async deleteCadence({ principal: { workspaceId }, params: { id } }) {
      const outcome = await store.delete(workspaceId, id);
      if (outcome === "missing") return refused(notFound(WHAT));
      return outcome === "running" ? refused(STILL_RUNNING) : done(null);
    },

    async listCadenceDeals({ principal: viewer, params: { id }, query: { limit, cursor, status = [] } }) {
      const { workspaceId } = viewer;
      const page = await readPage({
        cursors,
        cursor,
        limit,
        scope: { workspaceId, operationId: "listCadenceDeals", filters: { id, status: status.toSorted() } },
        read: (count, after) => store.deals(viewer, id, status, count, after),
        positionOf: ({ startedAt, instanceId }) => ({ at: startedAt, id: instanceId }),
        present: (enrolled) => enrolled,
      });
      if (!page.ok) return page;
      return (await store.get(workspaceId, id)) === null ? refused(notFound(WHAT)) : page;
    },
  };
}

export function cadenceBodyChecks(store: CadenceStore): BodyChecks {
  const problemsOf = async ({ principal, body, sound }: Faulty<"createCadence" | "replaceCadence">) => {
    const { pipelineId, stageId = null } = sound;
    if (pipelineId === undefined) return definitionProblems(body);
    const ofScope = await scopeProblems(store, principal.workspaceId, { pipelineId, stageId });
    return [...ofScope, ...(await definitionProblems(body))];
  };
  return { createCadence: problemsOf, replaceCadence: problemsOf };
}

async function scopeProblems(
  store: CadenceStore,
  workspaceId: string,
  { pipelineId, stageId }: Pick<CadenceDraft, "pipelineId" | "stageId">,
): Promise<FieldError[]> {
  const stages = await store.activeStages(workspaceId, pipelineId);
  if (stages === null) return [{ field: "pipelineId", message: "is not a pipeline of this workspace" }];
  if (stageId === null || stages.has(stageId)) return [];
  return [{ field: "stageId", message: "is not a stage of this pipeline that deals can be open in" }];
}

const STAGE_TAKEN = {
  code: "CONFLICT",
  message: "This stage has an active playbook already. Switch that one off first.",
} as const;

const STILL_RUNNING = {
  code: "CONFLICT",
  message: "Deals still run this cadence. Switch it off and let them end, or stop them.",
} as const;

const changedSince = (base: number, stored: number) =>
  ({
    code: "CONFLICT",
    message: "Another change was stored since. Read the cadence again and apply yours to it.",
    details: `baseVersion ${base}, stored version ${stored}`,
  }) as const;
