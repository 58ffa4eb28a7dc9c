import { isObject } from "../../contract/json.ts";
import type { GraphNode } from "../../contract/definition.ts";
import { rawParts } from "../../graph/parts.ts";
import type { JsonObject, JsonValue } from "../../contract/json.ts";
import { shorten } from "../../messages/text.ts";
import { atNode } from "../finding/findings.ts";
import { Clauses, neverHolds } from "./implies.ts";
import type { Clause } from "./implies.ts";
import { refOf } from "../finding/names.ts";
import type { Rule } from "../finding/rule.ts";
import type { Problem } from "../../messages/params.ts";

/** Branches beyond these are compared with no earlier one: the work grows with the square. */
const MOST_BRANCHES = 100;

interface Earlier {
  branch: JsonObject;
  clause: Clause;
}

/** Warns of branches that no run takes: an earlier one always holds, holds whenever it would, or it can never hold. */
export const branchQueries: Rule = function* ({ graph, nodesOf }) {
  const clauses = new Clauses();
  for (const { node, index } of nodesOf("condition")) {
    const branches = rawParts(node);
    if (!Array.isArray(branches)) continue;
    const earlier: Earlier[] = [];
    for (let position = 0; position < branches.length; position += 1) {
      const branch: unknown = branches[position];
      if (!isObject(branch) || !isObject(branch["query"])) continue;
      const here: Earlier = { branch, clause: clauses.read(branch["query"]) };
      const found = judge(here, earlier, node, clauses);
      const below = ["condition", "branches", position];
      if (found) yield atNode(graph, index, found.code, () => ({ params: found.params, below }));
      if (earlier.length < MOST_BRANCHES) earlier.push(here);
    }
  }
};

function judge(
  { branch, clause }: Earlier,
  earlier: readonly Earlier[],
  owner: GraphNode,
  clauses: Clauses,
): Problem | null {
  const beside = (other: Earlier) => ({ ...itself(branch, owner), earlier: branchName(other.branch) });
  const always = earlier.find((each) => alwaysHolds(each.clause));
  if (always) return { code: "branch-never-reached", params: { ...beside(always), because: "always-holds" } };
  const equal = earlier.find((each) => clauses.isSame(each.clause, clause));
  if (equal) return { code: "same-query", params: beside(equal) };
  if (neverHolds(clause)) return { code: "branch-never-holds", params: itself(branch, owner) };
  const wider = earlier.find((each) => clauses.implies(clause, each.clause));
  return wider ? { code: "branch-never-reached", params: { ...beside(wider), because: "implied" } } : null;
}

function itself(branch: JsonObject, owner: GraphNode) {
  return { node: refOf(owner), part: branchName(branch) };
}

function branchName({ label, id }: JsonObject): string {
  const text: JsonValue | undefined = typeof label === "string" && label !== "" ? label : id;
  return typeof text === "string" ? shorten(text) : "?";
}

/** An empty group holds, also a negated one. */
function alwaysHolds(clause: Clause): boolean {
  return clause.kind === "all" && clause.parts.every(alwaysHolds);
}
