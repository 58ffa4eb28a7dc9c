import { describe, expect, it } from "vitest";
import { Ajv2020 } from "ajv/dist/2020.js";
import { ENTRY_SCHEMA } from "../contract/entry.ts";
import { decideEntry, NEVER_ENTERED, nextStart } from "./enter.ts";
import type { EntryStanding } from "./enter.ts";
import { readEntry } from "./entry.ts";
import type { EntryRule } from "./entry.ts";
import { startProblems } from "./start-problems.ts";
import { firstRefusal } from "./starts-on.ts";

const asked = (entry: unknown) => ({ triggerWindow: null, conditions: null, triggerConfig: { entry } });

describe("an entry rule that cannot be read", () => {
  it.each([
    ["is a text", "once", ["entry"]],
    ["is a list", [], ["entry"]],
    ["says in an unknown way how often", { again: "twice" }, ["entry.again"]],
    ["does not say after how long", { again: "after" }, ["entry.afterSeconds"]],
    [
      "does not say after how long, though the key is there",
      { again: "after", afterSeconds: null },
      ["entry.afterSeconds"],
    ],
    ["may enter again after less than a minute", { again: "after", afterSeconds: 59 }, ["entry.afterSeconds"]],
    ["may enter again after more than ten years", { again: "after", afterSeconds: 1e9 }, ["entry.afterSeconds"]],
    ["counts half seconds", { settleSeconds: 7.5 }, ["entry.settleSeconds"]],
    ["waits less than five seconds for changes to end", { settleSeconds: 4 }, ["entry.settleSeconds"]],
    ["waits for changes to end as a text", { settleSeconds: "60" }, ["entry.settleSeconds"]],
    ["says after how long, though it may enter once", { again: "once", afterSeconds: 60 }, ["entry.afterSeconds"]],
    ["lets nothing start", { perHour: 0 }, ["entry.perHour"]],
    ["lets too much start", { perHour: 10_001 }, ["entry.perHour"]],
    ["has a limit that is misspelt", { perhour: 5 }, ["entry.perhour"]],
    ["has several faults", { again: 1, perHour: -1, toString: 1 }, ["entry.again", "entry.perHour", "entry.toString"]],
  ])("%s: it starts nothing, and says where", (_, entry, fields) => {
    expect(startProblems(asked(entry)).map(({ field }) => field)).toEqual(
      fields.map((field) => `triggerConfig.${field}`),
    );
    const rules = { id: "a", triggerType: "x", scope: "global" as const, pipelineId: null, stageId: null };
    const event = { type: "x", dealId: null, payload: {}, at: 0, timeZone: "UTC", depth: 0 };
    const stored = asked(entry) as { triggerWindow: null; conditions: null; triggerConfig: { entry: never } };
    expect(firstRefusal({ ...rules, ...stored }, event, {})?.code).toBe("unreadable");
  });
});

describe("an entry rule that can be read", () => {
  it.each([
    ["nothing", undefined, null],
    ["none", null, null],
    ["an empty one", {}, null],
    ["always", { again: "always", settleSeconds: null, perHour: null }, null],
    ["once", { again: "once" }, { again: "once", afterMs: 0, settleMs: 0, gapMs: 0, perHour: null }],
    [
      "all of it",
      { again: "after", afterSeconds: 60, settleSeconds: 5, perHour: 7 },
      { again: "after", afterMs: 60_000, settleMs: 5000, gapMs: 514_286, perHour: 7 },
    ],
    [
      "the bounds",
      { settleSeconds: 2_592_000, perHour: 10_000 },
      { again: "always", afterMs: 0, settleMs: 2_592_000_000, gapMs: 360, perHour: 10_000 },
    ],
  ])("%s", (_, entry, rule) => {
    expect(startProblems(asked(entry))).toEqual([]);
    expect(readEntry({ entry } as never)).toEqual(rule);
  });

  it("is what its schema says", () => {
    const isEntry = new Ajv2020({ strict: false }).compile(ENTRY_SCHEMA);
    for (const good of [{}, { again: "once" }, { again: "after", afterSeconds: 60, settleSeconds: 5, perHour: 1 }]) {
      expect(isEntry(good)).toBe(true);
    }
    for (const bad of [
      { again: "twice" },
      { perhour: 1 },
      { perHour: 0 },
      { settleSeconds: 4 },
      { afterSeconds: 59 },
    ]) {
      expect(isEntry(bad)).toBe(false);
    }
  });
});

