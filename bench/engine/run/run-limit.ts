import { ACTIONS } from "@trilho/engine";
import type { Effect, JsonObject, JsonValue, Reason, Scenario, TraceEntry } from "@trilho/engine";
import { SALES } from "../graphs/sales.ts";

/*
 * The sales automation's run by hand: nodes and edges in plain arrays, one loop, and the trace written as it goes. It knows
 * only what that graph needs: no failures, no business hours, no Liquid, no drafts.
 */

const DAY = 86_400_000;
const nodes = SALES.nodes;
const edges = SALES.edges ?? [];
const index = new Map(nodes.map(({ id }, place) => [id, place]));

interface Way {
  handle: string;
  edgeId: string | null;
  to: number;
}

const ways: (handle: string) => (Way | null)[] = (handle) =>
  nodes.map(({ id }) => {
    const edge = edges.find((each) => each.source === id && (each.sourceHandle ?? "next") === handle);
    return edge ? { handle, edgeId: edge.id ?? null, to: index.get(edge.target) ?? -1 } : null;
  });
const next = ways("next");
const fallback = ways("fallback");
const timeout = ways("timeout");
const text = ways("text_reply");
const anyReply = ways("replied");
const wayOf = new Map(
  edges.map((edge) => [
    `${edge.source} ${edge.sourceHandle ?? "next"}`,
    { handle: edge.sourceHandle ?? "next", edgeId: edge.id ?? null, to: index.get(edge.target) ?? -1 },
  ]),
);
const ids = nodes.map(({ id }) => id);
const configs = nodes.map(({ config = {} }) => config);
const types = nodes.map(({ type, actionType }) => (actionType === "wait" ? "wait" : type));
const actions = nodes.map(({ actionType }) => actionType ?? null);
const buttons = configs.map(({ buttons: list }) =>
  Array.isArray(list) ? (list as { id: string; label: string }[]) : [],
);
const awaits = configs.map(({ awaitReply }, place) => awaitReply === true || (buttons[place]?.length ?? 0) > 0);
const limits = configs.map(({ replyTimeoutSeconds }) =>
  typeof replyTimeoutSeconds === "number" ? replyTimeoutSeconds * 1000 : DAY,
);
const delays = configs.map(({ delaySeconds }) => Number(delaySeconds ?? 0) * 1000);
const delayTexts = delays.map(duration);
const limitTexts = limits.map(duration);

interface Branch {
  id: string;
  label: string;
  way: Way | null;
  rules: { field: string; operator: string; value: JsonValue }[];
}

const branches: Branch[][] = nodes.map(({ id, condition }) => {
  const list = condition?.["branches"];
  if (!Array.isArray(list)) return [];
  return list.map((branch) => {
    const { id: branchId, label, query } = branch as { id: string; label: string; query: { rules: Branch["rules"] } };
    return { id: branchId, label, way: wayOf.get(`${id} branch_${branchId}`) ?? null, rules: query.rules };
  });
});

const exits = configs.map((config, place) =>
  Array.isArray(config["exits"])
    ? (config["exits"] as { id: string; label?: string; weight?: number }[]).map(({ id, label, weight = 1 }, turn) => ({
        id,
        label: label ?? String(turn + 1),
        weight,
        way: wayOf.get(`${ids[place]} rr_${id}`) ?? null,
      }))
    : [],
);

const PHRASES: Record<string, [string, string]> = {
  ">=": ["≥", "is not ≥"],
  ">": [">", "is not >"],
  "<": ["<", "is not <"],
  "=": ["=", "is not"],
  between: ["is between", "is not between"],
  contains: ["contains", "does not contain"],
  notNull: ["is not empty", "is empty"],
};

function read(deal: JsonObject, field: string): JsonValue {
  const key = field.slice("deal.".length);
  if (!key.startsWith("tracking.")) return deal[key] ?? null;
  const tracking = deal["tracking"];
  return typeof tracking === "object" && tracking !== null && !Array.isArray(tracking)
    ? (tracking[key.slice("tracking.".length)] ?? null)
    : null;
}

