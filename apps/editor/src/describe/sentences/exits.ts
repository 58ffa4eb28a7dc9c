import type { Field, GraphNode, JsonObject, JsonValue } from "@trilho/engine";
import { DEFAULT_REPLY_TIMEOUT_MS, isObject } from "@trilho/engine";
import type { Lookup } from "../../document/lookup.ts";
import { conditionText } from "./conditions.ts";
import { formatDuration } from "../../i18n/duration.ts";
import { currentLocale, text } from "../../i18n/use-text.ts";
import type { TextParams } from "../../i18n/use-text.ts";
import type { TextKey } from "../../i18n/resources.ts";
import type { Port } from "../../document/layout/geometry.ts";
import { readableText } from "../readable.ts";
import { excerpt } from "../step-details.ts";

export interface ExitText {
  node: GraphNode;
  port: Port;
  /** All drawn exits of the step. */
  ports: readonly Port[];
  names: Lookup;
  fields: readonly Field[];
}

const t = (key: string, params?: TextParams): string => text("sentences", `way.${key}` as TextKey<"sentences">, params);

const LEADS: Record<Port["kind"], (shown: ExitText) => string> = {
  branch,
  fallback: ({ port }) => t(port.side ? "failure" : "otherwise"),
  replied: ({ ports }) =>
    t(ports.some(({ kind }) => kind === "btn" || kind === "text_reply") ? "replied" : "repliedOnly"),
  timeout: ({ node }) => t("timeout", { duration: formatDuration(timeoutOf(node)) }),
  text_reply: () => t("textReply"),
  btn: (shown) => t("btn", { name: nameOf(shown) }),
  rr: exit,
  next: () => t("next"),
  unknown: (shown) => t("unknown", { name: nameOf(shown) }),
};

/** How an exit begins its sentence: "If deal value is at least 10,000 (VIP)", "Otherwise". */
export const exitLead = (shown: ExitText): string => LEADS[shown.port.kind](shown);

function branch(shown: ExitText): string {
  const part = partOf(shown.node.condition, "branches", shown.port.handle.slice("branch_".length));
  const name = shown.port.label.trim();
  const query = part?.["query"];
  const isEmpty = isObject(query) && Array.isArray(query["rules"]) && query["rules"].length === 0;
  if (!part || isEmpty) return name ? t("branchEmptyNamed", { name }) : t("branchEmpty");
  const params = { query: conditionText(query, shown.names, shown.fields), name };
  return t(name ? "branchNamed" : "branch", params);
}

/** "In turn, “Ana” (67 %)", where the exits have unequal shares. */
function exit(shown: ExitText): string {
  const exits = listOf(shown.node.config?.["exits"]);
  const weights = exits.map((each) => (typeof each["weight"] === "number" ? each["weight"] : 1));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const own = weights[exits.findIndex(({ id }) => id === shown.port.handle.slice("rr_".length))];
  if (own === undefined || sum <= 0 || weights.every((weight) => weight === own))
    return t("rr", { name: nameOf(shown) });
  const share = new Intl.NumberFormat(currentLocale(), { style: "percent" }).format(own / sum);
  return t("rrShare", { name: nameOf(shown), share });
}

function timeoutOf({ config }: GraphNode): number {
  const seconds = config?.["replyTimeoutSeconds"];
  return typeof seconds === "number" && seconds > 0 ? seconds : DEFAULT_REPLY_TIMEOUT_MS / 1000;
}

/** What the author called it, else its number. */
const nameOf = ({ port, names }: ExitText): string => excerpt(readableText(port.label, names)) || String(port.number);

const partOf = (parts: JsonObject | null | undefined, key: string, id: string): JsonObject | undefined =>
  listOf(isObject(parts) ? parts[key] : undefined).find((part) => part["id"] === id);

const listOf = (value: JsonValue | undefined): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);
