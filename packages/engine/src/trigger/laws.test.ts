import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../contract/json.ts";
import type { StartReasonCode } from "./start-rules.ts";
import { describeStart } from "./describe-start.ts";
import { firstRefusal, startsOn } from "./starts-on.ts";
import { meetings } from "./testing/arbitraries.ts";
import type { Meeting } from "./testing/arbitraries.ts";

// What the guide to triggers says, written a second time and as plainly as can be: minutes of a week are listed, words
// are split, rules are asked one by one.

const given = (value: unknown): boolean => value !== undefined && value !== null && value !== "";
const one = (chosen: unknown, value: unknown): boolean => !given(chosen) || chosen === value;
const asList = (chosen: unknown): unknown[] => (Array.isArray(chosen) ? chosen : given(chosen) ? [chosen] : []);
const some = (chosen: unknown, values: unknown[]): boolean =>
  asList(chosen).length === 0 || asList(chosen).some((each) => values.includes(each));

const wordsOf = (text: string): string[] =>
  text
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");

function says(keywords: unknown, text: unknown): boolean {
  const wanted = asList(keywords).flatMap((each) => wordsOf(String(each)));
  return wanted.length === 0 || wanted.some((word) => wordsOf(String(text ?? "")).includes(word));
}

const turns = (value: unknown, to: unknown): boolean =>
  !given(value) || (Array.isArray(to) ? to : [to]).some((each) => each !== null && String(each) === value);

type Fits = (config: JsonObject, payload: Readonly<Record<string, unknown>>) => boolean;

const SETTINGS: Readonly<Record<string, Fits>> = {
  deal_created: (c, p) => one(c["source"], p["source"]),
  deal_updated: (c, p) => some(c["fields"], p["fields"] as unknown[]),
  stage_entered: (c, p) => one(c["stageId"], p["stageId"]) && one(c["fromStageId"], p["fromStageId"]),
  stage_left: (c, p) => one(c["stageId"], p["stageId"]) && one(c["toStageId"], p["toStageId"]),
  deal_lost: (c, p) => some(c["lostReasons"], [p["lostReason"]]),
  tag_added: (c, p) => some(c["tagIds"], [p["tagId"]]),
  tag_removed: (c, p) => some(c["tagIds"], [p["tagId"]]),
  custom_field_changed: (c, p) => one(c["fieldSlug"], p["fieldSlug"]) && turns(c["value"], p["to"]),
  message_received: (c, p) => one(c["channelId"], p["channelId"]) && says(c["keywords"], p["text"]),
  task_completed: (c, p) => one(c["assigneeUserId"], p["assigneeUserId"]),
};

const ZONES = ["America/Sao_Paulo", "Europe/Berlin", "Asia/Kathmandu", "UTC"];
const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const TIMES = ["00:00", "02:00", "03:00", "09:00", "18:00", "22:00"];
const WEEK = 7 * 24 * 60;

interface Row {
  weekday: number;
  from: string;
  to: string;
}

const isRow = ({ weekday, from, to }: Row): boolean =>
  weekday <= 7 && TIMES.includes(from) && (TIMES.includes(to) || to === "24:00") && from !== to;

const isWindow = (window: JsonObject | null): boolean =>
  window === null ||
  ((window["days"] as unknown as Row[]).every(isRow) &&
    (!given(window["timeZone"]) || ZONES.includes(String(window["timeZone"]))));

const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** The minute of the week that clocks show. */
function minuteOfWeek(at: number, timeZone: string): number {
  const form = new Intl.DateTimeFormat("en-GB", { timeZone, weekday: "short", hour: "2-digit", minute: "2-digit" });
  const parts = Object.fromEntries(form.formatToParts(at).map(({ type, value }) => [type, value]));
  return DAYS.indexOf(parts["weekday"] ?? "") * 1440 + Number(parts["hour"]) * 60 + Number(parts["minute"]);
}

function isOpen(window: JsonObject | null, at: number, workspaceZone: string): boolean {
  const days = (window?.["days"] ?? []) as unknown as Row[];
  if (days.length === 0) return true;
  const now = minuteOfWeek(at, given(window?.["timeZone"]) ? String(window?.["timeZone"]) : workspaceZone);
  return days.some(({ weekday, from, to }) => {
    const start = (weekday - 1) * 1440 + minutes(from);
    const length = (minutes(to) - minutes(from) + 1440) % 1440 || 1440;
    return (now - start + WEEK) % WEEK < length;
  });
}

interface Group {
  combinator?: string;
  not?: boolean;
  rules?: { operator: string; value: number }[];
}

const isGroup = (query: unknown): boolean => {
  if (!given(query)) return true;
  const { combinator, rules } = query as Group;
  return (combinator === "and" || combinator === "or") && !!rules?.every(({ operator }) => operator !== "like");
};

