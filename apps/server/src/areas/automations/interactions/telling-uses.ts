import type { ThingKind } from "@trilho/engine/interactions";
import type { Handler, Handlers, Input } from "../../../platform/service/handlers.ts";
import { noticed } from "../../../platform/service/outcome.ts";
import type { TemplateStore } from "../../conversations/template-port.ts";
import type { TagStore } from "../../deals/tags/port.ts";
import type { PipelineOutline, ReferenceStore } from "../../reference/reference.ts";
import type { AutomationStore } from "../port.ts";
import { findUses, type Things } from "./uses.ts";
import { maySeeUses, usesNotice } from "./uses-notice.ts";

interface Stores {
  automations: Pick<AutomationStore, "list">;
  reference: ReferenceStore;
  tags: Pick<TagStore, "get">;
  templates: Pick<TemplateStore, "list">;
}

/** A thing as it stands before it is changed. */
interface Standing {
  name: string;
  /** What automations name it by. */
  own: Things;
  /** Where it can be archived: whether it is, and what goes with it then. */
  archive?: { isArchived: boolean; along: Things };
}

type Changing = "updateTag" | "updateCustomField" | "updatePipeline" | "updateStage";

/** Templates that are gone, of which the answer tells. */
const MOST_TEMPLATES = 10;

/**
 * The same operations; where one gives a thing another name, archives it or has it go, the answer tells which automations
 * use it. What answers without a body cannot: `GET /usage` tells it, before and after.
 */
export function tellingUses<Given extends Pick<Handlers, Changing | "syncMessageTemplates">>(
  { automations, reference, tags, templates }: Stores,
  handlers: Given,
): Given {
  const told =
    <Id extends Changing>(change: Handler<Id>, look: (input: Input<Id>) => Promise<Standing | null>): Handler<Id> =>
    async (input) => {
      const { principal } = input;
      const body: { name?: string; isArchived?: boolean } = input.body;
      const mayTell = (body.name !== undefined || body.isArchived === true) && maySeeUses(principal);
      const before = mayTell ? await look(input) : null;
      const outcome = await change(input);
      if (before === null || !outcome.ok) return outcome;
      const name = body.name?.trim() ?? before.name;
      const archived = body.isArchived === true && before.archive?.isArchived === false;
      const fields = [...(name === before.name ? [] : ["name"]), ...(archived ? ["isArchived"] : [])];
      if (fields.length === 0) return outcome;
      const things = archived && before.archive ? [before.own, before.archive.along] : [before.own];
      const { found, complete } = await findUses(automations, principal.workspaceId, things);
      return noticed(outcome, usesNotice({ found, complete }, name, fields, principal));
    };

  const templateNames = async (workspaceId: string): Promise<Set<string>> =>
    new Set((await templates.list(workspaceId)).map(({ name }) => name));

  return {
    ...handlers,

    updateTag: told<"updateTag">(handlers.updateTag, async ({ principal: { workspaceId }, params: { id } }) =>
      standing("tag", await tags.get(workspaceId, id)),
    ),

    updateCustomField: told<"updateCustomField">(
      handlers.updateCustomField,
      async ({ principal: { workspaceId }, params: { id } }) => {
        const field = await reference.customField(workspaceId, id);
        // Automations name fields of deals alone; another entity's may have the same slug.
        return field?.entityType === "deal" ? standing("customField", field, [field.id, field.slug]) : null;
      },
    ),

    updatePipeline: told<"updatePipeline">(
      handlers.updatePipeline,
      async ({ principal: { workspaceId }, params: { seq } }) =>
        standingOfPipeline(await reference.pipeline(workspaceId, seq)),
    ),

    updateStage: told<"updateStage">(
      handlers.updateStage,
      async ({ principal: { workspaceId }, params: { seq, stageId } }) =>
        standing(
          "stage",
          (await reference.pipeline(workspaceId, seq))?.stages.find(({ id }) => id === stageId),
        ),
    ),

    async syncMessageTemplates(input: Input<"syncMessageTemplates">) {
      const { principal } = input;
      const { workspaceId } = principal;
      if (!maySeeUses(principal)) return handlers.syncMessageTemplates(input);
      const before = await templateNames(workspaceId);
      const outcome = await handlers.syncMessageTemplates(input);
      const left = await templateNames(workspaceId);
      const gone = [...before].filter((name) => !left.has(name));
      if (gone.length === 0) return outcome;
      const { found, complete } = await findUses(automations, workspaceId, [{ kind: "template", ids: gone }]);
      const notices = gone.flatMap((name) =>
        usesNotice({ found: found.filter(({ id }) => id === name), complete }, name, [], principal),
      );
      return noticed(outcome, notices.slice(0, MOST_TEMPLATES));
    },
  };
}

const standing = (
  kind: ThingKind,
  thing: { id: string; name: string } | null | undefined,
  ids = [thing?.id ?? ""],
): Standing | null => (thing ? { name: thing.name, own: { kind, ids } } : null);

/** Whoever is to start or move deals in its stages has to do with its archive. */
function standingOfPipeline(pipeline: PipelineOutline | null): Standing | null {
  const own = standing("pipeline", pipeline);
  if (own === null || pipeline === null) return null;
  const along: Things = { kind: "stage", ids: pipeline.stages.map(({ id }) => id) };
  return { ...own, archive: { isArchived: pipeline.isArchived, along } };
}
