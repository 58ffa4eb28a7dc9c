import { isObject } from "@trilho/engine";
import type { GraphEdge, GraphNode, JsonValue } from "@trilho/engine";
import type { MergeConflict } from "@trilho/engine/analyse";
import { text } from "../../i18n/use-text.ts";
import type { Draft } from "../../document/draft/draft.ts";
import { problemText } from "../../i18n/engine-text.ts";
import { fieldChange } from "../../describe/field-change.ts";
import { accessibleName } from "../../describe/node-label.ts";
import type { Clash } from "./clash.ts";
import { edgeOf, leads, nameOf, nodeOf, readEdge, wayOf, type ClashContext } from "./clash-context.ts";
import { fieldsOf } from "./settings.ts";
import { handleConflictText } from "./handle-conflict-text.ts";
import { settingName, settingLabel } from "./setting-label.ts";

/** A clash in words: "Wait 2 days: Wait for" with what each side made of it. */
export interface ClashText {
  title: string;
  mine: string;
  theirs: string;
  /** What it was before; null where that adds nothing. */
  base: string | null;
  /** The step to look at. */
  nodeId: string | null;
  /** Where no side can be chosen: what to do instead. */
  hint: string | null;
}

export function clashText(clash: Clash, context: ClashContext): ClashText {
  if (clash.kind === "setting") {
    const { base, mine, theirs, names } = context;
    const describeSide = (draft: Draft): string => settingLabel(clash.group, fieldsOf(draft), names);
    const words = { base: describeSide(base), mine: describeSide(mine), theirs: describeSide(theirs) };
    return { title: settingName(clash.group), ...words, nodeId: null, hint: null };
  }
  if (clash.kind === "definition") {
    const title = text("compare", "clash.definition");
    return { title, mine: t("mineStays"), theirs: t("theirsStays"), base: null, nodeId: null, hint: null };
  }
  return CONFLICTS[clash.conflict.kind](clash.conflict, context);
}

const t = (key: "removed" | "withoutHandle" | "mineStays" | "theirsStays" | "withoutIt" | "nowhere"): string =>
  text("compare", `clash.${key}`);

type DescribeClash = (conflict: MergeConflict, context: ClashContext) => ClashText;

const CONFLICTS: Readonly<Record<MergeConflict["kind"], DescribeClash>> = {
  "changed-by-both": valueClash,
  "removed-and-changed": valueClash,
  "ordered-by-both": (conflict, context) => {
    const node = nodeOf(conflict.nodeId, context);
    const order = (value: JsonValue | undefined): string =>
      Array.isArray(value) ? value.map((id) => partName(node, id)).join(", ") : "";
    return {
      title: text("compare", "clash.order", { step: nameOf(node, context) }),
      mine: order(conflict.mine),
      theirs: order(conflict.theirs),
      base: order(conflict.base),
      nodeId: conflict.nodeId ?? null,
      hint: null,
    };
  },
  "edge-without-node": (conflict, context) => {
    const edge = readEdge(conflict.mine) ?? readEdge(conflict.theirs);
    const side = (value: JsonValue | undefined): string => {
      const led = readEdge(value);
      return led === null ? t("withoutIt") : leads(led, context);
    };
    return {
      title: text("compare", "clash.lostStep", { way: edge === null ? "" : wayOf(edge, context) }),
      mine: side(conflict.mine),
      theirs: side(conflict.theirs),
      base: null,
      nodeId: edge?.source ?? null,
      hint: null,
    };
  },
  "handle-taken-twice": (conflict, context) => {
    const [mine, theirs] = [readEdge(conflict.mine), readEdge(conflict.theirs)];
    const base = readEdge(conflict.base);
    const edge = mine ?? theirs;
    const side = (led: GraphEdge | null): string => (led === null ? t("nowhere") : leads(led, context));
    return {
      title: edge === null ? "" : wayOf(edge, context),
      mine: side(mine),
      theirs: side(theirs),
      base: base === null ? null : side(base),
      nodeId: edge?.source ?? null,
      hint: null,
    };
  },
  "edge-without-handle": (conflict, context) => {
    const [mine, theirs] = [readEdge(conflict.mine), readEdge(conflict.theirs)];
    const edge = mine ?? theirs;
    // The exit has its name where it is still offered.
    const named = mine === null ? { ...context, mine: context.theirs } : context;
    const side = (led: GraphEdge | null): string => (led === null ? t("withoutHandle") : leads(led, context));
    return {
      title: edge === null ? "" : wayOf(edge, named),
      mine: side(mine),
      theirs: side(theirs),
      base: null,
      nodeId: edge?.source ?? null,
      hint: null,
    };
  },
  "new-error": (conflict, context) => ({
    title: text("compare", "clash.broken.title"),
    mine: "",
    theirs: "",
    base: null,
    nodeId: conflict.nodeId ?? null,
    hint: [
      conflict.problem ? problemText(conflict.problem) : null,
      handleConflictText(conflict, context),
      text("compare", "clash.broken.hint"),
    ]
      .filter((sentence) => sentence !== null)
      .join(" "),
  }),
  cycle: (_conflict, _context) => hinted("cycle"),
  "several-triggers": (_conflict, _context) => hinted("triggers"),
};

