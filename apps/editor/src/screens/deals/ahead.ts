import type { DealContact, WorkspaceRun } from "@trilho/api-client";
import { awaitsReply, handleOf, type GraphDefinition, type GraphNode } from "@trilho/engine";
import { handleWord, nodeLabel, toldName } from "../../describe/node-label.ts";
import { stepTypeName } from "../../describe/step-kinds.ts";
import type { Lookup } from "../../document/lookup.ts";
import { edgesOf, findNode } from "../../document/document.ts";
import { shapeOf } from "../../document/layout/geometry.ts";

type T = Parameters<typeof handleWord>[1];
export type Addressee = Pick<DealContact, "email"> | null;

/**
 * Where a run stands, and what comes after, once its message is sent where it is to be answered: each step by the exit
 * that leads to it, which is null where there is but one, and whether it is an e-mail to nobody.
 */
export interface Ahead {
  step: string;
  onward: { exit: string | null; step: string; lacksAddress?: true }[];
}

interface Standing {
  nodeId: string;
  /** Whether it waits for an answer to what it sent. */
  asked: boolean;
  /** Whom the run writes to, as far as that is known. */
  contact?: Addressee;
}

/** Whether a step writes an e-mail to a contact that has no address. */
const lacksAddress = ({ actionType, config }: GraphNode, contact: Addressee | undefined): boolean =>
  actionType === "send_email" && (config?.["to"] ?? "") === "" && contact?.email === null;

/** A step as it is told, or, where a choice has no name of its own, with what its card says decides it. */
function nextName(node: GraphNode, names: Lookup): string {
  const told = toldName(node, names);
  if (node.type !== "condition" || told !== stepTypeName(node)) return told;
  const { instead } = nodeLabel(node, names, null).facts;
  return instead.length === 0 ? told : `${told} (${instead.map(({ lead, text }) => `${lead}: ${text}`).join("; ")})`;
}

export function aheadOf(
  definition: GraphDefinition,
  { nodeId, asked, contact }: Standing,
  names: Lookup,
  t: T,
): Ahead | null {
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
    if (target === undefined) return [];
    const step = nextName(target, names);
    return [{ exit: handleWord(port, t), step, ...(lacksAddress(target, contact) && { lacksAddress: true as const }) }];
  });
  return {
    step: toldName(node, names),
    onward: onward.length === 1 ? onward.map((next) => ({ ...next, exit: null })) : onward,
  };
}

type Waiting = Pick<WorkspaceRun, "status" | "nextAttemptAt" | "waitingForReply" | "lastError" | "attempts" | "pauses">;

/** Whether a run that stands at a message has sent it: it waits for an answer, or has one that it goes on with. */
export const wasSent = ({ status, waitingForReply, attempts, lastError }: Waiting): boolean =>
  waitingForReply || (status === "waiting" && attempts > 0 && lastError === null);

/** When something is, in ms since 1970. */
interface Moments {
  now: number;
  /** When messages go out again that come now; null for what waits for no business hours. */
  opensAt: number | null;
}

/** What a run waits for, by the words for it. An action that waits and never failed was put off. */
export function waitOf(
  run: Waiting,
  isAtAction: boolean,
  { now, opensAt }: Moments,
): "queued" | "held" | "acting" | "dueSince" | "reply" | "again" | "hours" | "putOff" | "until" {
  const { status, nextAttemptAt, lastError, pauses } = run;
  const isPaused = pauses !== undefined;
  if (status === "queued") return isPaused ? "held" : "queued";
  if (status === "running" || nextAttemptAt === null) return "acting";
  const at = Date.parse(nextAttemptAt);
  if (isPaused && at <= now) return "dueSince";
  if (run.waitingForReply) return "reply";
  if (lastError !== null) return "again";
  if (!isAtAction) return "until";
  return at === opensAt ? "hours" : "putOff";
}
