import { DAY_SECONDS } from "../contract/durations.ts";
import { at } from "../graph/adjacency.ts";
import type { NodesOf } from "../graph/kinds.ts";
import { longestBefore } from "../graph/order.ts";
import { secondsOf } from "../graph/stay.ts";
import { atNode } from "./finding/findings.ts";
import { refOf } from "./finding/names.ts";
import type { Rule } from "./finding/rule.ts";

const YEAR = 365 * DAY_SECONDS;

/** Warns when some path takes longer than a year, at the wait or message where the year is over. */
export const longRun: Rule = function* ({ graph, nodesOf, isAmbiguous }) {
  if (graph.order === null || !mayTakeAYear(nodesOf)) return;
  const secondsAt = (node: number) => (graph.reachable[node] && !isAmbiguous(node) ? secondsOf(graph.nodes[node]) : 0);
  const before = longestBefore(graph.order, graph.out, graph.target, secondsAt);
  for (const node of graph.order) {
    const start = before[node] ?? 0;
    const end = start + secondsAt(node);
    if (start > YEAR || end <= YEAR || at(graph.reachable, node) !== 1) continue;
    yield atNode(graph, node, "longer-than-a-year", () => ({
      params: { node: refOf(graph.nodes[node]), days: Math.round(end / DAY_SECONDS) },
    }));
  }
};

/** Whether all the waits of a graph together take longer than a year: else no path does. */
function mayTakeAYear(nodesOf: NodesOf): boolean {
  let sum = 0;
  for (const { node } of nodesOf("wait")) sum += secondsOf(node);
  for (const { node } of nodesOf("send_whatsapp")) sum += secondsOf(node);
  return sum > YEAR;
}