const ruleOf = (entry: object): EntryRule => {
  const rule = readEntry({ entry } as never);
  if (rule === null) throw new Error("It asks nothing.");
  return rule;
};
const S = 1000;
const LATE = { again: "after", afterSeconds: 60 };
const SETTLING = { again: "once", settleSeconds: 10 };

describe("an event at second 100", () => {
  it.each<[string, object, Partial<EntryStanding>, string]>([
    ["enters once", { again: "once" }, {}, "starts at 100"],
    ["does not enter twice", { again: "once" }, { startedAt: 1 * S }, "entered-before"],
    ["enters again after the time", LATE, { startedAt: 40 * S }, "starts at 100"],
    ["does not enter a moment sooner", LATE, { startedAt: 40 * S + 1 }, "entered-lately"],
    ["does not enter before a start that is still to come is over", LATE, { startedAt: 500 * S }, "entered-lately"],
    ["enters beside runs that are over", { again: "not_while_live" }, { startedAt: 99 * S }, "starts at 100"],
    [
      "does not enter beside one that is not",
      { again: "not_while_live" },
      { startedAt: 1 * S, isLive: true },
      "run-live",
    ],
    [
      "always enters where only the hour is limited",
      { perHour: 1 },
      { startedAt: 99 * S, isLive: true },
      "starts at 100",
    ],
    ["waits for changes to end", SETTLING, {}, "settles until 110"],
    ["puts a start off", SETTLING, { settling: { at: 95 * S, until: 105 * S } }, "settles until 110, and replaces"],
    [
      "puts a start off at its last moment",
      SETTLING,
      { settling: { at: 90 * S, until: 100 * S } },
      "settles until 110, and replaces",
    ],
    [
      "comes too late for a start that had settled",
      SETTLING,
      { settling: { at: 89 * S, until: 99 * S } },
      "entered-before",
    ],
    [
      "begins another start where it always may",
      { settleSeconds: 10 },
      { settling: { at: 1, until: 99 * S } },
      "settles until 110",
    ],
    [
      "comes after a run that had settled and goes on",
      { again: "not_while_live", settleSeconds: 10 },
      { settling: { at: 1, until: 99 * S } },
      "run-live",
    ],
    [
      "gives way to a later event that was looked at first",
      SETTLING,
      { settling: { at: 101 * S, until: 111 * S } },
      "later-event",
    ],
    [
      "replaces a start that settles where nothing settles any more",
      { again: "once" },
      { settling: { at: 95 * S, until: 105 * S } },
      "starts at 100, and replaces",
    ],
  ])("%s", (_, entry, standing, expected) => {
    const decision = decideEntry(ruleOf(entry), { ...NEVER_ENTERED, ...standing }, 100 * S, 100 * S);
    const told = decision.starts
      ? `${decision.settles ? "settles until" : "starts at"} ${decision.at / S}${decision.replaces ? ", and replaces" : ""}`
      : decision.reason.code;
    expect(told).toBe(expected);
  });

  it("says what was seen, and what is asked", () => {
    const decision = decideEntry(ruleOf(LATE), { ...NEVER_ENTERED, startedAt: 50 * S }, 100 * S, 100 * S);
    const params = { seen: "1970-01-01T00:00:50.000Z", asked: "1970-01-01T00:01:50.000Z" };
    expect(decision).toEqual({ starts: false, reason: { code: "entered-lately", params } });
  });
});

it.each([
  ["the first at once", { perHour: 60 }, null, 100],
  ["one soon after another a gap later", { perHour: 60 }, 70, 130],
  ["one behind many that are still to start after them", { perHour: 60 }, 1000, 1060],
  ["one after a rest at once", { perHour: 60 }, 40, 100],
  ["each at once where nothing is limited", { again: "once" }, 1000, 100],
])("starts %s", (_, entry, lastAt, expected) => {
  expect(nextStart(ruleOf(entry), lastAt === null ? null : lastAt * S, 100 * S) / S).toBe(expected);
});