function holds(operator: string, actual: JsonValue, value: JsonValue): boolean {
  switch (operator) {
    case ">=":
      return Number(actual) >= Number(value);
    case ">":
      return Number(actual) > Number(value);
    case "<":
      return actual !== null && Number(actual) < Number(value);
    case "=":
      return typeof actual === "string" && typeof value === "string"
        ? actual.toLowerCase() === value.toLowerCase()
        : actual === value;
    case "between": {
      const [low, high] = String(value).split(",");
      return Number(actual) >= Number(low) && Number(actual) <= Number(high);
    }
    case "contains":
      return typeof actual === "string" && actual.toLowerCase().includes(String(value));
    default:
      return actual !== null;
  }
}

function show(value: JsonValue): string {
  return value === null ? "(empty)" : typeof value === "string" ? `"${value}"` : String(value);
}

function explain(rule: Branch["rules"][number], actual: JsonValue, held: boolean) {
  const { field, operator, value } = rule;
  const phrase = PHRASES[operator]?.[held ? 0 : 1] ?? "";
  const words = operator === "notNull" ? `${field} ${phrase}` : `${field} ${show(actual)} ${phrase} ${show(value)}`;
  return { held, field, operator, expected: value, actual, text: words };
}

function duration(ms: number): string {
  const days = Math.floor(ms / DAY);
  const hours = Math.floor((ms % DAY) / 3_600_000);
  const dayText = days === 0 ? "" : days === 1 ? "1 day" : `${days} days`;
  return hours === 0 ? dayText : `${dayText}${dayText && " "}${hours} h`;
}

