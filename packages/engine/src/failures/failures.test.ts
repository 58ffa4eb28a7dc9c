import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ACTION_SCHEMAS } from "../contract/action-schemas.ts";
import type { BusinessHours, GraphDefinition } from "../contract/index.ts";
import { advance, startState } from "../interpreter/advance.ts";
import { compileRun } from "../interpreter/compile-run.ts";
import { FIELDS } from "./fields.ts";
import { failureReason, failureMessage, describeFailure } from "./index.ts";
import { FAILURES, type FailureCode } from "./table.ts";

const CODES = Object.keys(FAILURES) as FailureCode[];
const namesIn = (template: string): string[] => [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
const valuesOf = (code: FailureCode, value: string) =>
  Object.fromEntries(namesIn(FAILURES[code].en).map((name) => [name, value]));

/** What programs say where people should be told something. */
const BARE = /^(?:[A-Z][A-Z_]{3,}\b|fetch failed|Unexpected token|TypeError|\w*Error:|\d{3}\b)/;

/** The name of a server's setting, which says nothing to whoever reads about a failed run. */
const SETTING = /\b[A-Z]+_[A-Z_]+\b/;

describe("every failure", () => {
  it.each(CODES)("%s: both languages say the same values, and begin with words for people", (code) => {
    const { en, "pt-BR": portuguese } = FAILURES[code];
    expect(namesIn(portuguese).toSorted()).toEqual(namesIn(en).toSorted());
    expect(portuguese).not.toBe(en);
    for (const text of [en, portuguese]) {
      expect(text).toMatch(/^(?:\p{Lu}|\{host\}|“)/u);
      expect(text).toMatch(/\.$/);
      expect(text).not.toMatch(BARE);
      expect(text).not.toMatch(/^\{detail\}|: \{detail\}/);
      expect(text).not.toMatch(SETTING);
    }
  });

  it.each(CODES)("%s: puts what others said in quotes, and codes in parentheses at the end", (code) => {
    for (const text of Object.values(FAILURES[code])) {
      expect(text.replaceAll("“{words}”", "")).not.toContain("{words}");
      expect(text.replace(/\(\{detail\}\)\.$/, "")).not.toContain("{detail}");
    }
  });
});

it.each(["sending-lost", "turns-lost"] as const)("%s: tells what is known, not whose fault it was", (code) => {
  // The process may have ended, or was merely too slow to keep its lease.
  for (const text of Object.values(FAILURES[code])) expect(text).not.toMatch(/server|servidor|process/i);
});

describe("a failure", () => {
  it("of several reasons is told sentence by sentence, each with its values", () => {
    const reason = fc.constantFrom(...CODES).map((code) => ({ code, params: valuesOf(code, "7") }));
    fc.assert(
      fc.property(fc.array(reason, { minLength: 1, maxLength: 4 }), (failure) => {
        for (const language of ["en", "pt-BR"] as const) {
          const told = failure.map(({ code }) => FAILURES[code][language].replaceAll(/\{\w+\}/g, "7")).join(" ");
          expect(describeFailure(failure, language)).toBe(told);
        }
      }),
    );
  });

  it.each(["The contact is blocked.", 'a" (3)', "(190)", "{words} {code}", "$&"])(
    "keeps the words of others as they are: %s",
    (words) => {
      expect(describeFailure([failureReason("meta-words", { words, code: 190 })], "pt-BR")).toBe(
        `A Meta diz: “${words}” (190).`,
      );
    },
  );

  it("knows where they end, for quotes within them are plain ones", () => {
    const said = failureReason("its-words", { words: "x”. It says: “y" });
    expect(failureMessage([said])).toBe('It says: “x". It says: "y”.');
  });

  it("is one line that can be stored, however long its values are", () => {
    const reason = failureReason("server-fails", { words: `a\n\0\ud800b${"x".repeat(10_000)}` });
    expect(failureMessage([reason])).toMatch(/^Something went wrong: “a bx{200,}…”\.$/);
    expect(JSON.stringify(reason).length).toBeLessThan(400);
  });

  it.each<[string, unknown]>([
    ["none at all", null],
    ["no list", { code: "cycle", params: {} }],
    ["an empty list", []],
    ["a text", ["The contact is blocked."]],
    ["a code that is not known here", [{ code: "of-a-newer-version", params: {} }]],
    ["a code that every object has", [{ code: "toString", params: {} }]],
    [
      "one known reason and one that is not",
      [
        { code: "cycle", params: {} },
        { code: "?", params: {} },
      ],
    ],
    ["no values", [{ code: "cycle" }]],
  ])("that cannot be read is told by nobody: %s", (_, failure) => expect(describeFailure(failure, "pt-BR")).toBeNull());

  it("lacks a value rather than that it shows what is none", () => {
    expect(describeFailure([{ code: "its-words", params: { words: {} } }], "en")).toBe("It says: “?”.");
  });
});

const unfilled = (field: string) => [failureReason("liquid-limit", { field, path: `/${field}` })];

describe("the texts of actions", () => {
  const properties = Object.values(ACTION_SCHEMAS).flatMap((schema) => Object.entries(schema.properties));
  const texts = properties.flatMap(([key, property]) => ("x-liquid" in property ? [key] : []));

  it.each(Object.entries(FIELDS))("are called as in their forms: %s", (key, { en }) => {
    expect(properties.filter(([name]) => name === key).map(([, { title }]) => title)).toContain(en);
  });

  it.each(texts)("all have a name: %s", (key) => expect(FIELDS).toHaveProperty(key));

  it.each([
    ["text", "Message", "Mensagem"],
    ["odd", "odd", "odd"],
    ["toString", "toString", "toString"],
  ])("have names in both languages where they cannot be filled in: %s", (key, english, portuguese) => {
    expect(failureMessage(unfilled(key))).toBe(
      `“${english}” cannot be filled in, because it takes too much (/${key}).`,
    );
    expect(describeFailure(unfilled(key), "pt-BR")).toBe(
      `“${portuguese}” não pode ser preenchido, porque isso custa demais (/${key}).`,
    );
  });
});

const hours = (change: object) => ({ timeZone: "UTC", days: [], ...change }) as BusinessHours;

describe("what the interpreter says of a run that cannot go on", () => {
  const start = { id: "start", type: "trigger" } as const;
  const edge = { source: "start", target: "next" };
  const graph = (nodes: object[], edges: object[] = [edge]) => ({ version: 2, nodes, edges }) as GraphDefinition;
  const message = { id: "next", type: "action", actionType: "send_whatsapp", config: { text: "Hi" } };
  const sends = graph([start, message]);

  it.each<[string, FailureCode, unknown, BusinessHours | null]>([
    ["no list of nodes", "no-nodes", {}, null],
    ["no trigger", "no-trigger", graph([]), null],
    ["two triggers", "several-triggers", graph([start, { ...start, id: "other" }], []), null],
    [
      "a circle",
      "cycle",
      graph([start, { id: "next", type: "end" }], [edge, { source: "next", target: "start" }]),
      null,
    ],
    ["an unknown action", "action-without-type", graph([start, { ...message, actionType: "dance" }]), null],
    ["an unknown node", "node-without-type", graph([start, { id: "next", type: "dance" }]), null],
    ["a wait of no length", "wait-without-delay", graph([start, { id: "next", type: "wait" }]), null],
    ["hours that never open", "hours-never-open", sends, hours({})],
    ["hours without days", "hours-list", sends, hours({ days: null })],
    ["a day that is none", "hours-entry", sends, hours({ days: [{ weekday: 9, from: "09:00", to: "18:00" }] })],
    ["a time zone that is none", "hours-time-zone", sends, hours({ timeZone: "Mars/Base" })],
  ])("%s has a code, told in both languages", (_, code, definition, businessHours) => {
    const plan = compileRun(definition as GraphDefinition, { respectBusinessHours: true, businessHours });
    const { state, steps } = advance(plan, startState(), { type: "started", at: Date.UTC(2026, 0, 5), facts: {} });
    expect([state.status, state.lastFailure?.map((reason) => reason.code)]).toEqual(["failed", [code]]);
    expect(state.lastError).toBe(describeFailure(state.lastFailure, "en"));
    expect(describeFailure(state.lastFailure, "pt-BR")).not.toContain("?");
    expect(steps.at(-1)?.why.params).toMatchObject({ message: state.lastError, failure: state.lastFailure });
  });
});
