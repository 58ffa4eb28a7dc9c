import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ACTION_SCHEMAS } from "../contract/actionSchemas.ts";
import type { BusinessHours, GraphDefinition } from "../contract/index.ts";
import { advance, startState } from "../interpreter/advance.ts";
import { compileRun } from "../interpreter/compileRun.ts";
import { FIELDS } from "./fields.ts";
import { FORMER } from "./former.ts";
import { fieldAt, sayFailure, tellFailure } from "./index.ts";
import { readFailure } from "./read.ts";
import { FAILURES, type FailureCode } from "./table.ts";
import { cleaned, fill, namesIn } from "./template.ts";

const CODES = Object.keys(FAILURES) as FailureCode[];
/** Params are typed by their code, of which a property draws any. */
const say = sayFailure as (code: FailureCode, params?: Readonly<Record<string, string>>) => string;
const valuesOf = (code: FailureCode, value: string) =>
  Object.fromEntries(namesIn(FAILURES[code].en).map((name) => [name, value]));

/** What programs say where people should be told something. */
const BARE = /^(?:[A-Z][A-Z_]{3,}\b|fetch failed|Unexpected token|TypeError|\w*Error:|\d{3}\b)/;

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
    }
  });

  it.each(CODES)("%s: puts what others said in quotes, and codes in parentheses at the end", (code) => {
    for (const text of Object.values(FAILURES[code])) {
      expect(text.replaceAll("“{words}”", "")).not.toContain("{words}");
      expect(text.replace(/\(\{detail\}\)\.$/, "")).not.toContain("{detail}");
    }
  });
});

describe("a stored reason", () => {
  it("is found again by its template, whatever its values are", () => {
    fc.assert(
      fc.property(fc.constantFrom(...CODES), fc.string({ unit: "grapheme" }), (code, value) => {
        const given = valuesOf(code, value);
        const values = Object.fromEntries(Object.entries(given).map(([name, text]) => [name, cleaned(name, text)]));
        expect(readFailure(say(code, given))).toMatchObject([{ code, values }]);
      }),
      { numRuns: 2000 },
    );
  });

  it("of several sentences is told sentence by sentence", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...CODES), { minLength: 1, maxLength: 4 }), (codes) => {
        const told = (language: "en" | "pt-BR") =>
          codes.map((code) => fill(FAILURES[code][language], valuesOf(code, "7"))).join(" ");
        expect(tellFailure(told("en"), "pt-BR")).toBe(told("pt-BR"));
        expect(tellFailure(told("en"), "en")).toBe(told("en"));
      }),
    );
  });

  it.each(["The contact is blocked.", '". The contact is blocked.', 'a" (3)', "(190)", "{words} {code}"])(
    "keeps the words of others as they are: %s",
    (words) => {
      const stored = sayFailure("meta-words", { words, code: 190 });
      expect(tellFailure(stored, "pt-BR")).toBe(`A Meta diz: “${words}” (190).`);
    },
  );

  it("knows where they end, for quotes within them are plain ones", () => {
    const stored = sayFailure("its-words", { words: "x”. It says: “y" });
    expect(stored).toBe('It says: “x". It says: "y”.');
    expect(tellFailure(`${stored} ${stored}`, "pt-BR")).toBe('Ele diz: “x". It says: "y”. Ele diz: “x". It says: "y”.');
  });

  it("is one line that can be stored, however long its values are", () => {
    const said = sayFailure("server-fails", { words: `a\n\0\ud800b${"x".repeat(10_000)}` });
    expect(said).toMatch(/^Something went wrong: “a bx{200,}…”\.$/);
    expect(said.length).toBeLessThan(400);
  });

  it.each(["", "fetch failed", "No such stage", "The contact is blocked. And more.", "toString"])(
    "that the table does not know is told by nobody: %s",
    (text) => expect(tellFailure(text, "pt-BR")).toBeNull(),
  );

  it("is looked for quickly, however many sentences it seems to have", () => {
    const text = "The contact is blocked. ".repeat(100);
    expect(tellFailure(text, "pt-BR")).toBeNull();
    expect(tellFailure(text.trim(), "pt-BR")).toBe("O contato está bloqueado. ".repeat(100).trim());
    expect(tellFailure(`${text}${"x. ".repeat(10_000)}`, "pt-BR")).toBeNull();
    // Each end of these would be one of a known sentence.
    expect(tellFailure(`The address cannot be reached: ${"a. ".repeat(1300)}`, "pt-BR")).toBeNull();
  });
});

