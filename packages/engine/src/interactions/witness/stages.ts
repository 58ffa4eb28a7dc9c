import { isObject } from "../../contract/json.ts";
import type { JsonObject, JsonValue } from "../../contract/json.ts";
import type { Rule, RuleGroup } from "../../contract/query.ts";
import { asList } from "../../query/compare.ts";
import { parseItem } from "../../query/evaluate.ts";
import { takesList, isOperator, valueList } from "../../query/operators.ts";
import type { StartRules } from "../../trigger/start-rules.ts";
import type { WorkspaceAutomation, WorkspaceStage } from "../../workspace/types.ts";

export const rule = (field: string, operator: string, value: JsonValue): Rule => ({ field, operator, value });
export const all = (...rules: readonly (Rule | RuleGroup)[]): RuleGroup => ({ combinator: "and", rules: [...rules] });

/** The stages of a workspace; where none are told, nothing is known of them. */
export class Stages {
  private readonly byId: ReadonlyMap<string, WorkspaceStage>;
  private readonly told = new WeakMap<WorkspaceAutomation, ReadonlySet<string>>();

  constructor(stages: readonly WorkspaceStage[]) {
    this.byId = new Map(stages.map((stage) => [stage.id, stage]));
  }

  get isTold(): boolean {
    return this.byId.size > 0;
  }

  get(id: unknown): WorkspaceStage | null {
    return this.byId.get(String(id)) ?? null;
  }

  /** Whether a stage may exist. */
  mayExist(id: string): boolean {
    return !this.isTold || this.byId.has(id);
  }

  where(holds: (stage: WorkspaceStage) => boolean): string[] {
    return [...this.byId.values()].filter(holds).map(({ id }) => id);
  }

  /** Where deals are open. */
  open(): string[] {
    return this.where((stage) => statusOf(stage) === "open");
  }

  /** Those first. */
  all(): string[] {
    return [...this.open(), ...this.where((stage) => statusOf(stage) !== "open")];
  }

  /** Those of a stage's pipeline first. */
  beside(id: unknown): string[] {
    const pipelineId = this.get(id)?.pipelineId;
    const isNear = (each: string): boolean => this.get(each)?.pipelineId === pipelineId;
    return [...this.all().filter(isNear), ...this.all().filter((each) => !isNear(each))];
  }

  /** What a deal says of where it is. */
  placeOf(id: JsonValue): JsonObject {
    const stage = this.get(id);
    return { stageId: id, ...(stage && { pipelineId: stage.pipelineId, status: statusOf(stage) }) };
  }

  /** The stages that the graph and the conditions of an automation tell apart from others. */
  toldApart(automation: WorkspaceAutomation): ReadonlySet<string> {
    const known = this.told.get(automation);
    if (known !== undefined) return known;
    const { conditions, triggerConfig, graphDefinition } = automation;
    const branches = graphDefinition.nodes.flatMap((node) => {
      const list = isObject(node) && isObject(node.condition) ? node.condition["branches"] : null;
      return Array.isArray(list) ? list.map((branch) => (isObject(branch) ? branch["query"] : null)) : [];
    });
    const queries = [all(...this.scopeRules(automation)), conditions, triggerConfig?.["filter"], ...branches];
    const told = new Set(queries.flatMap((query) => wantedValues(this.inTermsOfStages(query), "deal.stageId")));
    this.told.set(automation, told);
    return told;
  }

  /** Where an automation listens, as rules of the deal. */
  scopeRules({ scope, pipelineId, stageId }: StartRules): Rule[] {
    if (scope === "stage") return [rule("deal.stageId", "=", stageId)];
    return scope === "pipeline" ? [this.inStages(rule("deal.pipelineId", "=", pipelineId))] : [];
  }

  /** Rules of a group that ask for a pipeline or status, as what they ask of the stage: these follow from it. */
  inTermsOfStages(group: unknown, depth = 0): unknown {
    if (!this.isTold) return group;
    const parsed = parseItem(group, depth);
    if (parsed.kind === "rule") return this.inStages(parsed.rule);
    if (parsed.kind === "unreadable") return group;
    const rules = parsed.group.rules.map((item) => this.inTermsOfStages(item, depth + 1));
    return { ...parsed.group, rules };
  }

  private inStages(given: Rule): Rule {
    const { field, operator, value = null } = given;
    const read = isOperator(operator) && Object.hasOwn(READS, field) ? READS[field] : undefined;
    const told = EQUALS[operator];
    if (!this.isTold || read === undefined || told === undefined || !isOperator(operator)) return given;
    const wanted = takesList(operator) ? valueList(value) : asList(value);
    if (wanted.length === 0 || wanted.some((each) => typeof each !== "string" || each === "")) return given;
    return rule(
      "deal.stageId",
      told,
      this.where((stage) => wanted.includes(read(stage))),
    );
  }
}

const READS: Readonly<Record<string, (stage: WorkspaceStage) => string>> = {
  "deal.pipelineId": ({ pipelineId }) => pipelineId,
  "deal.status": (stage) => statusOf(stage),
};
const EQUALS: Readonly<Record<string, string>> = { "=": "in", in: "in", "!=": "notIn", notIn: "notIn" };

export const statusOf = ({ isWon, isLost }: WorkspaceStage): "won" | "lost" | "open" =>
  isWon === true ? "won" : isLost === true ? "lost" : "open";

/** The ids that rules of a group ask a field to be, whatever joins them. */
export function wantedValues(item: unknown, field: string, depth = 0): string[] {
  const parsed = parseItem(item, depth);
  if (parsed.kind === "group") return parsed.group.rules.flatMap((each) => wantedValues(each, field, depth + 1));
  if (parsed.kind === "unreadable" || parsed.rule.field !== field) return [];
  const { value = null } = parsed.rule;
  return asList(value).filter((each) => typeof each === "string");
}
