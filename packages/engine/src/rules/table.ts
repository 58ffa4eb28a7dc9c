import { actionType } from "./action-type.ts";
import { branchQueries } from "./branch-queries.ts";
import { config } from "./config.ts";
import { cycle } from "./cycle.ts";
import { danglingEdge } from "./dangling-edge.ts";
import { duplicateIds } from "./duplicate-ids.ts";
import { edgeHandles } from "./edge-handles.ts";
import { emptyLists } from "./empty-lists.ts";
import { emptyMessage } from "./empty-message.ts";
import { impossibleAction } from "./impossible-action.ts";
import { limits } from "./limits.ts";
import { longRun } from "./long-run.ts";
import { missingEdges } from "./missing-edges.ts";
import { partEdges } from "./part-edges.ts";
import { queryRules } from "./query-rules.ts";
import { repeatedAction } from "./repeated-action.ts";
import { repeatedMessage } from "./repeated-message.ts";
import type { Rule } from "./finding/rule.ts";
import { severalEdges } from "./several-edges.ts";
import { textReply } from "./text-reply.ts";
import { triggers } from "./triggers.ts";
import { unknownTrigger } from "./unknown-trigger.ts";
import { unreachable } from "./unreachable.ts";
import { urlScheme } from "./url-scheme.ts";

/** Rules about nodes, for any graph that has a list of them. How bad their findings are is said in `codes.ts`. */
export const NODE_RULES: readonly Rule[] = [
  actionType,
  duplicateIds,
  triggers,
  limits,
  config,
  emptyLists,
  branchQueries,
  queryRules,
  urlScheme,
  emptyMessage,
  impossibleAction,
  unknownTrigger,
];

/** Rules about edges too, for graphs whose edges are a list or left out. */
export const EDGE_RULES: readonly Rule[] = [
  danglingEdge,
  edgeHandles,
  severalEdges,
  partEdges,
  cycle,
  unreachable,
  missingEdges,
  textReply,
  repeatedMessage,
  repeatedAction,
  longRun,
];