const hinted = (key: "cycle" | "triggers"): ClashText => ({
  title: text("compare", `clash.${key}.title`),
  mine: "",
  theirs: "",
  base: null,
  nodeId: null,
  hint: text("compare", `clash.${key}.hint`),
});

/** A field, or a whole step or connection, that both sides changed. */
function valueClash(conflict: MergeConflict, context: ClashContext): ClashText {
  const { nodeId, edgeId, path, base, mine, theirs } = conflict;
  if (nodeId === undefined) return edgeClash(conflict, context);
  const node = nodeOf(nodeId, context);
  const describeSide = (value: JsonValue | undefined): string => {
    if (value === undefined || node === undefined) return t("removed");
    if (path === "" && isObject(value))
      return accessibleName(value as unknown as GraphNode, context.names, context.trigger);
    return fieldChange(node, path, { before: undefined, after: value }, context.names).after ?? t("removed");
  };
  const field =
    node && path !== "" ? fieldChange(node, path, { before: base, after: mine }, context.names).field : null;
  const step = nameOf(node, context);
  return {
    title: field === null ? step : text("compare", "clash.field", { step, field }),
    mine: describeSide(mine),
    theirs: describeSide(theirs),
    base: base === undefined ? null : describeSide(base),
    nodeId: edgeId === undefined ? nodeId : null,
    hint: null,
  };
}

function edgeClash(conflict: MergeConflict, context: ClashContext): ClashText {
  const { mine, theirs, base, path } = conflict;
  const edge = readEdge(mine) ?? readEdge(theirs) ?? readEdge(base) ?? edgeOf(conflict.edgeId, context);
  const describeSide = (value: JsonValue | undefined): string => {
    if (value === undefined) return t("removed");
    const led = readEdge(value);
    if (led !== null) return leads(led, context);
    if (path === "/target" && typeof value === "string") return nameOf(nodeOf(value, context), context);
    return typeof value === "string" ? value : JSON.stringify(value);
  };
  return {
    title: edge === null ? text("compare", "clash.other") : wayOf(edge, context),
    mine: describeSide(mine),
    theirs: describeSide(theirs),
    base: base === undefined ? null : describeSide(base),
    nodeId: edge?.source ?? null,
    hint: null,
  };
}

/** The name of a branch, exit or button. */
function partName(node: GraphNode | undefined, id: JsonValue): string {
  const parts = [node?.condition?.["branches"], node?.config?.["exits"], node?.config?.["buttons"]].flatMap((list) =>
    Array.isArray(list) ? list : [],
  );
  const part = parts.find((each) => isObject(each) && each["id"] === id);
  const label = isObject(part) ? (part["label"] ?? part["title"]) : undefined;
  return typeof label === "string" && label !== "" ? label : String(id);
}
