import type { GraphDefinition, GraphNode, JsonValue } from "@trilho/engine";
import type { RunMigrationPreview } from "@trilho/api-client";
import { fieldChange, type LabelledChange } from "../../describe/field-change.ts";
import { exitWord } from "../../describe/exits/edge-text.ts";
import { accessibleName } from "../../describe/node-label.ts";
import { findNode } from "../../document/document.ts";
import type { Lookup } from "../../document/lookup.ts";
import { segmentsOf } from "../../document/pointers.ts";
import { formatDuration } from "../../i18n/duration.ts";
import { text } from "../../i18n/use-text.ts";

type Change = RunMigrationPreview["groups"][number]["changes"][number]["changes"][number];

/** Where a run's new version, or its own, has these nodes. */
export interface Versions {
  before: GraphDefinition | null;
  after: GraphDefinition | null;
}

const nodeIn = (version: GraphDefinition | null, id: string): GraphNode | null =>
  (version && findNode(version, id)) ?? null;

/** A step as the runs have it that stand at it or have it ahead: in their own version, where it is there. */
export const ownNodeIn = ({ before, after }: Versions, id: string): GraphNode | null =>
  nodeIn(before, id) ?? nodeIn(after, id);

/** What runs read otherwise at a step, in words: see `RunFutureChange` of the API. `own`: the step as they have it. */
export function futureChange(
  own: GraphNode,
  { path, ...values }: Change,
  names: Lookup,
  versions: Versions,
): LabelledChange {
  const { before, after } = values as { before?: JsonValue; after?: JsonValue };
  const now = nodeIn(versions.after, own.id) ?? own;
  // What is gone is called as it was.
  const [node, without] = after === undefined ? [own, now] : [now, own];
  const [part = "", ...rest] = segmentsOf(path);
  const words = (
    field: string,
    word: (value: JsonValue, version: GraphDefinition | null) => string,
  ): LabelledChange => ({
    field,
    before: before === undefined ? null : word(before, versions.before),
    after: after === undefined ? null : word(after, versions.after),
  });
  if (part === "delayMs" || part === "timeoutMs") return words(text("migration", `field.${part}`), durationText);
  if (part === "edges") {
    // The step itself is named above its changes.
    const way = exitWord(node, rest[0] ?? "next") || text("migration", "field.next");
    return words(way, (id, version) => {
      const found = nodeIn(version, String(id));
      return found === null ? String(id) : accessibleName(found, names, null);
    });
  }
  if (
    part === "until" ||
    part === "respectBusinessHours" ||
    part === "outboundChannelId" ||
    part === "renderShare" ||
    part === "buttons"
  ) {
    return { field: text("migration", `field.${part}`), before: null, after: null };
  }
  const place = part === "branches" ? "/condition" : part === "exits" ? "/config" : "";
  return fieldChange(node, place + path, { before, after }, names, without);
}

const durationText = (value: JsonValue): string =>
  typeof value === "number" ? formatDuration(Math.round(value / 1000)) : text("migration", "field.none");
