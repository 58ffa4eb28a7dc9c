import { actionType } from "./actionType.ts";
import { branchQueries } from "./branchQueries.ts";
import { config } from "./config.ts";
import { cycle } from "./cycle.ts";
import { danglingEdge } from "./danglingEdge.ts";
import { duplicateIds } from "./duplicateIds.ts";
import { edgeHandles } from "./edgeHandles.ts";
import { emptyLists } from "./emptyLists.ts";
import { emptyMessage } from "./emptyMessage.ts";
import { impossibleAction } from "./impossibleAction.ts";
import { limits } from "./limits.ts";
import { longRun } from "./longRun.ts";
import { missingEdges } from "./missingEdges.ts";
import { partEdges } from "./partEdges.ts";
import { queryRules } from "./queryRules.ts";
import { repeatedAction } from "./repeatedAction.ts";
import { repeatedMessage } from "./repeatedMessage.ts";
import type { Rule } from "./rule.ts";
import { severalEdges } from "./severalEdges.ts";
import { textReply } from "./textReply.ts";
import { triggers } from "./triggers.ts";
import { unknownTrigger } from "./unknownTrigger.ts";
import { unreachable } from "./unreachable.ts";
import { urlScheme } from "./urlScheme.ts";

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
