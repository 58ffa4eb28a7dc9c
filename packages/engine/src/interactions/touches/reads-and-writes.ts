import { ACTION_SCHEMAS } from "../../contract/action-schemas.ts";
import type { ConfigProperty, ConfigSchema } from "../../contract/config-schema.ts";
import { ACTION_TYPES } from "../../contract/definition.ts";
import type { ActionType } from "../../contract/definition.ts";
import { CUSTOM_FIELD_PREFIX } from "../../contract/fields.ts";
import type { Field } from "../../contract/fields.ts";
import { isFilled } from "../../contract/filled.ts";
import { isObject } from "../../contract/json.ts";
import type { JsonObject, JsonValue } from "../../contract/json.ts";
import { TRIGGER_SCHEMAS } from "../../contract/trigger-schemas.ts";
import { pointer } from "../../json/pointer.ts";
import { readJson } from "../../json/read-json.ts";
import { parseItem } from "../../query/evaluate.ts";
import { fieldByName } from "../../query/fields.ts";
import { takesList, isOperator, valueList } from "../../query/operators.ts";
import { fieldsRead, textsIn } from "./texts.ts";
import { ACTION_TOUCHES, PICKED, TRIGGER_TOUCHES, UNPICKED } from "./table.ts";
import type { Touch, ThingKind } from "./types.ts";

type Path = readonly (string | number)[];

/** What values of a field name, by the field's name. */
type PickerOf = (field: string) => Field["picker"];

/** A touch before it is known whose it is. */
interface Found {
  readonly mode: Touch["mode"];
  readonly kind: ThingKind;
  readonly id: string | null;
  readonly path: Path;
}

/**
 * What each trigger, condition and text of an automation reads, and each action writes, with its place. Takes anything and
 * never throws: what cannot be read touches nothing. `fields` are the workspace's own (`fieldsFor`): what values of theirs
 * name is known through them alone.
 *
 * @example
 * ```ts
 * import { readsAndWrites } from "@trilho/engine/interactions";
 *
 * const tag = { id: "tag", type: "action", actionType: "add_tag", config: { tagIds: ["tg_vip"] } };
 * const touches = readsAndWrites({ id: "au_1", triggerType: "deal_won", graphDefinition: { version: 2, nodes: [tag] } });
 * touches.map(({ mode, kind, id, place }) => `${mode} ${kind} ${id} ${place.path}`);
 * // [
 * //   "reads field deal.status /triggerType",
 * //   "writes field deal.tagIds /graphDefinition/nodes/0",
 * //   "writes tag tg_vip /graphDefinition/nodes/0/config/tagIds/0",
 * // ]
 * ```
 */
export function readsAndWrites(automation: unknown, fields: readonly Field[] = []): Touch[] {
  const { value } = readJson(automation);
  if (!isObject(value)) return [];
  const automationId = isFilled(value["id"]) ? value["id"] : "";
  const placed = (found: Iterable<Found>, nodeId: string | null): Touch[] =>
    Array.from(found, ({ mode, kind, id, path }) => ({
      mode,
      kind,
      id,
      place: { automationId, nodeId, path: pointer(...path) },
    }));
  const pickerOf: PickerOf = (name) => (fieldByName(name) ?? fields.find((each) => each.name === name))?.picker;
  const { graphDefinition } = value;
  const nodes = isObject(graphDefinition) ? graphDefinition["nodes"] : null;
  return [
    ...placed(aroundGraph(value, pickerOf), null),
    ...(Array.isArray(nodes) ? nodes : []).flatMap((node, index) =>
      isObject(node) && typeof node["id"] === "string"
        ? placed(atNode(node, ["graphDefinition", "nodes", index], pickerOf), node["id"])
        : [],
    ),
  ];
}

function* aroundGraph(automation: JsonObject, pickerOf: PickerOf): Generator<Found> {
  const { triggerType, scope, triggerConfig, conditions } = automation;
  const config = isObject(triggerConfig) ? triggerConfig : {};
  if (typeof triggerType === "string" && Object.hasOwn(TRIGGER_TOUCHES, triggerType)) {
    const type = triggerType as keyof typeof TRIGGER_TOUCHES;
    for (const [mode, kind, id] of TRIGGER_TOUCHES[type]) yield { mode, kind, id, path: ["triggerType"] };
    yield* pickedIn(TRIGGER_SCHEMAS[type], config, ["triggerConfig"], () => "reads");
    if (type === "deal_updated") yield* updatedFields(config["fields"], ["triggerConfig", "fields"]);
  }
  if (scope === "pipeline") yield* things("reads", "pipeline", automation["pipelineId"], ["pipelineId"]);
  if (scope === "stage") yield* things("reads", "stage", automation["stageId"], ["stageId"]);
  yield* things("reads", "channel", automation["outboundChannelId"], ["outboundChannelId"]);
  yield* inQuery(config["filter"], ["triggerConfig", "filter"], pickerOf);
  yield* inQuery(conditions, ["conditions"], pickerOf);
}

