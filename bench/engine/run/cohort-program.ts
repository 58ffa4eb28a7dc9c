import type { GraphDefinition, JsonObject, JsonValue } from "@trilho/engine";
import type { CohortModel, Distribution } from "@trilho/engine/cohort";

/*
 * A definition and a model turned into arrays, once, before anything is measured. It trusts both: a valid graph, rules
 * joined by "and", even and chosen values; what it was not written for is thrown out here.
 */

export const PASS = 0;
export const WAIT = 1;
export const CONDITION = 2;
export const TURN = 3;
export const CHANCE = 4;

/** What a node does beside leading on. */
export const IS_MESSAGE = 1;
export const WRITES = 2;
export const MOVES_STAGE = 4;

/** What a slot holds: a number drawn evenly, the place of a value drawn, when the deal entered its stage, an instant. */
export const NUMBER = 0;
export const CHOICE = 1;
export const SINCE = 2;
export const INSTANT = 3;

export const AT_LEAST = 0;
export const ABOVE = 1;
export const AT_MOST = 2;
export const BELOW = 3;
export const WITHIN = 4;
export const LISTED = 5;
export const IS_SET = 6;

/** Where a run ends that takes no edge. */
export const COMPLETES = -1;
export const FAILS = -2;

const DAY = 86_400_000;
const MESSAGES = new Set(["send_whatsapp", "send_email", "reply_instagram_comment", "send_instagram_private_reply"]);
const ORDERS: Record<string, number> = { ">=": AT_LEAST, ">": ABOVE, "<=": AT_MOST, "<": BELOW };

export type CohortProgram = ReturnType<typeof cohortProgram>;

/** Lists of lists as one: list n goes from `starts[n]` to `starts[n + 1]`. */
function startsOf(lists: readonly (readonly unknown[])[]): Int32Array {
  const starts = new Int32Array(lists.length + 1);
  lists.forEach((list, place) => {
    starts[place + 1] = (starts[place] ?? 0) + list.length;
  });
  return starts;
}

interface Rule {
  field: string;
  operator: string;
  value?: JsonValue;
}

interface Chance {
  weight: number;
  edge: number;
  /** A reply comes evenly spread up to here, ms; otherwise the run goes on after `lasts`. */
  within: number;
  lasts: number;
  isSent: number;
}

