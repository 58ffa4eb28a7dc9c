import type { GraphDefinition, JsonObject, JsonValue, TraceEntry } from "@trilho/engine";
import { awaitsReply, buttonsOf } from "@trilho/engine";
import { findNode } from "../document/document.ts";
import { CHANNEL_OF, type Channel } from "./channels.ts";

/** One message of a run, as the contact or the team would see it. */
export interface Message {
  direction: "outbound" | "inbound";
  channel: Channel;
  /** Of an e-mail. */
  subject: string;
  /** Of an e-mail, what its inbox shows beside the subject. */
  preview: string;
  text: string;
  /** A template or a file that is sent instead of text, or with it. */
  attachment: string;
  /** Labels of the buttons below it. */
  buttons: string[];
  /** The button that was pressed, of an answer. */
  pressed: boolean;
  /** It was not delivered. */
  failed: boolean;
  /** Its Liquid could not be rendered, so that it would go out as written. */
  broken: boolean;
}

const FAILURES = new Set(["attempt-failed", "failed-permanently", "retries-exhausted", "may-have-gone-out"]);

const textOf = (value: JsonValue | undefined): string => (typeof value === "string" ? value : "");

const firstOf = (config: JsonObject, keys: readonly string[]): string =>
  keys.map((key) => textOf(config[key])).find((text) => text !== "") ?? "";

/** The message that a step sends or receives; null for all other steps. */
export function messageOf(trace: readonly TraceEntry[], index: number, definition: GraphDefinition): Message | null {
  const entry = trace[index];
  if (!entry) return null;
  return sent(entry, trace[index + 1]) ?? received(entry, definition);
}

function sent(entry: TraceEntry, next: TraceEntry | undefined): Message | null {
  const { effect } = entry;
  const channel = effect?.type === "perform" ? CHANNEL_OF[effect.actionType] : undefined;
  if (effect?.type !== "perform" || channel === undefined) return null;
  const config = entry.rendered ?? effect.config;
  return {
    direction: "outbound",
    channel,
    subject: textOf(config["subject"]),
    preview: textOf(config["previewText"]),
    text: firstOf(config, ["text", "body", "message"]),
    attachment: firstOf(config, ["templateName", "mediaLink", "mediaAssetId", "scriptId"]),
    buttons: buttonsOf(config).map(({ label }) => label),
    pressed: false,
    failed: next?.nodeId === entry.nodeId && FAILURES.has(next.why.code),
    broken: entry.issues.length > 0,
  };
}

function received({ nodeId, why }: TraceEntry, definition: GraphDefinition): Message | null {
  const node = findNode(definition, nodeId);
  const pressed = why.code === "button-pressed";
  if (!node || !awaitsReply(node) || !(pressed || why.code === "text-reply")) return null;
  return {
    direction: "inbound",
    channel: "whatsapp",
    subject: "",
    preview: "",
    text: textOf(why.params[pressed ? "label" : "text"]),
    attachment: "",
    buttons: [],
    pressed,
    failed: false,
    broken: false,
  };
}
