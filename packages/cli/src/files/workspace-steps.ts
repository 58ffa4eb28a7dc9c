import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type {
  Client,
  CreateCustomFieldRequest,
  CustomField,
  Pipeline,
  UpdateCustomFieldRequest,
} from "@trilho/api-client";
import type { JsonObject, JsonValue } from "@trilho/engine";
import type { FolderFile, Problem } from "./folder.ts";
import { problemAt } from "./folder.ts";
import type { Things } from "./names.ts";
import type { Workspace } from "./service.ts";
import { objectsAt, onlyOnes, textAt, workspaceValue } from "./workspace-file.ts";

/** One thing that a workspace lacks or has otherwise than its file says. */
export interface WorkspaceStep {
  readonly kind: "create" | "change";
  /** `tag “Gold”`. */
  readonly what: string;
  readonly changes: readonly Change[];
  readonly run: (client: Client) => Promise<unknown>;
}

export interface Change {
  readonly key: string;
  readonly before: JsonValue;
  readonly after: JsonValue;
}

/** What is to be done so that a workspace has what its file says. What the file does not name stays. */
export function workspaceSteps(file: FolderFile | null, workspace: Workspace): WorkspaceStep[] {
  if (file === null) return [];
  const stored = workspaceValue(workspace);
  return [
    ...objectsAt(file.value, "pipelines").flatMap((wanted) => pipelineSteps(wanted, workspace, stored)),
    ...objectsAt(file.value, "tags").flatMap((wanted) => tagSteps(wanted, workspace)),
    ...objectsAt(file.value, "customFields").flatMap((wanted) => fieldSteps(wanted, workspace, stored)),
    ...lossReasonSteps(file.value, workspace),
  ];
}

/** What is told of the file beyond its shape. */
export function workspaceProblems(file: FolderFile, { customFields }: Workspace): Problem[] {
  const problems = (["pipelines", "tags", "customFields"] as const).flatMap((list) => {
    const items = objectsAt(file.value, list);
    const only = new Set(onlyOnes(items, keyOf));
    return items.flatMap((item, index) =>
      only.has(item) ? [] : [problemAt(file, `/${list}/${index}`, `“${keyOf(item)}” stands here twice`)],
    );
  });
  const types = objectsAt(file.value, "customFields").flatMap((field, index) => {
    const stored = customFields.find((each) => isField(each, field));
    return stored === undefined || stored.fieldType === field["fieldType"]
      ? []
      : [
          problemAt(
            file,
            `/customFields/${index}/fieldType`,
            `is “${stored.fieldType}” in the workspace, and types never change`,
          ),
        ];
  });
  return [...problems, ...types];
}

const keyOf = (item: JsonObject): string =>
  item["slug"] === undefined ? textAt(item, "name") : `${entityOf(item)} ${textAt(item, "slug")}`;
const entityOf = (field: JsonObject): string => textAt(field, "entityType") || "deal";
const isField = ({ entityType, slug }: CustomField, field: JsonObject): boolean =>
  entityType === entityOf(field) && slug === field["slug"];

/** Things with those that the steps will have made, each known by its name alone. */
export function withPlanned(things: Things, file: FolderFile | null): Things {
  if (file === null) return things;
  const pipelines = objectsAt(file.value, "pipelines").map((wanted) => {
    const name = textAt(wanted, "name");
    const stored = things.pipelines.find((each) => each.name === name);
    const stages = stored?.stages ?? [];
    const added = objectsAt(wanted, "stages").flatMap((stage) =>
      stages.some((each) => each.name === textAt(stage, "name"))
        ? []
        : [{ ...NEW_STAGE, id: planned(`${name}/${textAt(stage, "name")}`), name: textAt(stage, "name") }],
    );
    const ends =
      stored === undefined
        ? FINAL_STAGES.map((each) => ({ ...NEW_STAGE, ...each, id: planned(`${name}/${each.name}`) }))
        : [];
    return { id: stored?.id ?? planned(name), name, stages: [...stages, ...added, ...ends] };
  });
  const named = new Set(pipelines.map(({ id }) => id));
  const tags = objectsAt(file.value, "tags").filter((tag) =>
    things.tags.every(({ name }) => name !== textAt(tag, "name")),
  );
  const fields = objectsAt(file.value, "customFields").filter((field) =>
    things.customFields.every((each) => each.slug !== field["slug"] || each.entityType !== entityOf(field)),
  );
  return {
    ...things,
    pipelines: [...things.pipelines.filter(({ id }) => !named.has(id)), ...pipelines],
    tags: [...things.tags, ...tags.map((tag) => ({ id: planned(textAt(tag, "name")), name: textAt(tag, "name") }))],
    customFields: [
      ...things.customFields,
      ...fields.map((field) => ({
        id: planned(textAt(field, "slug")),
        slug: textAt(field, "slug"),
        entityType: entityOf(field),
      })),
    ],
  };
}

