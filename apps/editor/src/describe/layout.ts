import { isObject } from "@trilho/engine";
import type { ConfigProperty, ConfigSchema, GraphNode } from "@trilho/engine";
import { stepKey } from "../document/steps.ts";
import { advancedOf, engineInfo } from "./step-kinds.ts";

/** The form of a node's config. */
export interface FormOf {
  /** The action type, or the node type of what is no action. */
  form: string;
  /** Null for an unknown action or node type. */
  schema: ConfigSchema | null;
  /** Which part of the node the form edits. */
  part: "config" | "condition";
  /** Its keys, in order. */
  entries: readonly Entry[];
}

/** One key of a form. */
export interface Entry {
  key: string;
  schema: ConfigProperty;
  advanced: boolean;
}

export function formOf(node: GraphNode): FormOf {
  const schema = engineInfo(node)?.configSchema ?? null;
  const advanced = advancedOf(node);
  const entries = Object.entries(schema?.properties ?? {})
    .toSorted(([, one], [, other]) => one["x-order"] - other["x-order"])
    .map(([key, property]) => ({ key, schema: property, advanced: advanced.includes(key) }));
  return { form: stepKey(node), schema, part: node.type === "condition" ? "condition" : "config", entries };
}

/**
 * A message with buttons always waits for the reply, and only a message that waits has a deadline. A wait that always finds
 * its moment lasts no fixed time.
 */
export function isShown(form: string, key: string, config: Readonly<Record<string, unknown>>): boolean {
  const { until, delaySeconds } = config;
  if (form === "wait" && key === "delaySeconds") {
    const isByClock = isObject(until) && (until["kind"] === "weekday" || until["kind"] === "opening");
    return !isByClock || typeof delaySeconds !== "number";
  }
  if (form !== "send_whatsapp") return true;
  const hasButtons = Array.isArray(config["buttons"]) && config["buttons"].length > 0;
  if (key === "awaitReply") return !hasButtons;
  return key !== "replyTimeoutSeconds" || hasButtons || config["awaitReply"] === true || config[key] !== undefined;
}
