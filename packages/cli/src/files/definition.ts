import { isObject } from "@trilho/engine";
import type { Field, JsonObject, JsonValue } from "@trilho/engine";
import { orderedGraph } from "../form.ts";
import type { Names } from "./names.ts";
import { referencesIn, renamed } from "./references.ts";
import type { Comments } from "./write-yaml.ts";

/** Keys of an automation's file in their order, each with what is meant where it is left out. */
const DEFAULTS: Readonly<Record<string, JsonValue>> = {
  name: null,
  enabled: null,
  triggerType: null,
  triggerConfig: null,
  scope: "global",
  pipelineId: null,
  stageId: null,
  conditions: null,
  triggerWindow: null,
  respectBusinessHours: false,
  outboundChannelId: null,
  graphDefinition: null,
};
export const AUTOMATION_KEYS: readonly string[] = Object.keys(DEFAULTS);

/** Of a trigger: secrets that no answer of the API holds, and the address that each workspace makes for itself. */
const OWN: readonly string[] = ["headerValue", "password", "hookToken"];

/**
 * What an automation says, whether it was read from a file or from the API: nothing that goes without saying, that only
 * one workspace can have, or that the API never tells.
 */
export function definitionOf(automation: JsonObject): JsonObject {
  const { scope, triggerConfig, graphDefinition } = automation;
  const config = isObject(triggerConfig) ? omit(triggerConfig, OWN) : {};
  const said: JsonObject = {
    ...automation,
    triggerConfig: Object.keys(config).length === 0 ? null : config,
    pipelineId: scope === "pipeline" ? (automation["pipelineId"] ?? null) : null,
    stageId: scope === "stage" ? (automation["stageId"] ?? null) : null,
    graphDefinition: orderedGraph(withoutSigningSecrets(graphDefinition ?? null)),
  };
  const entries = AUTOMATION_KEYS.map((key) => [key, said[key] ?? null] as const);
  return Object.fromEntries(entries.filter(([key, value]) => value !== null && value !== DEFAULTS[key]));
}

function withoutSigningSecrets(graph: JsonValue): JsonValue {
  if (!isObject(graph) || !Array.isArray(graph["nodes"])) return graph;
  const nodes = graph["nodes"].map((node) =>
    isObject(node) && node["actionType"] === "webhook" && isObject(node["config"])
      ? { ...node, config: omit(node["config"], ["secret"]) }
      : node,
  );
  return { ...graph, nodes };
}

const omit = (object: JsonObject, keys: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));

/** A stored automation as its file says it: by names. What has none keeps its id, with a comment where that helps. */
export function named(
  stored: JsonObject,
  names: Names,
  fields: readonly Field[],
): { value: JsonObject; comments: Comments } {
  const comments = new Map<string, string>();
  const definition = definitionOf(stored);
  const found = referencesIn(definition, fields).map(({ kind, name: id, path }) => {
    const name = names.nameOf(kind, id);
    const hint = name === null ? names.hintOf(kind, id) : null;
    if (hint !== null) comments.set(path, `${hint}: by its id, for its name is not its own`);
    return [path, name ?? id] as const;
  });
  return { value: renamed(definition, found), comments };
}

/** What a file keeps that the workspace never tells: secrets of its trigger and webhooks, as the file writes them. */
export function withOwnSecrets(value: JsonObject, file: JsonObject): JsonObject {
  const { triggerConfig: config } = file;
  const kept = isObject(config) ? Object.entries(config).filter(([key]) => OWN.includes(key)) : [];
  const trigger = isObject(value["triggerConfig"]) ? value["triggerConfig"] : {};
  const secretOf = (id: JsonValue | undefined): JsonValue | undefined => {
    const node = nodesOf(file).find((each) => each["id"] === id && each["actionType"] === "webhook");
    return isObject(node?.["config"]) ? node["config"]["secret"] : undefined;
  };
  const nodes = nodesOf(value).map((node) => {
    const secret = node["actionType"] === "webhook" ? secretOf(node["id"]) : undefined;
    return secret === undefined || !isObject(node["config"])
      ? node
      : { ...node, config: { ...node["config"], secret } };
  });
  return {
    ...value,
    ...(kept.length > 0 && { triggerConfig: { ...trigger, ...Object.fromEntries(kept) } }),
    ...(isObject(value["graphDefinition"]) && { graphDefinition: { ...value["graphDefinition"], nodes } }),
  };
}

const nodesOf = ({ graphDefinition: graph }: JsonObject): JsonObject[] =>
  isObject(graph) && Array.isArray(graph["nodes"]) ? graph["nodes"].filter(isObject) : [];
