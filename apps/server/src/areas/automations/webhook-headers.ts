import { isObject } from "@trilho/engine";
import type { FieldError } from "@trilho/contract";
import type { GraphDefinition, GraphNode, JsonObject, JsonValue } from "@trilho/engine";
import { HIDDEN, secretOfAddress, shownAddress, withSecret } from "../../platform/network/address-secret.ts";
import type { SealedHeader } from "./model.ts";

/** Headers that let somebody in. */
const CREDENTIALS = /auth|cookie|key|pass|secret|session|signature|token/i;
/** A value that is filled in for each run is no secret itself. */
const LIQUID = /\{\{|\{%/;
/** The place of the address among a webhook's sealed headers: no header can be called so. */
const ADDRESS = ":address";

const isCredential = (name: string): boolean => CREDENTIALS.test(name);

/** Whatever in a webhook's config lets somebody in, as it goes over the wire. */
export function credentialsIn({ headers, url }: JsonObject): string[] {
  const inHeaders = entriesOf(headers).flatMap(([name, value]) =>
    isCredential(name) && isPlain(value) && value !== "" ? [String(value)] : [],
  );
  const secret = secretOfAddress(url);
  return secret === null ? inHeaders : [...inHeaders, secret, decoded(secret), ...basicOf(String(url))];
}

function decoded(secret: string): string {
  try {
    return decodeURIComponent(secret);
  } catch {
    // Not encoded, so it is sent as it is.
    return secret;
  }
}

function basicOf(url: string): string[] {
  if (!URL.canParse(url)) return [];
  const { username, password } = new URL(url);
  return [Buffer.from(`${decoded(username)}:${decoded(password)}`).toString("base64")];
}

/** A header of a webhook action in a body, or its address. */
export interface GivenHeader extends SealedHeader {
  /** As errors name it. */
  field: string;
  /** Where it goes, as people may read it. */
  address: string;
}

/** The values of a graph's webhooks that are to be sealed, or stand for sealed ones. */
export const sealableIn = ({ nodes }: GraphDefinition): GivenHeader[] =>
  nodes.flatMap((node, index) => {
    const address = addressOf(node);
    const at = (key: string) => `graphDefinition.nodes[${index}].config.${key}`;
    const given = headersOf(node).flatMap(([name, value]) =>
      isSealable(name, value)
        ? [{ nodeId: node.id, name: name.toLowerCase(), value: String(value), field: at(`headers.${name}`), address }]
        : [],
    );
    const secret = sealableOfAddress(node);
    return secret === null
      ? given
      : [...given, { nodeId: node.id, name: ADDRESS, value: secret, field: at("url"), address }];
  });

/** A number goes out as its digits, and lets in as such. */
const isPlain = (value: unknown): value is string | number => typeof value === "string" || typeof value === "number";

const isSealable = (name: string, value: unknown): value is string | number =>
  isPlain(value) && value !== "" && isCredential(name) && !LIQUID.test(String(value));

/** What no header can be: nothing is sent of it, and whatever is in it is not for people to read. */
const isUnsendable = (value: unknown): boolean => typeof value === "object" && value !== null;

function sealableOfAddress({ actionType, config }: GraphNode): string | null {
  const secret = actionType === "webhook" ? secretOfAddress(config?.["url"]) : null;
  return secret === null || LIQUID.test(secret) ? null : secret;
}

const addressOf = ({ config }: GraphNode): string =>
  typeof config?.["url"] === "string" ? shownAddress(config["url"]) : "";

/**
 * What is sealed from now on. What was stays, for runs of older versions; `missing` has hidden ones that never were.
 * `current` is the definition that the write began with: a copy of one of its webhooks takes along what was hidden there.
 */
export function mergeHeaders(
  stored: readonly SealedHeader[],
  given: readonly GivenHeader[],
  current: GraphDefinition | null,
): { headers: SealedHeader[]; missing: FieldError[] } {
  const merged = [...stored];
  const missing: FieldError[] = [];
  for (const { field, ...header } of given) {
    const { nodeId, name } = header;
    const kept = () => sealedValue(stored, nodeId, name) ?? copiedValue(stored, header, current);
    const known = header.value === HIDDEN ? kept() : header.value;
    if (known === null) missing.push({ field, message: "is hidden where it is read: write its value" });
    else put(merged, { nodeId, name, value: known });
  }
  return { headers: merged, missing };
}

function put(headers: SealedHeader[], header: SealedHeader): void {
  const at = headers.findIndex(({ nodeId, name }) => nodeId === header.nodeId && name === header.name);
  headers.splice(at < 0 ? headers.length : at, at < 0 ? 0 : 1, header);
}

const sealedValue = (stored: readonly SealedHeader[], nodeId: string, name: string): string | null =>
  stored.find((header) => header.nodeId === nodeId && header.name === name)?.value ?? null;

/** A copy calls where the original does: what lets in there, and is the same for all of them, is meant. */
function copiedValue(
  stored: readonly SealedHeader[],
  { name, address }: Pick<GivenHeader, "name" | "address">,
  current: GraphDefinition | null,
): string | null {
  const alike = (current?.nodes ?? []).filter((node) => node.actionType === "webhook" && addressOf(node) === address);
  const [value = null, ...others] = new Set(alike.flatMap(({ id }) => sealedValue(stored, id, name) ?? []));
  return others.length === 0 ? value : null;
}

/** Headers that are one to HTTP, which knows no capitals, where one of them lets somebody in: which one would be kept? */
export const doubleHeaders = (node: GraphNode): string[] => {
  const names = headersOf(node).map(([name]) => name);
  return names.filter(
    (name, index) =>
      isCredential(name) && names.slice(0, index).some((other) => other.toLowerCase() === name.toLowerCase()),
  );
};

/**
 * Headers that nothing is sent of, and so nothing would hide: a list of pairs, as other services take it, and values that
 * are no plain ones. Answers their keys below `config`.
 */
export function unsendableHeaders({ actionType, config }: GraphNode): { key: string; message: string }[] {
  const headers = actionType === "webhook" && isObject(config) ? (config["headers"] ?? null) : null;
  if (headers === null) return [];
  if (!isObject(headers)) return [{ key: "headers", message: "must be an object with the headers by their names" }];
  return Object.entries(headers).flatMap(([name, value]) =>
    isUnsendable(value) ? [{ key: `headers.${name}`, message: "must be text, a number, or true or false" }] : [],
  );
}

/** A webhook action with its credentials hidden. */
export function withHiddenParts(node: GraphNode): GraphNode {
  if (node.actionType !== "webhook" || !isObject(node.config)) return node;
  const { headers } = node.config;
  return {
    ...node,
    config: {
      ...node.config,
      ...((headers ?? null) !== null && { headers: shownHeaders(headers, isSealable) }),
      ...(sealableOfAddress(node) !== null && { url: addressOf(node) }),
    },
  };
}

/** A list of pairs, or what else is no object, may hold a credential anywhere. It is never sent. */
function shownHeaders(headers: unknown, isHidden: (name: string, value: unknown) => boolean): JsonValue {
  if (!isObject(headers)) return null;
  const shown = Object.entries(headers).map(([name, value]) => [
    name,
    isHidden(name, value) || (isCredential(name) && isUnsendable(value)) ? HIDDEN : value,
  ]);
  return Object.fromEntries(shown) as JsonObject;
}

/** A webhook's config with its texts filled in, as people may read it. */
export function shownConfig(config: JsonObject): JsonObject {
  const { headers, url } = config;
  return {
    ...config,
    ...((headers ?? null) !== null && { headers: shownHeaders(headers, isCredential) }),
    ...(typeof url === "string" && { url: shownAddress(url) }),
  };
}

/** A webhook's config as it is sent; null where something that is hidden has no value. */
export function openConfig(config: JsonObject, nodeId: string, stored: readonly SealedHeader[]): JsonObject | null {
  const { headers, url } = config;
  const opened: JsonObject = { ...config };
  for (const [name, value] of entriesOf(headers)) {
    if (value !== HIDDEN || !isCredential(name)) continue;
    const known = sealedValue(stored, nodeId, name.toLowerCase());
    if (known === null) return null;
    opened["headers"] = { ...(opened["headers"] as JsonObject), [name]: known };
  }
  if (secretOfAddress(url) !== HIDDEN) return opened;
  const secret = sealedValue(stored, nodeId, ADDRESS);
  return secret === null ? null : { ...opened, url: withSecret(String(url), secret) };
}

const headersOf = ({ actionType, config }: GraphNode): [string, unknown][] =>
  actionType === "webhook" ? entriesOf(config?.["headers"]) : [];

const entriesOf = (headers: unknown): [string, unknown][] => Object.entries(isObject(headers) ? headers : {});
