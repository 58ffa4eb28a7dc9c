import { isObject, rawParts } from "../graph/parts.ts";
import type { JsonObject, JsonValue } from "../contract/json.ts";
import { shorten } from "../messages/words.ts";
import { atNode } from "./findings.ts";
import { clauseReader, implies, neverHolds } from "./implies.ts";
import type { Clause } from "./implies.ts";
import { refOf } from "./names.ts";
import type { LocalFinding, Rule } from "./rule.ts";

/** Branches beyond these are compared with no earlier one: the work grows with the square. */
const MOST_BRANCHES = 100;

interface Earlier {
  name: string;
  clause: Clause;
}

/** Warns of branches that no run takes: an earlier one always holds, holds whenever it would, or it can never hold. */
export const branchQueries: Rule = function* ({ graph }) {
  for (const [index, node] of graph.nodes.entries()) {
    const branches = isObject(node) && node.type === "condition" ? rawParts(node) : undefined;
    if (!Array.isArray(branches)) continue;
    const earlier: Earlier[] = [];
    const read = clauseReader();
    for (const [position, branch] of branches.entries()) {
      if (!isObject(branch) || !isObject(branch["query"])) continue;
      const here: Earlier = { name: branchName(branch), clause: read(branch["query"]) };
      const found = judge(here, earlier, refOf(node));
      if (found) yield atNode(graph, index, { ...found, below: ["condition", "branches", position] });
      if (earlier.length < MOST_BRANCHES) earlier.push(here);
    }
  }
};

function judge(
  { name, clause }: Earlier,
  earlier: readonly Earlier[],
  node: ReturnType<typeof refOf>,
): LocalFinding | null {
  const always = earlier.find((each) => alwaysHolds(each.clause));
  if (always) {
    return {
      code: "branch-never-reached",
      params: { node, part: name, earlier: always.name, because: "always-holds" },
    };
  }
  const equal = earlier.find((each) => each.clause.key === clause.key);
  if (equal) return { code: "same-query", params: { node, part: name, earlier: equal.name } };
  if (neverHolds(clause)) return { code: "branch-never-holds", params: { node, part: name } };
  const wider = earlier.find((each) => implies(clause, each.clause));
  if (!wider) return null;
  return { code: "branch-never-reached", params: { node, part: name, earlier: wider.name, because: "implied" } };
}

function branchName({ label, id }: JsonObject): string {
  const text: JsonValue | undefined = typeof label === "string" && label !== "" ? label : id;
  return typeof text === "string" ? shorten(text) : "?";
}

/** An empty group holds, also a negated one. */
function alwaysHolds(clause: Clause): boolean {
  return clause.kind === "all" && clause.parts.every(alwaysHolds);
}