export function runByHand(scenario: Scenario) {
  const startAt = Date.parse(scenario.startAt);
  const outcomes = scenario.outcomes ?? {};
  const { deal: given = {}, ...others } = scenario.facts;
  const deal: JsonObject = { ...given };
  const facts: JsonObject = { ...(others as JsonObject), deal };
  const roundRobin: Record<string, Record<string, number>> = {};
  const trace: TraceEntry[] = [];
  let since = startAt - Number(deal["daysInStage"] ?? 0) * DAY;
  let clock = startAt;
  let at = new Date(clock).toISOString();
  let node = 0;
  const move = (to: number) => {
    if (to === clock) return;
    clock = to;
    at = new Date(clock).toISOString();
    deal["daysInStage"] = Math.floor((clock - since) / DAY);
  };
  const write = (why: Reason, words: string, way: Way | null, effect: Effect | null) => {
    trace.push({
      seq: trace.length + 1,
      at,
      nodeId: ids[node] ?? "",
      handle: way?.handle ?? null,
      edgeId: way?.edgeId ?? null,
      why,
      text: words,
      effect,
      rendered: null,
      issues: [],
    });
    if (way) node = way.to;
  };
  for (;;) {
    const id = ids[node] ?? "";
    const config = configs[node] ?? {};
    switch (types[node]) {
      case "trigger":
        write({ code: "triggered", params: {} }, "the trigger fired", next[node] ?? null, null);
        break;
      case "wait": {
        const delayMs = delays[node] ?? 0;
        const words = delayTexts[node] ?? "";
        const effect = { type: "sleep", nodeId: id, until: clock + delayMs, reason: "wait" } as const;
        write({ code: "waiting", params: { delayMs } }, `waits ${words}`, null, effect);
        move(clock + delayMs);
        write({ code: "waited", params: { delayMs } }, `waited ${words}`, next[node] ?? null, null);
        break;
      }
      case "condition": {
        const list = branches[node] ?? [];
        const taken = list.find(({ rules }) =>
          rules.every(({ field, operator, value }) => holds(operator, read(deal, field), value)),
        );
        if (taken) {
          const rules = taken.rules.map((rule) => explain(rule, read(deal, rule.field), true));
          const words = `branch ${taken.label}: ${rules.map((rule) => rule.text).join(" and ")}`;
          write({ code: "branch", params: { branchId: taken.id, label: taken.label, rules } }, words, taken.way, null);
          break;
        }
        const rules = list.flatMap((branch) => {
          const failed = branch.rules.find(({ field, operator, value }) => !holds(operator, read(deal, field), value));
          return failed ? [explain(failed, read(deal, failed.field), false)] : [];
        });
        const words = `no branch held: ${rules.map((rule) => rule.text).join("; ")}`;
        write({ code: "no-branch", params: { rules } }, words, fallback[node] ?? null, null);
        break;
      }
      case "round_robin": {
        const list = exits[node] ?? [];
        const offered = list.map(({ id: exit, weight }) => ({ id: exit, weight }));
        const effect: Effect = { type: "pick_exit", nodeId: id, exits: offered };
        write({ code: "picking-exit", params: {} }, "picks the next exit in turn", null, effect);
        const standing: Record<string, number> = {};
        let total = 0;
        let best = list[0];
        for (const exit of list) {
          standing[exit.id] = exit.weight;
          total += exit.weight;
          if (best && exit.weight > best.weight) best = exit;
        }
        if (!best) return null;
        standing[best.id] = best.weight - total;
        roundRobin[id] = standing;
        const params = { exitId: best.id, label: best.label };
        write(
          { code: "exit", params },
          `${/^\d+$/.test(best.label) ? "exit " : ""}${best.label} was next in turn`,
          best.way,
          null,
        );
        break;
      }
      case "end": {
        write({ code: "reached-end", params: {} }, "reached the end", null, { type: "finish", status: "completed" });
        const endedAt = at;
        const startedAt = new Date(startAt).toISOString();
        const durationMs = clock - startAt;
        return { status: "completed", trace, facts, startedAt, endedAt, durationMs, roundRobin, error: null };
      }
      default: {
        const actionType = actions[node];
        if (!actionType) return null;
        const perform: Effect = { type: "perform", nodeId: id, actionType, config, attempt: 1 };
        const params = { actionType, attempt: 1 };
        write({ code: "performing", params }, ACTIONS[actionType].label, null, perform);
        act(actionType, config, deal, facts, at);
        if (actionType === "move_stage") since = clock;
        if (!awaits[node]) {
          write({ code: "succeeded", params: { ...params } }, "succeeded", next[node] ?? null, null);
          break;
        }
        const timeoutMs = limits[node] ?? DAY;
        const effect = { type: "sleep", nodeId: id, until: clock + timeoutMs, reason: "reply" } as const;
        const limit = limitTexts[node] ?? "";
        write(
          { code: "awaiting-reply", params: { timeoutMs } },
          `sent; waits up to ${limit} for a reply`,
          null,
          effect,
        );
        const outcome = outcomes[id];
        if (outcome?.type !== "reply") {
          move(clock + timeoutMs);
          write({ code: "no-reply", params: { timeoutMs } }, `no reply within ${limit}`, timeout[node] ?? null, null);
          break;
        }
        move(clock + Math.round(outcome.afterSeconds * 1000));
        const { buttonId, text: answer } = outcome.reply;
        deal["lastMessageAt"] = at;
        const pressed = buttons[node]?.find((button) => button.id === buttonId);
        const said = answer ?? pressed?.label ?? null;
        facts["message"] = { text: said, buttonId: buttonId ?? null, direction: "inbound", timestamp: at };
        if (pressed && buttonId !== undefined) {
          const told = { buttonId, label: pressed.label };
          const way = wayOf.get(`${id} btn_${buttonId}`) ?? null;
          write({ code: "button-pressed", params: told }, `reply: button ${pressed.label}`, way, null);
        } else {
          const way = ((buttons[node]?.length ?? 0) > 0 ? text[node] : null) ?? anyReply[node] ?? null;
          write({ code: "text-reply", params: { text: answer ?? "" } }, `reply: "${answer}"`, way, null);
        }
      }
    }
  }
}

function act(actionType: string, config: JsonObject, deal: JsonObject, facts: JsonObject, at: string): void {
  switch (actionType) {
    case "send_whatsapp":
      deal["lastMessageAt"] = at;
      break;
    case "add_tag":
      deal["tagIds"] = [...new Set([...tags(deal["tagIds"]), ...tags(config["tagIds"])])].toSorted();
      break;
    case "remove_tag": {
      const gone = tags(config["tagIds"]);
      deal["tagIds"] = tags(deal["tagIds"]).filter((tag) => !gone.includes(tag));
      break;
    }
    case "assign_responsible":
      deal["responsibleUserId"] = config["userId"] ?? null;
      break;
    case "add_co_owner":
      deal["coOwnerUserId"] = config["userId"] ?? null;
      break;
    case "move_stage":
      deal["stageId"] = config["targetStageId"] ?? null;
      deal["stageChangedAt"] = at;
      deal["daysInStage"] = 0;
      break;
    case "set_custom_field":
      deal["customFields"] = { [String(config["fieldSlug"])]: config["value"] ?? null };
      break;
    case "close_conversation":
      facts["conversation"] = { closed: true };
      break;
    default:
  }
}

function tags(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? (value as string[]) : [];
}