const planned = (name: string): string => `(planned) ${name}`;

const NEW_STAGE: Omit<Pipeline["stages"][number], "id" | "name"> = {
  seq: 0,
  order: 0,
  color: "",
  description: null,
  isWon: false,
  isLost: false,
  isRequired: false,
  requiredMilestoneFieldId: null,
  dealCount: 0,
};
/** What the service adds to every new pipeline. */
const FINAL_STAGES = [
  { name: "Ganho", isWon: true },
  { name: "Perda", isLost: true },
];

const once = () => ({ idempotencyKey: randomUUID() });

const changesOf = (before: JsonObject, after: JsonObject, keys: readonly string[]): Change[] =>
  keys.flatMap((key) => {
    const [was, is] = [before[key] ?? null, after[key] ?? null];
    return isDeepStrictEqual(was, is) || after[key] === undefined ? [] : [{ key, before: was, after: is }];
  });

const step = (
  kind: WorkspaceStep["kind"],
  what: string,
  changes: Change[],
  run: WorkspaceStep["run"],
): WorkspaceStep[] => (kind === "change" && changes.length === 0 ? [] : [{ kind, what, changes, run }]);

function pipelineSteps(wanted: JsonObject, { pipelines }: Workspace, stored: JsonObject): WorkspaceStep[] {
  const name = textAt(wanted, "name");
  const stages = objectsAt(wanted, "stages");
  const existing = pipelines.find((each) => each.name === name);
  if (existing === undefined) {
    const body = { ...wanted, name, ...(stages.length > 0 && { stages }) } as { name: string };
    return step("create", `pipeline “${name}”`, [], (client) => client.pipelines.create(body, once()));
  }
  const known = objectsAt(stored, "pipelines").find((each) => each["name"] === name) ?? {};
  return [
    ...step("change", `pipeline “${name}”`, changesOf(known, wanted, ["description"]), (client) =>
      client.pipelines.update(existing.seq, { description: textAt(wanted, "description") || null }),
    ),
    ...stages.flatMap((stage, order) => stageSteps(stage, order, existing, objectsAt(known, "stages"))),
  ];
}

function stageSteps(
  wanted: JsonObject,
  order: number,
  { seq, name: pipeline, stages }: Pipeline,
  known: JsonObject[],
): WorkspaceStep[] {
  const name = textAt(wanted, "name");
  const what = `stage “${pipeline} / ${name}”`;
  const existing = stages.find((each) => each.name === name);
  const body = { ...wanted, name };
  if (existing === undefined)
    return step("create", what, [], (client) => client.pipelines.createStage(seq, { ...body, order }, once()));
  const changes = changesOf(known.find((each) => each["name"] === name) ?? {}, wanted, ["color", "description"]);
  return step("change", what, changes, (client) => client.pipelines.updateStage(seq, existing.id, body));
}

function tagSteps(wanted: JsonObject, { tags }: Workspace): WorkspaceStep[] {
  const [name, color] = [textAt(wanted, "name"), textAt(wanted, "color")];
  const existing = tags.find((each) => each.name === name);
  if (existing === undefined)
    return step("create", `tag “${name}”`, [], (client) => client.tags.create({ name, color }, once()));
  const changes = changesOf({ color: existing.color }, { color }, ["color"]);
  return step("change", `tag “${name}”`, changes, (client) => client.tags.update(existing.id, { name, color }));
}

const FIELD_KEYS = ["name", "description", "placeholder", "section", "isRequired", "options"];

function fieldSteps(wanted: JsonObject, { customFields }: Workspace, stored: JsonObject): WorkspaceStep[] {
  const what = `custom field “${textAt(wanted, "slug")}” of ${entityOf(wanted)}s`;
  const existing = customFields.find((each) => isField(each, wanted));
  // Its shape was checked.
  if (existing === undefined) {
    const body = wanted as unknown as CreateCustomFieldRequest;
    return step("create", what, [], (client) => client.customFields.create(body, once()));
  }
  const known = objectsAt(stored, "customFields").find((each) => keyOf(each) === keyOf(wanted)) ?? {};
  const changes = changesOf({ isRequired: false, ...known }, wanted, FIELD_KEYS);
  const body = Object.fromEntries(changes.map(({ key, after }) => [key, after])) as UpdateCustomFieldRequest;
  return step("change", what, changes, (client) => client.customFields.update(existing.id, body));
}

function lossReasonSteps({ lossReasons: wanted }: JsonObject, { lossReasons }: Workspace): WorkspaceStep[] {
  if (!Array.isArray(wanted)) return [];
  const reasons = wanted.map(String);
  const changes = changesOf({ lossReasons: [...lossReasons] }, { lossReasons: reasons }, ["lossReasons"]);
  return step("change", "loss reasons", changes, (client) => client.pipelines.setLossReasons({ lossReasons: reasons }));
}
