import { isObject } from "@trilho/engine";
import type { JsonObject, JsonValue } from "@trilho/engine";
import type { RuleGroupType } from "react-querybuilder";

/** An empty rule group: it always holds. */
export const emptyQuery = (): JsonObject => ({ combinator: "and", rules: [] });

/** True for what the query builder can show: a group whose items are rules or groups. */
export function isQuery(value: JsonValue | undefined): value is JsonObject {
  return (
    isObject(value) &&
    Array.isArray(value["rules"]) &&
    value["rules"].every((item) => isObject(item) && (!("rules" in item) || isQuery(item)))
  );
}

/** Keys that react-querybuilder keeps for itself, and that say nothing about the query. */
const OWN_KEYS = new Set(["id", "path", "valueSource"]);

/** Operators that compare with nothing. */
const ALONE = new Set<JsonValue | undefined>(["null", "notNull"]);

/** A query of react-querybuilder as the graph keeps it: without its ids, and `not` only where it holds. */
export const stored = (query: RuleGroupType): JsonObject => strip(query as unknown as JsonObject);

function strip(item: JsonObject): JsonObject {
  const kept = Object.entries(item).filter(
    ([key, value]) =>
      !OWN_KEYS.has(key) &&
      value !== undefined &&
      !(key === "not" && value !== true) &&
      !(key === "value" && ALONE.has(item["operator"])),
  );
  return Object.fromEntries(
    kept.map(([key, value]) => [key, key === "rules" && Array.isArray(value) ? value.map(stripItem) : value]),
  );
}

const stripItem = (item: JsonValue): JsonValue => (isObject(item) ? strip(item) : item);

/** How the rules of a group join, as a person chooses it. */
export type Match = "all" | "any" | "notAll" | "none";

const MATCHES: Record<Match, { combinator: "and" | "or"; not: boolean }> = {
  all: { combinator: "and", not: false },
  any: { combinator: "or", not: false },
  notAll: { combinator: "and", not: true },
  none: { combinator: "or", not: true },
};

export const MATCH_NAMES: readonly Match[] = ["all", "any", "notAll", "none"];

export const matchOf = (combinator: string, not: boolean): Match =>
  combinator === "or" ? (not ? "none" : "any") : not ? "notAll" : "all";

export const joinOf = (match: Match): { combinator: "and" | "or"; not: boolean } => MATCHES[match];
