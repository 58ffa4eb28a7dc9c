import { canConnect, handleOf } from "@trilho/engine";
import type { ConnectAnswer, GraphDefinition, GraphEdge } from "@trilho/engine";
import { edgeKeys, edgesOf, findNode, withEdges } from "../document.ts";
import { edgeIds } from "../ids.ts";
import { withoutMoving } from "../layout/placement.ts";
import { newEdge } from "./add.ts";
import { label } from "./command.ts";
import type { Command } from "./command.ts";

/** An edge to be: what a person draws. `replacing` is the key of an edge that it stands in for. */
export interface Connection {
  source: string;
  handle: string;
  target: string;
  replacing?: string;
}

/** Whether a connection may be drawn, and why not. An exit that leads elsewhere is led here instead. */
export function checkConnection(definition: GraphDefinition, connection: Connection): ConnectAnswer {
  const replacing = replaced(definition, connection);
  const { source, handle, target } = connection;
  return canConnect(definition, source, handle, target, replacing < 0 ? {} : { replacing });
}

/** Draws an edge, or leads the one that already leaves by that handle to another step. */
export function connect(connection: Connection): Command {
  return (definition, { random }) => {
    const { source, handle, target } = connection;
    if (!checkConnection(definition, connection).ok) return null;
    const edges = edgesOf(definition);
    const index = replaced(definition, connection);
    const old = edges[index];
    if (old && old.source === source && handleOf(old) === handle && old.target === target) return null;
    const ends = [findNode(definition, source), findNode(definition, target)];
    const edge: GraphEdge = old
      ? { ...old, source, target, sourceHandle: handle }
      : newEdge(edgeIds(definition), { nodeId: source, handle }, target, random);
    const next = old ? edges.map((each) => (each === old ? edge : each)) : [...edges, edge];
    const joined = withoutMoving(definition, withEdges(definition, next));
    return { definition: joined, label: label(old ? "reconnect" : "connect", ends) };
  };
}

export function deleteEdges(keys: readonly string[]): Command {
  return (definition) => {
    const all = edgeKeys(definition);
    const gone = edgesOf(definition).filter((_, index) => keys.includes(all[index] ?? ""));
    if (gone.length === 0) return null;
    const first = gone[0];
    const ends =
      gone.length === 1 && first ? [findNode(definition, first.source), findNode(definition, first.target)] : [];
    const left = edgesOf(definition).filter((edge) => !gone.includes(edge));
    return { definition: withEdges(definition, left), label: label("disconnect", ends) };
  };
}

function replaced(definition: GraphDefinition, { source, handle, replacing }: Connection): number {
  if (replacing !== undefined) return edgeKeys(definition).indexOf(replacing);
  return edgesOf(definition).findIndex((edge) => edge.source === source && handleOf(edge) === handle);
}
