import type { WorkspaceRun } from "@trilho/api-client";
import { awaitsReply, handleOf, type GraphDefinition } from "@trilho/engine";
import { handleWord, toldName } from "../../describe/node-label.ts";
import type { Lookup } from "../../document/lookup.ts";
import { edgesOf, findNode } from "../../document/document.ts";
import { shapeOf } from "../../document/layout/geometry.ts";

type T = Parameters<typeof handleWord>[1];

/** Where a run stands, and what comes after, once its message is sent where it is to be answered: each step by the exit that leads to it, which is null where there is but one. */
export interface Ahead {
  step: string;
  onward: { exit: string | null; step: string }[];
}

interface Standing {
  nodeId: string;
  /** Whether it waits for an answer to what it sent. */
  asked: boolean;
}

export function aheadOf(definition: GraphDefinition, { nodeId, asked }: Standing, names: Lookup, t: T): Ahead | null {
  const node = findNode(definition, nodeId);
  if (node === undefined) return null;
  // Answers to a message that was not sent yet are not what comes next.
  if (!asked && awaitsReply(node)) return { step: toldName(node, names), onward: [] };
  const edges = new Map(
    edgesOf(definition)
      .filter(({ source }) => source === nodeId)
      .map((edge) => [handleOf(edge), edge.target]),
  );
  const onward = shapeOf(node, new Set(edges.keys())).ports.flatMap((port) => {
    const target = findNode(definition, edges.get(port.handle) ?? "");
    return target === undefined ? [] : [{ exit: handleWord(port, t), step: toldName(target, names) }];
  });
  return {
    step: toldName(node, names),
    onward: onward.length === 1 ? onward.map(({ step }) => ({ exit: null, step })) : onward,
  };
}

/** What a run waits for, by the words for it. An action that waits and never failed was put off, as to business hours. */
export function waitOf(
  {
    status,
    nextAttemptAt,
    waitingForReply,
    lastError,
  }: Pick<WorkspaceRun, "status" | "nextAttemptAt" | "waitingForReply" | "lastError">,
  isAtAction: boolean,
): "queued" | "acting" | "reply" | "again" | "putOff" | "until" {
  if (status === "queued") return "queued";
  if (status === "running" || nextAttemptAt === null) return "acting";
  if (waitingForReply) return "reply";
  if (lastError !== null) return "again";
  return isAtAction ? "putOff" : "until";
}
