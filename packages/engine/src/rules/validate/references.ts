import { isObject } from "../../contract/json.ts";
import { ACTION_SCHEMAS } from "../../contract/action-schemas.ts";
import type { ConfigProperty, ConfigSchema, Picker } from "../../contract/config-schema.ts";
import type { ActionType, GraphNode } from "../../contract/definition.ts";
import type { JsonObject, JsonValue } from "../../contract/json.ts";
import type { Trigger } from "../../contract/needs.ts";
import type { WorkspaceStage } from "../../contract/scenario.ts";
import { TRIGGER_SCHEMAS } from "../../contract/trigger-schemas.ts";
import { pointer } from "../../json/pointer.ts";
import { aroundProblem } from "../../messages/around.ts";
import type { ReferredThing } from "../../messages/params.ts";
import { shorten } from "../../messages/text.ts";
import type { ExtraFinding, ExtraRule, ExtraSubject } from "./extra-rule.ts";
import { refOf } from "../finding/names.ts";
import { configOf } from "../finding/rule.ts";
import { sendsNothing } from "../empty-message.ts";
import { privateHost } from "../private-host.ts";
import { settingsFailure } from "../settings-failure.ts";
import { missingChannels } from "./missing-channel.ts";

/** What a workspace has, as ids. What is left out is not looked for. */
export interface KnownThings {
  pipeline?: readonly string[] | undefined;
  stage?: readonly string[] | undefined;
  /** Which of them are won and lost. */
  stages?: readonly WorkspaceStage[] | undefined;
  tag?: readonly string[] | undefined;
  user?: readonly string[] | undefined;
  customField?: readonly { id: string; slug: string }[] | undefined;
  channel?: readonly { id: string; kind: string }[] | undefined;
  /** Of which kinds there are channels, where they are not listed. */
  channelKinds?: readonly string[] | undefined;
  file?: readonly string[] | undefined;
  script?: readonly string[] | undefined;
  /** Whether its server's webhooks may call addresses of that server's own network. */
  callsPrivateAddresses?: boolean | undefined;
}

/** An automation around its graph. */
export interface Surroundings {
  trigger?: Trigger;
  outboundChannelId?: string | null;
}

/**
 * Rules for `validateGraph` that warn of stages, tags, users, fields, channels and files that a workspace does not have,
 * of kinds of channel that it has none of, of actions that fail by their settings alone, and of webhooks that its server
 * refuses to call. References of the trigger and the automation are reported at the trigger.
 *
 * @example
 * ```ts
 * import { referenceRules, validateGraph } from "@trilho/engine";
 *
 * const vip = { id: "vip", type: "action", actionType: "add_tag", config: { tagIds: ["tg_gone"] } };
 * const { problems } = validateGraph(
 *   { version: 2, nodes: [{ id: "start", type: "trigger" }, vip], edges: [{ source: "start", target: "vip" }] },
 *   { extraRules: referenceRules({ tag: ["tg_vip"] }) },
 * );
 * // problems[0].message: "“Add tags”: there is no tag “tg_gone”."
 * ```
 */
export function referenceRules(known: KnownThings, around: Surroundings = {}): readonly ExtraRule[] {
  const kinds = known.channelKinds ?? known.channel?.map(({ kind }) => kind);
  const rules: (ExtraRule | undefined | false)[] = [
    { code: "unknown-reference", severity: "warning", run: (subject) => unknownIn(subject, known, around) },
    kinds && {
      code: "missing-channel",
      severity: "warning",
      run: (subject) => missingChannels(subject, kinds, around.trigger),
    },
    { code: "certain-failure", severity: "warning", run: (subject) => failingIn(subject, known) },
    known.callsPrivateAddresses === false && { code: "private-address", severity: "warning", run: privateIn },
  ];
  return rules.filter((rule) => rule !== undefined && rule !== false);
}

function* privateIn({ definition, locale }: ExtraSubject): Generator<ExtraFinding> {
  for (const [index, node] of definition.nodes.entries()) {
    const url = node.type === "action" && node.actionType === "webhook" ? configOf(node)?.["url"] : null;
    const host = typeof url === "string" ? privateHost(url) : null;
    if (host === null) continue;
    const told = aroundProblem("private-address", { node: refOf(node), host: shorten(host) }, locale);
    yield { ...told, path: pointer("nodes", index, "config", "url"), nodeId: node.id };
  }
}

/** What other rules tell of is not told again. */
const TOLD: ReadonlySet<string> = new Set(["media-not-web", "webhook-not-web"]);

