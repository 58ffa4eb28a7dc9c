import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../contract/json.ts";
import { startProblems } from "./start-problems.ts";
import { ptBR } from "../messages/pt-br.ts";
import { describeStart } from "./describe-start.ts";
import { firstRefusal, startsOn } from "./starts-on.ts";
import type { StartReason } from "./starts-on.ts";
import type { StartReasonCode, StartRules, TriggerEvent } from "./start-rules.ts";

const RULES: StartRules = {
  id: "au_1",
  triggerType: "deal_won",
  scope: "global",
  pipelineId: null,
  stageId: null,
  triggerWindow: null,
  conditions: null,
  triggerConfig: null,
};
/** A Monday, 10:00 in São Paulo. */
const at = Date.parse("2026-03-02T13:00:00Z");
const EVENT: TriggerEvent = {
  type: "deal_won",
  dealId: "de_1",
  payload: {},
  at,
  timeZone: "America/Sao_Paulo",
  depth: 0,
};

const day = (change: object) => ({ days: [{ weekday: 1, from: "09:00", to: "18:00", ...change }] });
const and = (...rules: JsonValue[]): JsonObject => ({ combinator: "and", rules });
const rule = { field: "deal.value", operator: "=", value: 1 };

describe("what cannot be read starts nothing, and is told at its place", () => {
  it.each<[name: string, rules: object, field: string]>([
    ["an hour of one digit", { triggerWindow: day({ from: "9:00" }) }, "triggerWindow.days[0].from"],
    ["an hour that clocks do not have", { triggerWindow: day({ to: "25:00" }) }, "triggerWindow.days[0].to"],
    ["hours that begin at midnight's end", { triggerWindow: day({ from: "24:00" }) }, "triggerWindow.days[0].from"],
    ["hours that end as they begin", { triggerWindow: day({ to: "09:00" }) }, "triggerWindow.days[0].to"],
    ["a day by its name", { triggerWindow: day({ weekday: "monday" }) }, "triggerWindow.days[0].weekday"],
    ["an eighth day", { triggerWindow: day({ weekday: 8 }) }, "triggerWindow.days[0].weekday"],
    ["a day that is a text", { triggerWindow: { days: ["monday"] } }, "triggerWindow.days[0]"],
    ["days that are no list", { triggerWindow: { days: "1-5" } }, "triggerWindow.days"],
    ["a window of another shape", { triggerWindow: { from: "09:00", to: "18:00" } }, "triggerWindow.days"],
    ["an unknown time zone", { triggerWindow: { ...day({}), timeZone: "Brazil" } }, "triggerWindow.timeZone"],
    ["a time zone that is a number", { triggerWindow: { days: [], timeZone: -3 } }, "triggerWindow.timeZone"],
    ["a window that is a list", { triggerWindow: [] }, "triggerWindow"],
    ["conditions without rules", { conditions: { note: "later" } }, "conditions.rules"],
    ["empty conditions", { conditions: {} }, "conditions.rules"],
    ["one rule without a group", { conditions: rule }, "conditions.rules"],
    ["an unknown combinator", { conditions: { combinator: "xor", rules: [] } }, "conditions.combinator"],
    ["a group that is neither joined by and nor by or", { conditions: { rules: [rule] } }, "conditions.combinator"],
    ["an unknown comparison", { conditions: and({ ...rule, operator: "like" }) }, "conditions.rules[0].operator"],
    ["a rule without a field", { conditions: and(rule, { operator: "=" }) }, "conditions.rules[1].field"],
    ["a rule that is a text", { conditions: and("deal.value = 1") }, "conditions.rules[0]"],
    ["a group within without rules", { conditions: and({ rules: 1 }) }, "conditions.rules[0].rules"],
    ["a negation that is a text", { conditions: { ...and(rule), not: "yes" } }, "conditions.not"],
    ["a filter without rules", { triggerConfig: { filter: {} } }, "triggerConfig.filter.rules"],
    ["a filter that is a text", { triggerConfig: { filter: "deal.value = 1" } }, "triggerConfig.filter"],
    ["settings that are a text", { triggerConfig: "vip" }, "triggerConfig"],
  ])("%s", (_, change, field) => {
    const rules = { ...RULES, ...change };
    expect(startProblems(rules)).toEqual([{ field, message: expect.any(String) }]);
    const facts = { deal: { value: 1 } };
    expect(startsOn(rules, EVENT, facts)).toEqual({
      starts: false,
      reasons: [{ code: "unreadable", params: { fields: [field] } }],
    });
  });

  it.each<[name: string, rules: object]>([
    ["nothing at all", {}],
    ["no days", { triggerWindow: { days: [] } }],
    ["hours until midnight", { triggerWindow: day({ to: "24:00" }) }],
    ["hours over midnight", { triggerWindow: day({ to: "06:00" }) }],
    ["a time zone that is left out", { triggerWindow: { ...day({}), timeZone: null } }],
    ["rules that ask nothing", { conditions: and(), triggerConfig: { filter: null } }],
    ["groups in groups", { conditions: and(rule, { combinator: "or", not: true, rules: [{ ...rule, value: 2 }] }) }],
  ])("%s can be read, and starts", (_, change) => {
    const rules = { ...RULES, ...change };
    expect(startProblems(rules)).toEqual([]);
    expect(startsOn(rules, EVENT, { deal: { value: 1 } })).toEqual({ starts: true, reasons: [] });
  });
});