export function cohortProgram(definition: GraphDefinition, model: CohortModel) {
  const { nodes, edges = [] } = definition;
  const { arrivals } = model;
  if (arrivals?.type !== "exponential") throw new Error("Written for exponential arrivals.");
  if (model.outcomes || model.delays || model.respectBusinessHours || model.roundRobin) throw new Error("Not known.");
  const index = new Map(nodes.map(({ id }, at) => [id, at]));
  const byHandle = new Map(edges.map((edge, at) => [`${edge.source} ${edge.sourceHandle ?? "next"}`, at]));
  const edgeAt = (source: string, ...handles: string[]) =>
    handles.map((handle) => byHandle.get(`${source} ${handle}`)).find((edge) => edge !== undefined) ?? COMPLETES;

  const fields: string[] = [];
  const slotOf = (field: string) => (fields.includes(field) ? fields.indexOf(field) : fields.push(field) - 1);
  const stages = new Map<JsonValue, number>([[readFact(model, "deal.stageId"), 0]]);

  const branchLists = nodes.map(({ condition }) => (condition?.["branches"] ?? []) as { id: string; query: object }[]);
  const rules: { slot: number; operator: number; low: number; high: number; list: number }[] = [];
  const lists: number[] = [];
  const rulesOf = ({ query }: { query: object }): typeof rules | null => {
    const { combinator, not, rules: given } = query as { combinator: string; not?: boolean; rules: Rule[] };
    if (combinator !== "and" || not) throw new Error("Written for rules joined by and.");
    const kept: typeof rules = [];
    for (const rule of given) {
      const drawn = model.vary?.[rule.field];
      if (!drawn && !CHANGED.has(rule.field)) {
        if (!holds(rule, readFact(model, rule.field))) return null;
      } else kept.push({ slot: slotOf(rule.field), ...operation(rule, drawn, lists) });
    }
    return kept;
  };
  const branches = nodes.map(({ id }, at) =>
    (branchLists[at] ?? []).flatMap((branch) => {
      const kept = rulesOf(branch);
      return kept ? [{ edge: edgeAt(id, `branch_${branch.id}`), rules: kept }] : [];
    }),
  );
  const allBranches = branches.flat();
  rules.push(...allBranches.flatMap((branch) => branch.rules));

  const exits = nodes.map(({ id, type, config }) =>
    type === "round_robin"
      ? ((config?.["exits"] ?? []) as { id: string; weight?: number }[]).map((exit) => ({
          weight: exit.weight ?? 1,
          edge: edgeAt(id, `rr_${exit.id}`),
        }))
      : [],
  );
  const chances = nodes.map(({ id, type, actionType, config }) =>
    type === "action" && actionType !== "wait" ? chancesOf(id, config ?? {}, model, edgeAt) : [],
  );
  const choices = fields.map((field) => {
    const drawn = model.vary?.[field];
    return drawn?.type === "choice" ? drawn.values.map(({ weight = 1 }) => weight) : [];
  });

  return {
    nodes: nodes.map(({ id }) => id),
    fields,
    startAt: Date.parse(model.startAt),
    gapSeconds: arrivals.mean,
    target: Int32Array.from(edges, (edge) => index.get(edge.target) ?? -1),
    kind: Int32Array.from(nodes, ({ type, actionType }, at) => {
      if (type === "wait" || actionType === "wait") return WAIT;
      if (type === "condition") return CONDITION;
      if (type === "round_robin") return TURN;
      return (chances[at]?.length ?? 0) > 0 ? CHANCE : PASS;
    }),
    following: Int32Array.from(nodes, ({ id, type }) =>
      type === "condition" ? edgeAt(id, "fallback") : edgeAt(id, "next"),
    ),
    delay: Float64Array.from(nodes, ({ config }) => Number(config?.["delaySeconds"] ?? 0) * 1000),
    does: Uint8Array.from(
      nodes,
      ({ actionType }) =>
        (MESSAGES.has(actionType ?? "") ? IS_MESSAGE : 0) |
        (actionType === "send_whatsapp" && fields.includes(LAST_MESSAGE) ? WRITES : 0) |
        (actionType === "move_stage" && fields.includes(DAYS_IN_STAGE) ? MOVES_STAGE : 0),
    ),
    stage: Int32Array.from(nodes, ({ config }) => {
      const stage = config?.["targetStageId"] ?? null;
      if (!stages.has(stage)) stages.set(stage, stages.size);
      return stages.get(stage) ?? 0;
    }),
    lastMessage: fields.indexOf(LAST_MESSAGE),
    since: fields.indexOf(DAYS_IN_STAGE),

    branchStarts: startsOf(branches),
    branchEdge: Int32Array.from(allBranches, ({ edge }) => edge),
    ruleStarts: startsOf(allBranches.map((branch) => branch.rules)),
    ruleSlot: Int32Array.from(rules, ({ slot }) => slot),
    ruleOperator: Int32Array.from(rules, ({ operator }) => operator),
    ruleLow: Float64Array.from(rules, ({ low }) => low),
    ruleHigh: Float64Array.from(rules, ({ high }) => high),
    ruleList: Int32Array.from(rules, ({ list }) => list),
    lists: Uint8Array.from(lists),

    slotKind: Int32Array.from(fields, (field) => {
      if (field === LAST_MESSAGE) return INSTANT;
      if (field === DAYS_IN_STAGE) return SINCE;
      return model.vary?.[field]?.type === "choice" ? CHOICE : NUMBER;
    }),
    slotLow: Float64Array.from(fields, (field) => rangeOf(model.vary?.[field]).min),
    slotSpan: Float64Array.from(fields, (field) => rangeOf(model.vary?.[field]).max - rangeOf(model.vary?.[field]).min),
    slotWhole: Uint8Array.from(fields, (field) => (rangeOf(model.vary?.[field]).whole ? 1 : 0)),
    choiceStarts: startsOf(choices),
    choiceWeight: Float64Array.from(choices.flat()),
    choiceTotal: Float64Array.from(choices, sum),

    exitStarts: startsOf(exits),
    exitWeight: Float64Array.from(exits.flat(), ({ weight }) => weight),
    exitEdge: Int32Array.from(exits.flat(), ({ edge }) => edge),

    chanceStarts: startsOf(chances),
    chanceWeight: Float64Array.from(chances.flat(), ({ weight }) => weight),
    chanceTotal: Float64Array.from(chances, (list) => sum(list.map(({ weight }) => weight))),
    chanceEdge: Int32Array.from(chances.flat(), ({ edge }) => edge),
    chanceWithin: Float64Array.from(chances.flat(), ({ within }) => within),
    chanceLasts: Float64Array.from(chances.flat(), ({ lasts }) => lasts),
    chanceSent: Uint8Array.from(chances.flat(), ({ isSent }) => isSent),
  };
}