function isTrue(query: unknown, value: number | undefined): boolean {
  if (!given(query)) return true;
  const { combinator, not, rules = [] } = query as Group;
  if (rules.length === 0) return true;
  const each = rules.map((rule) => {
    if (value === undefined) return false;
    if (rule.operator === "=") return value === rule.value;
    return rule.operator === ">=" ? value >= rule.value : value < rule.value;
  });
  return (combinator === "and" ? each.every(Boolean) : each.some(Boolean)) !== (not === true);
}

const isTriggerSound = (type: string, { idleSeconds, auth }: JsonObject): boolean => {
  if (type === "deal_idle") return !given(idleSeconds) || (typeof idleSeconds === "number" && idleSeconds >= 60);
  return type !== "incoming_webhook" || !given(auth) || ["none", "header", "basic"].includes(String(auth));
};

/** Every rule that says no, in the order in which they are told. */
function refusals({ rules, event, facts }: Meeting): StartReasonCode[] {
  const { triggerType, scope, onSince, triggerWindow, conditions } = rules;
  const { type, payload, at, dealId, depth, timeZone } = event;
  const config = rules.triggerConfig ?? {};
  const value = facts.deal?.["value"] as number | undefined;
  const isForOne = payload["automationId"] !== undefined;
  const place = scope === "stage" ? "stageId" : "pipelineId";
  const isThere = (payload[place] ?? facts.deal?.[place]) === rules[place];
  const sound = { window: isWindow(triggerWindow), conditions: isGroup(conditions), filter: isGroup(config["filter"]) };
  const isSound = isTriggerSound(triggerType, config);
  const no: [StartReasonCode, boolean][] = [
    ["other-trigger", type !== triggerType],
    ["switched-off", onSince === null],
    ["before-switched-on", typeof onSince === "number" && at < onSince],
    ["meant-for-another", isForOne && payload["automationId"] !== rules.id],
    ["out-of-scope", scope !== "global" && !(isForOne && dealId === null) && !isThere],
    ["settings", SETTINGS[type]?.(config, payload) === false],
    ["unreadable", !sound.window || !sound.conditions || !sound.filter || !isSound],
    ["out-of-window", sound.window && !isOpen(triggerWindow, at, timeZone)],
    ["conditions", sound.conditions && !isTrue(conditions, value)],
    ["filter", sound.filter && isSound && !isTrue(config["filter"], value)],
    ["chain-too-deep", depth >= 10],
  ];
  return no.flatMap(([code, isSo]) => (isSo ? [code] : []));
}

const RUNS = { numRuns: 10_000 };

describe("any event and any automation", () => {
  it("start what the guide says, and every rule that says no is named", () => {
    fc.assert(
      fc.property(meetings, (meeting) => {
        const { starts, reasons } = startsOn(meeting.rules, meeting.event, meeting.facts);
        const expected = refusals(meeting);
        expect([...new Set(reasons.map(({ code }) => code))]).toEqual(expected);
        expect(starts).toBe(expected.length === 0);
      }),
      RUNS,
    );
  });

  it("are refused first by the first of the reasons, which is plain and has words", () => {
    fc.assert(
      fc.property(meetings, ({ rules, event, facts }) => {
        const { reasons } = startsOn(rules, event, facts);
        expect(firstRefusal(rules, event, facts)).toEqual(reasons[0] ?? null);
        expect(JSON.parse(JSON.stringify(reasons))).toEqual(reasons);
        for (const reason of reasons) expect(describeStart(reason)).not.toMatch(/\?|undefined/);
      }),
      RUNS,
    );
  });

  it("find the same whatever the order of the automation's keys", () => {
    fc.assert(
      fc.property(meetings, ({ rules, event, facts }) => {
        const turned = Object.fromEntries(Object.entries(rules).toReversed()) as unknown as typeof rules;
        expect(startsOn(turned, event, facts)).toEqual(startsOn(rules, event, facts));
      }),
    );
  });
});

describe("anything at all in an automation's fields", () => {
  it("is answered with yes or no, and small reasons", () => {
    const any = fc.anything({ withNullPrototype: true, maxDepth: 3 }) as fc.Arbitrary<never>;
    const odd = fc.record({ triggerConfig: any, triggerWindow: any, conditions: any, scope: any });
    fc.assert(
      fc.property(meetings, odd, any, ({ rules, event, facts }, change, payload) => {
        const asked = { ...rules, ...change };
        const { starts, reasons } = startsOn(asked, { ...event, payload: { text: payload, to: payload } }, facts);
        expect(starts).toBe(reasons.length === 0);
        expect(reasons.map((reason) => describeStart(reason).length).every((length) => length < 20_000)).toBe(true);
      }),
      RUNS,
    );
  });
});