describe("a night in the window goes on into the next morning", () => {
  it.each<[name: string, weekday: number, at: string, starts: boolean]>([
    ["Saturday's, on Sunday", 6, "2026-03-08T08:59:00Z", true],
    ["Sunday's, on Monday", 7, "2026-03-09T08:59:00Z", true],
    ["Sunday's, not on Sunday", 7, "2026-03-08T08:59:00Z", false],
    ["Sunday's, not beyond its end", 7, "2026-03-09T09:00:00Z", false],
    ["Monday's, not before it", 1, "2026-03-09T08:59:00Z", false],
  ])("%s", (_, weekday, time, expected) => {
    const rules = { ...RULES, triggerWindow: day({ weekday, from: "22:00", to: "06:00" }) };
    expect(startsOn(rules, { ...EVENT, at: Date.parse(time) }, {}).starts).toBe(expected);
  });
});

describe("why an event starts nothing, with what was seen and what was asked for", () => {
  const compared = { kind: "rule", held: false, field: "deal.value", operator: "=", expected: 1, actual: null };
  const rules = [{ ...compared, text: "deal.value (empty) is not 1" }];
  const since = Date.parse("2026-03-02T13:00:01Z");
  it.each<[rules: Partial<StartRules>, event: Partial<TriggerEvent>, code: StartReasonCode, params: object]>([
    [{}, { type: "deal_lost" }, "other-trigger", { seen: "deal_lost", asked: "deal_won" }],
    [{ onSince: null }, {}, "switched-off", {}],
    [
      { onSince: since },
      {},
      "before-switched-on",
      { seen: "2026-03-02T13:00:00.000Z", asked: "2026-03-02T13:00:01.000Z" },
    ],
    [{}, { payload: { automationId: "au_2" } }, "meant-for-another", { seen: "au_2", asked: "au_1" }],
    [
      { scope: "stage", stageId: "st_1" },
      { payload: { stageId: "st_2" } },
      "out-of-scope",
      { field: "stageId", seen: "st_2", asked: "st_1" },
    ],
    [
      { triggerType: "tag_added", triggerConfig: { tagIds: ["vip"] } },
      { type: "tag_added", payload: { tagId: "hot" } },
      "settings",
      { setting: "tagIds", seen: "hot", asked: ["vip"] },
    ],
    [
      { triggerWindow: day({ weekday: 2 }) },
      {},
      "out-of-window",
      {
        seen: "2026-03-02 10:00",
        weekday: 1,
        asked: [{ weekday: 2, from: "09:00", to: "18:00" }],
        timeZone: "America/Sao_Paulo",
      },
    ],
    [{ conditions: and(rule) }, {}, "conditions", { rules }],
    [{ triggerConfig: { filter: and(rule) } }, {}, "filter", { rules }],
    [{}, { depth: 10 }, "chain-too-deep", { seen: 10, asked: 10 }],
  ])("%j %j: %s", (change, event, code, params) => {
    const asked = { ...RULES, ...change };
    expect(startsOn(asked, { ...EVENT, ...event }, {})).toEqual({ starts: false, reasons: [{ code, params }] });
    expect(firstRefusal(asked, { ...EVENT, ...event }, {})).toEqual({ code, params });
  });

  it("names every rule, and every setting", () => {
    const triggerConfig = { channelId: "wa", keywords: ["sim"], filter: and(rule) };
    const asked = { ...RULES, triggerType: "message_received", triggerConfig, conditions: and(rule) };
    const said = { type: "message_received", payload: { channelId: "ig", text: "Assim" }, depth: 12 };
    const { reasons } = startsOn({ ...asked, triggerWindow: day({ weekday: 5 }) }, { ...EVENT, ...said }, {});
    expect(reasons.map(({ code }) => code)).toEqual([
      "settings",
      "settings",
      "out-of-window",
      "conditions",
      "filter",
      "chain-too-deep",
    ]);
  });

  it("names every condition that does not hold, not the first alone", () => {
    const small = { field: "deal.value", operator: ">=", value: 9000 };
    const conditions = {
      combinator: "and",
      rules: [small, { field: "deal.status", operator: "=", value: "open" }, rule],
    };
    const { reasons } = startsOn({ ...RULES, conditions }, EVENT, { deal: { value: 5, status: "open" } });
    expect(reasons).toMatchObject([
      {
        code: "conditions",
        params: {
          rules: [
            { operator: ">=", actual: 5, expected: 9000 },
            { operator: "=", actual: 5 },
          ],
        },
      },
    ]);
  });

  it("an event at the moment of the switch starts it, and one at no moment does not", () => {
    expect(startsOn({ ...RULES, onSince: at }, EVENT, {}).starts).toBe(true);
    expect(startsOn({ ...RULES, onSince: at }, { ...EVENT, at: NaN }, {}).starts).toBe(false);
  });

  it("a setting of the trigger that cannot be used starts nothing", () => {
    const asked = { ...RULES, triggerType: "deal_idle", triggerConfig: { idleSeconds: 1 } };
    expect(startsOn(asked, { ...EVENT, type: "deal_idle" }, {}).reasons).toEqual([
      { code: "unreadable", params: { fields: ["triggerConfig.idleSeconds"] } },
    ]);
  });

  it.each<[StartReason, string, string]>([
    [
      {
        code: "out-of-window",
        params: {
          seen: "2026-03-02 10:00",
          weekday: 1,
          asked: [{ weekday: 2, from: "09:00", to: "18:00" }],
          timeZone: "UTC",
        },
      },
      "it starts at Tue 09:00–18:00, and this happened at Mon 2026-03-02 10:00 (UTC)",
      "ela inicia em ter. 09:00–18:00, e isto aconteceu em seg. 2026-03-02 10:00 (UTC)",
    ],
    [
      { code: "conditions", params: { rules } },
      "its conditions do not hold: deal.value (empty) is not 1",
      "as condições dela não valem: deal.value (vazio) não é 1",
    ],
    [
      { code: "settings", params: { setting: "tagIds", seen: "hot", asked: ["vip"] } },
      'its setting tagIds asks for "vip", and this brought "hot"',
      'o ajuste tagIds pede "vip", e isto trouxe "hot"',
    ],
  ])("is said in both languages: %j", (reason, english, portuguese) => {
    expect(describeStart(reason)).toBe(english);
    expect(describeStart(reason, ptBR)).toBe(portuguese);
  });

  it("is a code where nobody knows words for it", () => {
    expect(describeStart({ code: "of-tomorrow" as StartReasonCode, params: {} })).toBe("of-tomorrow");
  });
});