const LAST_MESSAGE = "deal.lastMessageAt";
const DAYS_IN_STAGE = "deal.daysInStage";
/** What actions of this class change; rules on anything else that does not vary are decided once. */
const CHANGED = new Set([LAST_MESSAGE, DAYS_IN_STAGE]);

/** A rule as an operator and numbers. */
function operation({ field, operator, value = null }: Rule, drawn: Distribution | undefined, lists: number[]) {
  const plain = { low: 0, high: 0, list: 0 };
  if (field === LAST_MESSAGE) {
    if (operator !== "notNull") throw new Error("Instants are only asked whether they are there.");
    return { ...plain, operator: IS_SET };
  }
  if (drawn?.type === "choice") {
    const list = lists.length;
    lists.push(...drawn.values.map((each) => (holds({ field, operator, value }, each.value) ? 1 : 0)));
    return { ...plain, operator: LISTED, list };
  }
  if (operator === "between") {
    const [low = 0, high = 0] = String(value).split(",").map(Number);
    return { ...plain, operator: WITHIN, low, high };
  }
  const order = ORDERS[operator];
  if (order === undefined) throw new Error(`Not written for ${operator} of numbers.`);
  return { ...plain, operator: order, low: Number(value), high: Number(value) };
}

/** Whether a rule holds of a value that is known beforehand. */
function holds({ operator, value = null }: Rule, actual: JsonValue): boolean {
  if (operator === "=") return String(actual).toLowerCase() === String(value).toLowerCase();
  if (operator === "contains") return String(actual).toLowerCase().includes(String(value).toLowerCase());
  if (operator === "notNull") return actual !== null && actual !== "";
  throw new Error(`Not written for ${operator} of texts.`);
}

function readFact({ facts = {} }: CohortModel, field: string): JsonValue {
  return field
    .split(".")
    .reduce<JsonValue>((holder, key) => (holder as JsonObject | null)?.[key] ?? null, facts as JsonObject);
}

function rangeOf(drawn: Distribution | undefined): { min: number; max: number; whole?: boolean } {
  if (drawn === undefined || drawn.type === "choice") return { min: 0, max: 0 };
  if (drawn.type !== "uniform") throw new Error("Written for even numbers and chosen values.");
  return drawn;
}

/** What may become of an action; nothing where it always succeeds and awaits no reply. */
function chancesOf(
  id: string,
  config: JsonObject,
  { handles = {}, replySeconds }: CohortModel,
  edgeAt: (source: string, ...handles: string[]) => number,
): Chance[] {
  if (replySeconds !== undefined) throw new Error("Written for replies half way to their limit.");
  const buttons = (config["buttons"] ?? []) as { id: string }[];
  const awaits = config["awaitReply"] === true || buttons.length > 0;
  const limit = Number(config["replyTimeoutSeconds"] ?? DAY / 1000) * 1000;
  const reply = { within: limit, lasts: 0, isSent: 1, usual: 0.5 / (buttons.length + 1) };
  const text = buttons.length > 0 ? "text_reply" : "replied";
  const fallback = edgeAt(id, "fallback");
  const ways = [
    ...(awaits
      ? [
          ...buttons.map((button) => ({
            ...reply,
            asks: `btn_${button.id}`,
            edge: edgeAt(id, `btn_${button.id}`, "replied", "next"),
          })),
          { ...reply, asks: text, edge: edgeAt(id, text, "replied", "next") },
          { within: 0, lasts: limit, isSent: 1, usual: 0.5, asks: "timeout", edge: edgeAt(id, "timeout") },
        ]
      : [{ within: 0, lasts: 0, isSent: 1, usual: 1, asks: "next", edge: edgeAt(id, "next") }]),
    { within: 0, lasts: 0, isSent: 0, usual: 0, asks: "fallback", edge: fallback === COMPLETES ? FAILS : fallback },
  ];
  const told = handles[id] ?? {};
  const left = 1 - sum(ways.map(({ asks }) => told[asks] ?? 0));
  const open = sum(ways.map(({ asks, usual }) => (asks in told ? 0 : usual)));
  const shares = ways.map(({ asks, usual }) => told[asks] ?? (left * usual) / open);
  const total = sum(shares);
  const listed = ways.flatMap((way, at) =>
    (shares[at] ?? 0) > 0 ? [{ ...way, weight: (shares[at] ?? 0) / total }] : [],
  );
  return listed.length === 1 && !awaits ? [] : listed;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
