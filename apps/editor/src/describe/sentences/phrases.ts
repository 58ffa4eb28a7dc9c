import { awaitsReply } from "@trilho/engine";
import type { GraphNode } from "@trilho/engine";
import { labelOf } from "../../document/document.ts";
import type { Lookup } from "../../document/lookup.ts";
import type { TextKey } from "../../i18n/resources.ts";
import { text } from "../../i18n/use-text.ts";
import { readableNode } from "../readable.ts";
import { detailOf, sentenceKey } from "../step-kinds.ts";

/**
 * What a step does, as it reads in the middle of a sentence of the current language: "wait 2 days", "send the e-mail
 * “Hello”". A name that a person gave the step follows in brackets. Never throws, whatever the config holds.
 */
export function stepPhrase(given: GraphNode, names: Lookup): string {
  const node = readableNode(given, names);
  const detail = detailOf(node, names);
  const key = `do.${sentenceKey(node, detail)}` as TextKey<"sentences">;
  const does = text("sentences", key, { detail: detail.text, ...detail.params });
  const phrase = awaitsReply(node) ? text("sentences", "do.awaiting", { text: does }) : does;
  const name = labelOf(node).trim();
  // "Wait 2 days" adds nothing to the phrase.
  const isNews = !phrase.toLowerCase().includes(name.toLowerCase());
  return isNews ? text("sentences", "join.named", { text: phrase, name }) : phrase;
}
