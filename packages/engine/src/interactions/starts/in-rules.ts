import { CUSTOM_FIELD_PREFIX } from "../../contract/fields.ts";
import { broughtBy } from "../../contract/needs.ts";
import type { Rule, RuleGroup } from "../../contract/query.ts";
import { scenarioThrough } from "../../analyse/cover/scenario-through.ts";
import { parseItem, testRule } from "../../query/evaluate.ts";
import { bringsMessage } from "../../trigger/event-facts.ts";
import type { KnownAutomation } from "../model/read-automations.ts";
import type { Touch } from "../touches/types.ts";
import { composite } from "../witness/composite.ts";
import { all, rule } from "../witness/stages.ts";
import type { Stages } from "../witness/stages.ts";
import { gone, isWithin } from "./never.ts";
import type { Looked, Never } from "./never.ts";

/** Work for one proof, in tests of single values. */
const PROOF_BUDGET = 10_000;

const isAsked = ({ path }: Touch["place"]) => isWithin(path, "/conditions") || isWithin(path, "/triggerConfig/filter");

/** Conditions and filter that nothing keeps which may start it, of itself or because what they ask for is gone. */
export function inRules({ known, read, things }: Looked): Never | null {
  const { conditions } = known.automation;
  const queries = [conditions, known.settings["filter"]].filter((query) => query !== null && query !== undefined);
  if (queries.length === 0) return null;
  const missing = read.filter(({ kind, id, place }) => id !== null && isAsked(place) && things.isGone(kind, id));
  const isLacking = lackedBy(known);
  const never = (absent: readonly Touch[]): boolean => {
    const fields = new Set(
      absent.map(({ kind, id }) => (kind === "customField" ? `${CUSTOM_FIELD_PREFIX}${id}` : null)),
    );
    const asked = queries.map((query) => withoutFields(query, (field) => fields.has(field) || isLacking(field)));
    return isImpossible([...asked, ...absent.flatMap(withoutThing)], things.stages);
  };
  if (!never(missing)) return null;
  const [first] = missing;
  if (first === undefined || never([]))
    return { params: { why: "rules" }, path: conditions === null ? "/triggerConfig/filter" : "/conditions" };
  const { kind, id, place } = missing.find((each) => never([each])) ?? first;
  return gone(kind, id ?? "", place.path);
}

const ALWAYS: RuleGroup = { combinator: "and", rules: [] };
/** Nothing is greater than nothing. */
const NEVER: Rule = rule("deal.value", ">", null);

/** A query in which the rules about fields that are not there are settled. */
function withoutFields(item: unknown, isAbsent: (field: string) => boolean, depth = 0): Rule | RuleGroup {
  const parsed = parseItem(item, depth);
  if (parsed.kind === "unreadable") return NEVER;
  if (parsed.kind === "rule") {
    if (!isAbsent(parsed.rule.field)) return parsed.rule;
    return testRule(parsed.rule, {}).held ? ALWAYS : NEVER;
  }
  return { ...parsed.group, rules: parsed.group.rules.map((each) => withoutFields(each, isAbsent, depth + 1)) };
}

const isImpossible = (rules: readonly (Rule | RuleGroup)[], stages: Stages): boolean => {
  const { definition, lastEdge } = composite([{ type: "gate", query: all(...rules) }], stages);
  return scenarioThrough(definition, lastEdge, { budget: PROOF_BUDGET }) === "impossible";
};

/** The fields that no event of its trigger brings. */
function lackedBy({ automation: { triggerType }, settings }: KnownAutomation): (field: string) => boolean {
  const brings = broughtBy({ type: triggerType, config: settings });
  const [deal, contact] = [brings?.deal === "never", brings?.contact === "never"];
  const lacks: Readonly<Record<string, boolean>> = {
    deal,
    contact,
    company: deal && contact,
    message: !bringsMessage(triggerType),
  };
  return (field) => {
    const [group = ""] = field.split(".", 1);
    return Object.hasOwn(lacks, group) && lacks[group] === true;
  };
}

/** What holds of every deal where a thing is gone. */
function withoutThing({ kind, id }: Touch): Rule[] {
  switch (kind) {
    case "stage":
      return [rule("deal.stageId", "notIn", [id])];
    case "pipeline":
      return [rule("deal.pipelineId", "notIn", [id])];
    case "tag":
      return [rule("deal.tagIds", "doesNotContain", id)];
    case "user":
      return ["responsibleUserId", "coOwnerUserId"].map((field) => rule(`deal.${field}`, "notIn", [id]));
    default:
      return [];
  }
}
