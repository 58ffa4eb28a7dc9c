import { type GraphDefinition, type GraphEdge, type GraphNode, handleOf, isObject } from "@trilho/engine";
import { diffGraphs, type FieldChange, type GraphDiff, type NodeChange } from "@trilho/engine/analyse";
import { edgeText } from "../../describe/exits/edge-text.ts";
import type { Lookup } from "../../document/lookup.ts";
import { text } from "../../i18n/use-text.ts";
import type { Draft } from "../../document/draft/draft.ts";
import { edgesOf, findNode } from "../../document/document.ts";
import { withoutPins } from "../../document/layout/pins.ts";
import { fieldChange, type LabelledChange } from "../../describe/field-change.ts";
import { accessibleName } from "../../describe/node-label.ts";
import { differingGroups, fieldsOf } from "./settings.ts";
import { settingName, settingLabel } from "./setting-label.ts";
import { noteChange, testChanges } from "./test-label.ts";

export type ChangeTone = "added" | "removed" | "changed" | "moved";

/** One thing that differs, in words. */
export interface Change {
  key: string;
  tone: ChangeTone;
  /** The step to look at; null for settings. */
  nodeId: string | null;
  title: string;
  fields: readonly LabelledChange[];
}

export interface Changes {
  settings: readonly Change[];
  steps: readonly Change[];
  connections: readonly Change[];
  moved: readonly Change[];
}

/** Names of everything in two versions of an automation. `trigger`: its trigger in words. */
export interface Naming {
  before: GraphDefinition;
  after: GraphDefinition;
  names: Lookup;
  trigger: string | null;
}

/** Everything that differs between two drafts whose graphs can be drawn, in words. */
export function changesIn(before: Draft, after: Draft, diff: GraphDiff, naming: Naming): Changes {
  const name = (node: GraphNode): string => accessibleName(node, naming.names, naming.trigger);
  const step = (tone: ChangeTone, node: GraphNode): Change => ({
    key: `${tone} ${node.id}`,
    tone,
    nodeId: node.id,
    title: name(node),
    fields: [],
  });
  return {
    settings: settingChanges(before, after, naming.names),
    steps: [
      ...diff.nodes.added.map((node) => step("added", node)),
      ...diff.nodes.removed.map((node) => step("removed", node)),
      ...diff.nodes.changed.map((change) => changedStep(change, naming)),
    ],
    connections: connectionChanges(naming, name),
    moved: diff.nodes.moved.map((change) => movedStep(change, naming)),
  };
}

export const structureOf = (before: GraphDefinition, after: GraphDefinition): GraphDiff =>
  diffGraphs(before, withoutPins(before, after), { scenarios: [] });

function changedStep({ nodeId, before, after, changes }: NodeChange, naming: Naming): Change {
  const { names, trigger } = naming;
  const [was, is] = [accessibleName(before, names, trigger), accessibleName(after, names, trigger)];
  return {
    key: `changed ${nodeId}`,
    tone: "changed",
    nodeId,
    title: was === is ? is : text("compare", "renamed", { before: was, after: is }),
    // The title shows a new name.
    fields: fieldsIn(after, before, changes, names, was === is ? TOLD_ELSEWHERE : [...TOLD_ELSEWHERE, LABEL]),
  };
}

/** Only its place differs. */
const movedStep = ({ nodeId, after }: NodeChange, { names, trigger }: Naming): Change => ({
  key: `moved ${nodeId}`,
  tone: "moved",
  nodeId,
  title: accessibleName(after, names, trigger),
  fields: [],
});

const LABEL = "/config/ui/label";
const SCENARIOS = "/config/ui/scenarios";
/** The drawing shows places; tests are listed one by one, and notes in one line. */
const TOLD_ELSEWHERE = ["/config/ui/position", SCENARIOS, "/config/ui/notes"];

function fieldsIn(
  after: GraphNode,
  before: GraphNode,
  changes: readonly FieldChange[],
  names: Lookup,
  elsewhere: readonly string[],
): LabelledChange[] {
  const all = wholeUntil(before, after, changes.flatMap(withinUi));
  const fields = all
    .filter(({ path }) => !elsewhere.some((start) => path === start || path.startsWith(`${start}/`)))
    .map(({ path, before: was, after: is }) => {
      // A field that is gone has its name from the step as it was.
      const [of, without] = is === undefined ? [before, after] : [after, before];
      return fieldChange(of, path, { before: was, after: is }, names, without);
    });
  return [...fields, ...testChanges(before, after), ...noteChange(before, after)];
}

const UNTIL = "/config/until";

/** Until when a wait lasts is said as a whole. */
function wholeUntil(before: GraphNode, after: GraphNode, changes: readonly FieldChange[]): FieldChange[] {
  const others = changes.filter(({ path }) => !path.startsWith(`${UNTIL}/`));
  if (others.length === changes.length) return others;
  const [was, is] = [before.config?.["until"], after.config?.["until"]];
  return [
    ...others,
    { path: UNTIL, ...(was !== undefined && { before: was }), ...(is !== undefined && { after: is }) },
  ];
}

/** The first name, note or place of a step comes with all of `config.ui`, or of `config`: told part by part. */
function withinUi({ path, before, after }: FieldChange): FieldChange[] {
  if (path === "/config") return parts("/config", before, after).flatMap(withinUi);
  if (path === "/config/ui") return parts(path, before, after);
  return [{ path, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }];
}

function parts(path: string, before: unknown, after: unknown): FieldChange[] {
  const [was, is] = [isObject(before) ? before : {}, isObject(after) ? after : {}];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].map((key) => ({
    path: `${path}/${key}`,
    ...(was[key] !== undefined && { before: was[key] }),
    ...(is[key] !== undefined && { after: is[key] }),
  }));
}

function settingChanges(before: Draft, after: Draft, names: Lookup): Change[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return differingGroups(before, after).map((group) => ({
    key: `setting ${group}`,
    tone: "changed",
    nodeId: null,
    title: settingName(group),
    fields: [{ field: "", before: settingLabel(group, was, names), after: settingLabel(group, is, names) }],
  }));
}

/** Exits that lead elsewhere now. Those of added and removed steps are listed with the steps. */
function connectionChanges({ before, after }: Naming, name: (node: GraphNode) => string): Change[] {
  const [old, next] = [waysOut(before), waysOut(after)];
  const keys = [...new Set([...old.keys(), ...next.keys()])].filter(
    (key) => old.get(key)?.target !== next.get(key)?.target,
  );
  return keys.flatMap((key): Change[] => {
    const [was, is] = [old.get(key), next.get(key)];
    const edge = is ?? was;
    const node = edge && (findNode(after, edge.source) ?? findNode(before, edge.source));
    if (!edge || !node || !findNode(after, edge.source) || !findNode(before, edge.source)) return [];
    // Where it led is called as it was then.
    const target = (way: GraphEdge | undefined, version: GraphDefinition): string | null => {
      const found = way && findNode(version, way.target);
      return found ? name(found) : null;
    };
    return [
      {
        key: `edge ${key}`,
        tone: was === undefined ? "added" : is === undefined ? "removed" : "changed",
        nodeId: node.id,
        title: edgeText(node, handleOf(edge), name(node)),
        fields: [{ field: "", before: target(was, before), after: target(is, after) }],
      },
    ];
  });
}

const waysOut = (definition: GraphDefinition): Map<string, GraphEdge> =>
  new Map(edgesOf(definition).map((edge) => [JSON.stringify([edge.source, handleOf(edge)]), edge]));
