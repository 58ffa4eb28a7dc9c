import { useCallback, useMemo, useState } from "react";
import { useText } from "../i18n/use-text.ts";
import type { GraphEdge, GraphNode } from "@trilho/engine";
import { useEditor, useView } from "../document/context.ts";
import { stepName } from "../describe/node-name.ts";
import { handleName } from "../describe/node-label.ts";
import type { T } from "../describe/node-label.ts";
import { findNode } from "../document/document.ts";
import type { Point } from "../document/document.ts";
import type { Port, Shape } from "../document/layout/geometry.ts";
import { drawnId, notesOf } from "../document/notes/notes.ts";
import type { Note } from "../document/notes/notes.ts";
import { drawnPlacement } from "../document/layout/unfolding.ts";
import { toFlowEdges, toFlowNode, toNoteNode } from "./flow-model.ts";
import type { DrawnEdges, DrawnNode, NoteFlowNode, StepFlowEdge, StepFlowNode } from "./flow-model.ts";
import type { Dragged } from "./dragging/dragged.ts";

/** What React Flow draws, derived from the document. Nodes that did not change stay the same objects. */
export function useFlow(dragged: Dragged, moving: ReadonlySet<string>): { nodes: DrawnNode[]; edges: StepFlowEdge[] } {
  const definition = useEditor((state) => state.definition);
  const selection = useEditor((state) => state.selection);
  const unfolded = useView((state) => state.unfolded);
  const placement = drawnPlacement(definition, unfolded);
  const edgeName = useEdgeName();
  // Of this canvas alone: the same document may be drawn twice.
  const [latestNodes] = useState<Drawn>(() => new WeakMap());
  const [latestNotes] = useState<WeakMap<Note, NoteFlowNode>>(() => new WeakMap());
  const [latestEdges] = useState<DrawnEdges>(() => new WeakMap());

  // `moving` says that a drag began or ended: what was dragged may have to go back to where the document has it.
  const nodes = useMemo(() => {
    const selected = new Set(selection.nodeIds);
    const places = moving.size > 0 ? dragged.told : new Map<string, Point>();
    const steps = definition.nodes.flatMap((node) => {
      const shape = placement.shapes.get(node.id);
      const position = places.get(node.id) ?? placement.positions.get(node.id);
      return shape && position ? [drawn(latestNodes, node, shape, position, selected.has(node.id))] : [];
    });
    const notes = notesOf(definition).map((note) => drawnNote(latestNotes, note, places.get(drawnId(note)) ?? note));
    return [...steps, ...notes];
  }, [definition, placement, dragged, moving, selection, latestNodes, latestNotes]);

  const edges = useMemo(
    () =>
      toFlowEdges(definition, {
        placement,
        moving,
        selected: new Set(selection.edgeKeys),
        name: edgeName,
        latest: latestEdges,
      }),
    [definition, placement, moving, selection, edgeName, latestEdges],
  );
  return { nodes, edges };
}

/** React Flow's node for a step: the same object as before, unless something of it changed. */
function drawn(latest: Drawn, node: GraphNode, shape: Shape, position: Point, selected: boolean): StepFlowNode {
  const before = latest.get(node);
  if (before?.selected === selected && samePlace(before.position, position) && before.data.shape === shape) {
    return before;
  }
  const made = toFlowNode(node, shape, position, selected);
  latest.set(node, made);
  return made;
}

function drawnNote(latest: WeakMap<Note, NoteFlowNode>, note: Note, place: Point): NoteFlowNode {
  const before = latest.get(note);
  if (before && samePlace(before.position, place)) return before;
  const made = toNoteNode(note, place);
  latest.set(note, made);
  return made;
}

type Drawn = WeakMap<GraphNode, StepFlowNode>;

function samePlace(a: Point, b: Point): boolean {
  return a.x === b.x && a.y === b.y;
}

interface EdgeName {
  from: string;
  to: string;
  /** What of its exit is named. */
  way: string;
  t: T;
  name: string;
}

/** An edge for people who hear it: "Condition, branch: VIP, leads to Wait 2 days". Kept until one of its words changes. */
function useEdgeName(): (edge: GraphEdge, port: Port | null) => string {
  const t = useText("builder");
  const definition = useEditor((state) => state.definition);
  const [latest] = useState(() => new WeakMap<GraphEdge, EdgeName>());
  return useCallback(
    (edge, port) => {
      const nameOf = (id: string): string => {
        const node = findNode(definition, id);
        return node ? stepName(node) : id;
      };
      const [from, to] = [nameOf(edge.source), nameOf(edge.target)];
      const way = port ? `${port.kind} ${port.number} ${port.side} ${port.label}` : "";
      const known = latest.get(edge);
      if (known?.from === from && known.to === to && known.way === way && known.t === t) return known.name;
      const handle = port ? handleName(port, t) : "";
      const name = t(port?.kind === "next" ? "edge.plain" : "edge.named", { from, to, handle });
      latest.set(edge, { from, to, way, t, name });
      return name;
    },
    [t, definition, latest],
  );
}
