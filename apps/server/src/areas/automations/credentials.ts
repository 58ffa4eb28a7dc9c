import { isObject } from "@trilho/engine";
import type { FieldError } from "@trilho/contract";
import type { GraphDefinition, GraphNode, JsonObject } from "@trilho/engine";
import { generateSigningSecret } from "../../platform/security/webhook-signature.ts";
import { firstWebhook } from "./actions.ts";
import { HIDDEN } from "../../platform/network/address-secret.ts";
import {
  doubleHeaders,
  mergeHeaders,
  sealableIn,
  unsendableHeaders,
  withHiddenParts,
  type GivenHeader,
} from "./webhook-headers.ts";
import type { AutomationSecrets } from "./model.ts";

/** The credentials of a write: a text sets one, null removes it, undefined keeps the stored one. */
export interface GivenCredentials {
  signing: string | undefined;
  headerValue: string | null | undefined;
  password: string | null | undefined;
  headers: GivenHeader[];
}

interface Written {
  graphDefinition: GraphDefinition;
  triggerConfig: JsonObject | null;
}

export const NO_SECRETS: AutomationSecrets = { signing: null, headerValue: null, password: null, headers: [] };

const TRIGGER_CREDENTIALS = ["headerValue", "password"] as const;

/** Without credentials: what is stored in the clear, and what reads answer. What was not checked yet may have any shape. */
export function withoutCredentials<T extends { graphDefinition?: unknown; triggerConfig?: unknown }>(written: T): T {
  const { graphDefinition: graph, triggerConfig } = written;
  const nodes = isObject(graph) && Array.isArray(graph["nodes"]) ? graph["nodes"] : null;
  return {
    ...written,
    ...(isObject(triggerConfig) && { triggerConfig: omit(triggerConfig as JsonObject, TRIGGER_CREDENTIALS) }),
    ...(nodes !== null && { graphDefinition: { ...(graph as object), nodes: nodes.map(withoutSecret) } }),
  };
}

export function credentialsIn({ graphDefinition, triggerConfig }: Written): GivenCredentials {
  const secrets = graphDefinition.nodes.map(secretOf);
  return {
    signing: secrets.find((secret): secret is string => typeof secret === "string" && secret !== ""),
    headerValue: triggerCredential(triggerConfig, "headerValue"),
    password: triggerCredential(triggerConfig, "password"),
    headers: sealableIn(graphDefinition),
  };
}

/**
 * The secrets to store, and the signing secret when this write generated it: once, for the first webhook action.
 * `missing` names what is to be kept and is not stored. `current` is the definition that is replaced.
 */
export function mergeSecrets(
  stored: AutomationSecrets,
  given: GivenCredentials,
  graph: GraphDefinition,
  current: GraphDefinition | null,
): { secrets: AutomationSecrets; generated: string | null; missing: FieldError[] } {
  const known = given.signing ?? stored.signing;
  const generated = known === null && firstWebhook(graph) !== null ? generateSigningSecret() : null;
  const { headers, missing } = mergeHeaders(stored.headers, given.headers, current);
  return {
    generated,
    missing,
    secrets: {
      headers,
      signing: known ?? generated,
      headerValue: given.headerValue === undefined ? stored.headerValue : given.headerValue,
      password: given.password === undefined ? stored.password : given.password,
    },
  };
}

/** With the credentials of webhooks that a definition from before they were sealed still has in the clear. */
export const withPlainHeaders = (secrets: AutomationSecrets, graph: GraphDefinition): AutomationSecrets => ({
  ...secrets,
  headers: mergeHeaders(
    secrets.headers,
    sealableIn(graph).filter(({ value }) => value !== HIDDEN),
    null,
  ).headers,
});

/** Problems of the credentials in a body that was not checked yet. */
export function credentialProblems(body: { graphDefinition?: unknown; triggerConfig?: unknown }): FieldError[] {
  const nodes = nodesOf(body.graphDefinition);
  return [...secretProblems(nodes), ...headerProblems(nodes), ...triggerProblems(body.triggerConfig)];
}

const headerProblems = (nodes: readonly unknown[]): FieldError[] =>
  nodes.flatMap((node, index) =>
    isObject(node) ? headerProblemsOf(node as unknown as GraphNode, `graphDefinition.nodes[${index}].config`) : [],
  );

const headerProblemsOf = (node: GraphNode, config: string): FieldError[] => [
  ...unsendableHeaders(node).map(({ key, message }) => ({ field: `${config}.${key}`, message })),
  ...doubleHeaders(node).map((name) => ({
    field: `${config}.headers.${name}`,
    message: "is there twice: capitals make no other header",
  })),
];

function secretProblems(nodes: readonly unknown[]): FieldError[] {
  const problems: FieldError[] = [];
  let first: string | null = null;
  nodes.forEach((node, index) => {
    const secret = secretOf(node);
    const field = `graphDefinition.nodes[${index}].config.secret`;
    if (secret === undefined || secret === null || secret === "") return;
    if (typeof secret !== "string") problems.push({ field, message: "must be text" });
    else if (first !== null && secret !== first) {
      problems.push({ field, message: "differs from another webhook's: an automation has one signing secret" });
    } else first = secret;
  });
  return problems;
}

function triggerProblems(triggerConfig: unknown): FieldError[] {
  if (!isObject(triggerConfig)) return [];
  return TRIGGER_CREDENTIALS.filter((name) => {
    const value = triggerConfig[name];
    return value !== undefined && value !== null && typeof value !== "string";
  }).map((name) => ({ field: `triggerConfig.${name}`, message: "must be text or null" }));
}

/** Without a trigger config there is nothing that a credential could be for. */
function triggerCredential(config: JsonObject | null, name: "headerValue" | "password"): string | null | undefined {
  if (config === null) return null;
  const value = config[name];
  if (value === undefined) return undefined;
  return typeof value === "string" && value !== "" ? value : null;
}

const secretOf = (node: unknown): unknown =>
  isObject(node) && node["actionType"] === "webhook" && isObject(node["config"]) ? node["config"]["secret"] : undefined;

function withoutSecret(item: unknown): unknown {
  if (!isObject(item) || item["actionType"] !== "webhook" || !isObject(item["config"])) return item;
  const node = item as unknown as GraphNode & { config: JsonObject };
  return withHiddenParts({ ...node, config: omit(node.config, ["secret"]) });
}

const nodesOf = (graph: unknown): readonly unknown[] =>
  isObject(graph) && Array.isArray(graph["nodes"]) ? graph["nodes"] : [];

const omit = (object: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