function* updatedFields(fields: JsonValue | undefined, path: Path): Generator<Found> {
  const named = [fields ?? []].flat().filter(isFilled);
  if (named.length === 0) yield { mode: "reads", kind: "field", id: null, path: ["triggerType"] };
  for (const field of named) yield* readField(`deal.${field}`, path);
}

function* atNode(node: JsonObject, path: Path, pickerOf: PickerOf): Generator<Found> {
  const { type, actionType, condition } = node;
  const config = isObject(node["config"]) ? node["config"] : {};
  if (type === "condition") return yield* inBranches(condition, path, pickerOf);
  const { until } = config;
  const isWait = type === "wait" || actionType === "wait";
  if (isWait && isObject(until) && until["kind"] === "field" && isFilled(until["field"])) {
    yield* readField(until["field"], [...path, "config", "until", "field"]);
  }
  if (type !== "action" || !isAction(actionType)) return;
  for (const [mode, kind, id] of ACTION_TOUCHES[actionType]) yield { mode, kind, id, path };
  const schema = ACTION_SCHEMAS[actionType];
  yield* pickedIn(schema, config, [...path, "config"], (kind) => (kind === "channel" ? "reads" : "writes"));
  for (const [of, key, mode, kind] of UNPICKED) {
    if (of === actionType) yield* things(mode, kind, config[key], [...path, "config", key]);
  }
  if (actionType === "set_custom_field") {
    const picker = pickerOf(CUSTOM_FIELD_PREFIX + String(config["fieldSlug"] ?? config["fieldId"]));
    if (picker !== undefined) yield* things("writes", PICKED[picker], config["value"], [...path, "config", "value"]);
  }
  yield* inTexts(schema, config, [...path, "config"]);
}

const isAction = (type: unknown): type is ActionType => ACTION_TYPES.some((each) => each === type);

function* inBranches(condition: JsonValue | undefined, path: Path, pickerOf: PickerOf): Generator<Found> {
  const branches = isObject(condition) ? condition["branches"] : null;
  if (!Array.isArray(branches)) return;
  for (const [index, branch] of branches.entries()) {
    if (isObject(branch)) yield* inQuery(branch["query"], [...path, "condition", "branches", index, "query"], pickerOf);
  }
}

/** What a config picks; a message that waits for its answer reads what the contact writes. */
function* pickedIn(
  { properties }: ConfigSchema,
  config: JsonObject,
  path: Path,
  modeOf: (kind: ThingKind) => Touch["mode"],
): Generator<Found> {
  for (const [key, property] of Object.entries(properties)) {
    const picker = (property as ConfigProperty)["x-picker"];
    if (picker !== undefined) {
      const kind = PICKED[picker];
      yield* things(modeOf(kind), kind, config[key], [...path, key]);
    }
    const asks = key === "buttons" ? Array.isArray(config[key]) && config[key].length > 0 : config[key] === true;
    if ((key === "awaitReply" || key === "buttons") && asks) {
      yield { mode: "reads", kind: "message", id: "whatsapp", path: [...path, key] };
    }
  }
}

function* inTexts({ properties }: ConfigSchema, config: JsonObject, path: Path): Generator<Found> {
  for (const [key, property] of Object.entries(properties)) {
    if (property["x-liquid"] !== true) continue;
    for (const { text, path: at } of textsIn(config[key], [...path, key])) {
      for (const field of fieldsRead(text)) yield* readField(field, at);
    }
  }
}

function* inQuery(item: unknown, path: Path, pickerOf: PickerOf, depth = 0): Generator<Found> {
  const parsed = parseItem(item, depth);
  if (parsed.kind === "group") {
    for (const [index, inner] of parsed.group.rules.entries())
      yield* inQuery(inner, [...path, "rules", index], pickerOf, depth + 1);
  }
  if (parsed.kind !== "rule") return;
  const { field, operator, value = null } = parsed.rule;
  if (typeof field !== "string") return;
  yield* readField(field, [...path, "field"]);
  const picker = pickerOf(field);
  if (picker === undefined || !isOperator(operator)) return;
  const named = takesList(operator) && typeof value === "string" ? [...valueList(value)] : value;
  yield* things("reads", PICKED[picker], named, [...path, "value"]);
}

/** A field that is read; a custom one is a thing of the workspace as well. */
function* readField(field: string, path: Path): Generator<Found> {
  yield { mode: "reads", kind: "field", id: field, path };
  const slug = field.startsWith(CUSTOM_FIELD_PREFIX) ? field.slice(CUSTOM_FIELD_PREFIX.length) : "";
  if (slug !== "") yield { mode: "reads", kind: "customField", id: slug, path };
}

/** The things that a value names: one id, or a list of them. What Liquid fills in is known to nobody yet. */
function* things(mode: Touch["mode"], kind: ThingKind, value: JsonValue | undefined, path: Path): Generator<Found> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* things(mode, kind, item, [...path, index]);
  } else if (isFilled(value)) yield { mode, kind, id: value.includes("{") ? null : value, path };
}
