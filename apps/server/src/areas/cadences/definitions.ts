import type { Cadence, CadenceEnrollment, FieldError, Operations } from "@trilho/contract";
import type { Cursors } from "../../platform/security/cursors.ts";
import type { Principal, Viewer } from "../../platform/security/principal.ts";
import {
  done,
  existing,
  found,
  invalid,
  notFound,
  refused,
  type Failure,
  type Outcome,
} from "../../platform/service/outcome.ts";
import { readPage, type Page } from "../../platform/service/page.ts";
import { isSameDefinition, definitionProblems, toDraft } from "./definition.ts";
import type { CadenceDraft } from "./model.ts";
import type { CadenceStore } from "./port.ts";
import { presentCadence } from "./present.ts";

type Sized<Query> = Query & { limit: number };

/** Definitions of cadences, and which deals run them. */
export interface CadenceDefinitions {
  list(workspaceId: string, query: Sized<Operations["listCadences"]["query"]>): Promise<Outcome<Page<Cadence>>>;
  get(workspaceId: string, id: string): Promise<Outcome<Cadence>>;
  create(workspaceId: string, body: Operations["createCadence"]["body"]): Promise<Outcome<Cadence>>;
  replace(workspaceId: string, id: string, body: Operations["replaceCadence"]["body"]): Promise<Outcome<Cadence>>;
  delete(workspaceId: string, id: string): Promise<Outcome<null>>;
  deals(
    viewer: Viewer,
    id: string,
    query: Sized<Operations["listCadenceDeals"]["query"]>,
  ): Promise<Outcome<Page<CadenceEnrollment>>>;
  /** Problems of a body beyond its schema. */
  problems(principal: Principal, body: unknown): Promise<FieldError[]>;
}

export interface CadenceDefinitionParts {
  store: CadenceStore;
  cursors: Cursors;
}

const WHAT = "cadence";

export function createCadenceDefinitions({ store, cursors }: CadenceDefinitionParts): CadenceDefinitions {
  const problemsOf = async (workspaceId: string, draft: CadenceDraft, body: unknown): Promise<FieldError[]> => [
    ...definitionProblems(body),
    ...(await scopeProblems(store, workspaceId, draft)),
  ];

  const stageTaken = async (workspaceId: string, { stageId }: CadenceDraft): Promise<Failure> => {
    const playbook = stageId === null ? null : await store.playbook(workspaceId, stageId);
    return { ...STAGE_TAKEN, ...(playbook && { details: existing(WHAT, playbook) }) };
  };

  return {
    list(workspaceId, { limit, cursor, ...filter }) {
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

    async get(workspaceId, id) {
      const stored = await store.get(workspaceId, id);
      return found(stored && presentCadence(stored), WHAT);
    },

    async create(workspaceId, body) {
      const draft = toDraft(body, true);
      const problems = await problemsOf(workspaceId, draft, body);
      if (problems.length > 0) return refused(invalid(problems));
      const created = await store.create(workspaceId, draft);
      return created === null ? refused(await stageTaken(workspaceId, draft)) : done(presentCadence(created));
    },

    async replace(workspaceId, id, body) {
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

    async delete(workspaceId, id) {
      const outcome = await store.delete(workspaceId, id);
      if (outcome === "missing") return refused(notFound(WHAT));
      return outcome === "running" ? refused(STILL_RUNNING) : done(null);
    },

    async deals(viewer, id, { limit, cursor, status = [] }) {
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

    problems: async (_, body) => definitionProblems(body),
  };
}

async function scopeProblems(
  store: CadenceStore,
  workspaceId: string,
  { pipelineId, stageId }: CadenceDraft,
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
