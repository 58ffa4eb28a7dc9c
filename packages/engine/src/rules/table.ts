import { actionType } from "./action-type.ts";
import { branchQueries } from "./queries/branch-queries.ts";
import { buttonEdges } from "./button-edges.ts";
import { buttonTexts } from "./button-texts.ts";
import { config } from "./config.ts";
import { cycle } from "./cycle.ts";
import { danglingEdge } from "./dangling-edge.ts";
import { duplicateEdgeIds, duplicateNodeIds, duplicatePartIds } from "./duplicate-ids.ts";
import { edgeHandles } from "./edge-handles.ts";
import { emptyLists } from "./empty-lists.ts";
import { emptyMessage } from "./empty-message.ts";
import { impossibleAction } from "./impossible-action.ts";
import { limits } from "./limits.ts";
import { longRun } from "./long-run.ts";
import { missingEdges } from "./missing-edges.ts";
import { partEdges } from "./part-edges.ts";
import { queryRules } from "./queries/query-rules.ts";
import { repeatedAction } from "./repeats/repeated-action.ts";
import { repeatedMessage } from "./repeats/repeated-message.ts";
import type { Rule } from "./finding/rule.ts";
import { severalEdges } from "./several-edges.ts";
import { textReply } from "./text-reply.ts";
import { triggers } from "./triggers.ts";
import { unknownTrigger } from "./unknown-trigger.ts";
import { unreachable } from "./unreachable.ts";
import { untitled } from "./untitled.ts";
import { until } from "./until.ts";
import { urlScheme } from "./url-scheme.ts";

/** Rules about each node by itself: what they see of one does not depend on any other. How bad it is says `codes.ts`. */
export const NODE_RULES: readonly Rule[] = [
  actionType,
  duplicatePartIds,
  config,
  emptyLists,
  branchQueries,
  queryRules,
  until,
  urlScheme,
  emptyMessage,
  untitled,
  buttonTexts,
  impossibleAction,
];

/**
 * Rules that look at nothing but the drawing: ids, types and handles of nodes, ends and handles of edges. They see the
 * same in graphs that are drawn alike.
 */
export const DRAWING_RULES: ReadonlySet<Rule> = new Set([
  duplicateNodeIds,
  triggers,
  limits,
  unknownTrigger,
  danglingEdge,
  severalEdges,
  partEdges,
  cycle,
  unreachable,
  missingEdges,
  buttonEdges,
  textReply,
]);

/** Rules about all nodes and edges together, as far as they can be read. */
export const GRAPH_RULES: readonly Rule[] = [duplicateNodeIds, duplicateEdgeIds, triggers, limits, unknownTrigger];

/** Rules about edges too, for graphs whose edges are a list or left out. */
export const EDGE_RULES: readonly Rule[] = [
  danglingEdge,
  edgeHandles,
  severalEdges,
  partEdges,
  cycle,
  unreachable,
  missingEdges,
  buttonEdges,
  textReply,
  repeatedMessage,
  repeatedAction,
  longRun,
];