function* failingIn({ definition, locale }: ExtraSubject, { stages }: KnownThings): Generator<ExtraFinding> {
  for (const [index, node] of definition.nodes.entries()) {
    const { type, actionType } = node;
    const config = configOf(node);
    if (type !== "action" || !actionType || config === null || sendsNothing(actionType, config)) continue;
    const failure = settingsFailure(actionType, config, { stages });
    if (failure === null || TOLD.has(failure.reason.code)) continue;
    const told = aroundProblem("certain-failure", { node: refOf(node), failure: failure.reason }, locale);
    yield { ...told, path: pointer("nodes", index, "config", failure.key), nodeId: node.id };
  }
}

function* unknownIn(subject: ExtraSubject, known: KnownThings, around: Surroundings): Generator<ExtraFinding> {
  for (const [index, node] of subject.definition.nodes.entries()) {
    for (const { thing, id, kind, path } of namedBy(node, around)) {
      const found = isKnown(known, { thing, id, kind });
      if (found === "yes") continue;
      const params = { node: refOf(node), thing, id: shorten(id), isOfAnotherKind: found === "of another kind" };
      const told = aroundProblem("unknown-reference", params, subject.locale);
      yield { ...told, path: pointer("nodes", index, ...path), nodeId: node.id };
    }
  }
}

/** A thing that is named. `kind` is that which a channel has to be of, `path` are the segments below the node. */
interface Named {
  readonly thing: ReferredThing;
  readonly id: string;
  readonly kind: string | null;
  readonly path: readonly (string | number)[];
}

function namedBy(node: GraphNode, around: Surroundings): Named[] {
  const config = isObject(node.config) ? node.config : {};
  if (node.type === "trigger") return namedAround(around);
  const { actionType } = node;
  if (node.type !== "action" || !actionType || !Object.hasOwn(ACTION_SCHEMAS, actionType)) return [];
  const kind = actionType === "send_whatsapp" ? "whatsapp" : null;
  return [
    ...namedIn(ACTION_SCHEMAS[actionType], config, kind, ["config"]),
    ...UNPICKED.flatMap(([type, key, thing]) =>
      type === actionType ? idsIn(config[key]).map(([id]): Named => ({ thing, id, kind, path: ["config", key] })) : [],
    ),
  ];
}

/** Keys that name something without a picker in their form. */
const UNPICKED: readonly (readonly [ActionType, string, ReferredThing])[] = [
  ["set_custom_field", "fieldSlug", "customField"],
  ["send_whatsapp", "mediaAssetId", "file"],
  ["send_whatsapp", "scriptId", "script"],
];

function namedAround({ trigger, outboundChannelId }: Surroundings): Named[] {
  const sends: Named[] = idsIn(outboundChannelId).map(([id]) => ({ thing: "channel", id, kind: "whatsapp", path: [] }));
  if (trigger === undefined || !Object.hasOwn(TRIGGER_SCHEMAS, trigger.type)) return sends;
  const schema = TRIGGER_SCHEMAS[trigger.type as keyof typeof TRIGGER_SCHEMAS];
  const kind = trigger.type === "instagram_comment" ? "instagram" : null;
  const starts = namedIn(schema, isObject(trigger.config) ? trigger.config : {}, kind, []);
  return [...starts.map((named) => ({ ...named, path: [] })), ...sends];
}

function namedIn({ properties }: ConfigSchema, config: JsonObject, kind: string | null, above: Named["path"]): Named[] {
  return Object.entries(properties).flatMap(([key, property]) => {
    const thing = pickerOf(property);
    if (thing === null) return [];
    return idsIn(config[key]).map(([id, ...below]): Named => ({ thing, id, kind, path: [...above, key, ...below] }));
  });
}

const pickerOf = (property: ConfigProperty): Picker | null => property["x-picker"] ?? null;

/** The ids of a value with their place in it. What Liquid fills in is known to nobody yet. */
function idsIn(value: JsonValue | undefined): [id: string, ...place: number[]][] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => idsIn(item).map(([id]): [string, number] => [id, index]));
  return typeof value === "string" && value.trim() !== "" && !value.includes("{") ? [[value]] : [];
}

function isKnown(known: KnownThings, { thing, id, kind }: Omit<Named, "path">): "yes" | "no" | "of another kind" {
  if (thing === "channel") {
    const channel = known.channel?.find((each) => each.id === id);
    if (channel === undefined) return known.channel === undefined ? "yes" : "no";
    return kind === null || channel.kind === kind ? "yes" : "of another kind";
  }
  if (thing === "customField") {
    const fields = known.customField;
    return fields === undefined || fields.some((field) => field.id === id || field.slug === id) ? "yes" : "no";
  }
  return known[thing]?.includes(id) === false ? "no" : "yes";
}