describe("the texts of actions", () => {
  const properties = Object.values(ACTION_SCHEMAS).flatMap((schema) => Object.entries(schema.properties));
  const texts = properties.flatMap(([key, property]) => ("x-liquid" in property ? [key] : []));

  it.each(Object.entries(FIELDS))("are called as in their forms: %s", (key, { en }) => {
    expect(properties.filter(([name]) => name === key).map(([, { title }]) => title)).toContain(en);
  });

  it.each(texts)("all have a name: %s", (key) => expect(FIELDS).toHaveProperty(key));

  it("have names in both languages where they cannot be filled in", () => {
    const stored = sayFailure("unknown-filter", { field: fieldAt("/text"), path: "/text", words: "shout" });
    expect(stored).toBe(
      "“Message” cannot be filled in, because it uses a filter that does not exist: “shout” (/text).",
    );
    expect(tellFailure(stored, "en")).toBe(stored);
    expect(tellFailure(stored, "pt-BR")).toBe(
      "“Mensagem” não pode ser preenchido, porque usa um filtro que não existe: “shout” (/text).",
    );
    expect([fieldAt("/odd/0"), fieldAt("/toString"), fieldAt("")]).toEqual(["odd", "toString", ""]);
  });
});

describe("what earlier versions stored", () => {
  it.each<[string, string, string]>([
    [
      "The address cannot be reached: ENOTFOUND.",
      "The address cannot be reached (ENOTFOUND).",
      "Não foi possível chegar ao endereço (ENOTFOUND).",
    ],
    ["Meta cannot be reached: no answer in time.", "Meta did not answer in time.", "A Meta não respondeu a tempo."],
    [
      "The address answered 422. no such lead",
      "The address did not take the request (422). It says: “no such lead”.",
      "O endereço não aceitou a requisição (422). Ele diz: “no such lead”.",
    ],
    [
      "The access token is not valid any more: set a new TRILHO_META_TOKEN. Meta: Session expired. (190)",
      "The access token is not valid any more: set a new TRILHO_META_TOKEN. Meta says: “Session expired. (190)”.",
      "O token de acesso não vale mais: defina um novo TRILHO_META_TOKEN. A Meta diz: “Session expired. (190)”.",
    ],
    ["The stage is not a stage of this workspace.", "The stage does not exist any more.", "A etapa não existe mais."],
    [
      "The name is required in this stage. The field budget is required in this stage.",
      "The stage asks for a name, which the deal lacks. The stage asks for “budget”, which the deal lacks.",
      "A etapa pede um nome, que falta no negócio. A etapa pede “budget”, que falta no negócio.",
    ],
    [
      "connect ECONNREFUSED 10.0.0.7:25",
      "10.0.0.7:25 refused the connection (ECONNREFUSED).",
      "10.0.0.7:25 recusou a conexão (ECONNREFUSED).",
    ],
    ["Something went wrong: fetch failed", "Something went wrong: “fetch failed”.", "Algo deu errado: “fetch failed”."],
  ])("%s", (stored, english, portuguese) => {
    expect([tellFailure(stored, "en"), tellFailure(stored, "pt-BR")]).toEqual([english, portuguese]);
  });

  it.each(FORMER)("is told in words for people: %s", (written, now) => {
    const values = Object.fromEntries(namesIn(written).map((name) => [name, "7"]));
    expect(tellFailure(fill(written, values), "pt-BR")).toBe(fill(now["pt-BR"], values));
    expect(namesIn(now.en)).toEqual(namesIn(written));
    expect(now.en).not.toMatch(BARE);
  });
});

const hours = (change: object) => ({ timeZone: "UTC", days: [], ...change }) as BusinessHours;

describe("what the interpreter says of a run that cannot go on", () => {
  const start = { id: "start", type: "trigger" } as const;
  const edge = { source: "start", target: "next" };
  const graph = (nodes: object[], edges: object[] = [edge]) => ({ version: 2, nodes, edges }) as GraphDefinition;
  const message = { id: "next", type: "action", actionType: "send_whatsapp", config: { text: "Hi" } };
  const sends = graph([start, message]);

  it.each<[string, unknown, BusinessHours | null]>([
    ["no list of nodes", {}, null],
    ["no trigger", graph([]), null],
    ["two triggers", graph([start, { ...start, id: "other" }], []), null],
    ["a circle", graph([start, { id: "next", type: "end" }], [edge, { source: "next", target: "start" }]), null],
    ["an unknown action", graph([start, { id: "next", type: "action", actionType: "dance" }]), null],
    ["an unknown node", graph([start, { id: "next", type: "dance" }]), null],
    ["a wait of no length", graph([start, { id: "next", type: "wait" }]), null],
    ["hours that never open", sends, hours({})],
    ["hours without days", sends, hours({ days: null })],
    ["a day that is none", sends, hours({ days: [{ weekday: 9, from: "09:00", to: "18:00" }] })],
    ["a time zone that is none", sends, hours({ timeZone: "Mars/Base" })],
  ])("%s is known in Portuguese", (_, definition, businessHours) => {
    const plan = compileRun(definition as GraphDefinition, { respectBusinessHours: true, businessHours });
    const { state } = advance(plan, startState(), { type: "started", at: Date.UTC(2026, 0, 5), facts: {} });
    expect(state.status).toBe("failed");
    expect(tellFailure(state.lastError ?? "", "pt-BR")).toMatch(/\p{L}/u);
  });
});
