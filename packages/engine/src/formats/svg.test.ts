import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GraphDefinition } from "../contract/definition.ts";
import { toSvg } from "./svg.ts";
import type { SvgLayout } from "./svg.ts";

const ASK: GraphDefinition = {
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    { id: "ask", type: "action", actionType: "send_whatsapp", config: { ui: { label: 'Ask "them" <b>&</b>' } } },
    { id: "hidden", type: "end" },
  ],
  edges: [
    { source: "start", target: "ask" },
    { source: "ask", target: "hidden", sourceHandle: "fallback" },
    { source: "ask", target: "start", sourceHandle: "timeout" },
  ],
};
const box = (x: number, y: number) => ({ x, y, width: 264, height: 64 });
const LAYOUT: SvgLayout = {
  nodes: new Map([
    ["start", box(0, 0)],
    ["ask", box(-40, 152)],
  ]),
  edges: new Map([
    [0, { path: "M132 64 L92 152", label: { x: 112, y: 108 } }],
    [2, { path: "M92 216 L132 0", label: { x: 300, y: 108 } }],
  ]),
};

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };
const textsOf = (svg: string): string[] =>
  [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text = ""]) =>
    text.replaceAll(/&(\w+);/g, (_, name: string) => ENTITIES[name] ?? "?"),
  );

describe("a definition as a picture", () => {
  it("draws what has a place, with names as they are and exits on their edges", () => {
    const svg = toSvg(ASK, LAYOUT);
    expect(textsOf(svg)).toEqual(["Trigger", 'Ask "them" <b>&</b>', "timeout"]);
    expect(svg.match(/class="edge"/g)).toHaveLength(2);
  });

  it("is as large as what is drawn, with a margin", () => {
    expect(toSvg(ASK, LAYOUT)).toContain('viewBox="-64 -24 388 264" width="388" height="264"');
  });

  it("has notes behind the steps, with their lines as they are", () => {
    const notes = [{ x: -100, y: 0, width: 150, height: 50, lines: ["Ask <Ana>", "first"] }];
    const svg = toSvg(ASK, { ...LAYOUT, notes });
    expect(textsOf(svg).slice(0, 2)).toEqual(["Ask <Ana>", "first"]);
    expect(svg.indexOf('class="note"')).toBeLessThan(svg.indexOf('class="edge"'));
    expect(svg).toContain('viewBox="-124 -24');
  });

  it("has the lines of who lays it out: the first of a card bold, those of an exit beside its edge, a caption without a frame", () => {
    const [ask, edge] = [LAYOUT.nodes.get("ask"), LAYOUT.edges.get(2)];
    const notes = [{ x: -40, y: -64, width: 20, height: 64, lines: ["Ask <Ana>", "Version 2"], isBare: true }];
    const svg = toSvg(ASK, {
      nodes: new Map([...LAYOUT.nodes, ["ask", { ...box(-40, 152), ...ask, lines: ["Send", "Shall we?"] }]]),
      edges: new Map([[2, { path: edge?.path ?? "", label: { x: 300, y: 108, width: 90, lines: ["No", "reply"] } }]]),
      notes,
    });
    expect(textsOf(svg)).toEqual(["Ask <Ana>", "Version 2", "Trigger", "Send", "Shall we?", "No", "reply"]);
    expect([...svg.matchAll(/class="[a-z ]*title"[^>]*>([^<]*)/g)].map(([, text]) => text)).toEqual([
      "Ask &lt;Ana&gt;",
      "Send",
    ]);
    expect(svg).not.toContain('class="note"');
    expect(svg).toContain('viewBox="-64 -88 478');
  });

  it("takes names from who knows them better, in at most two lines", () => {
    const texts = textsOf(
      toSvg(ASK, LAYOUT, {
        node: ({ id }) => (id === "ask" ? `${"word ".repeat(20)}end` : id),
        exit: () => "an exit with a name that is far too long",
      }),
    );
    expect(texts).toEqual([
      "start",
      "word word word word word word",
      "word word word word word word wo…",
      "an exit with a…",
      "an exit with a…",
    ]);
  });

  it.each([
    ["null", null],
    ["a list", []],
    ["nodes that are none", { nodes: [null, 7], edges: [null, { source: 1 }] }],
  ])("of %s is an empty picture", (_, given) => {
    expect(textsOf(toSvg(given as unknown as GraphDefinition, LAYOUT))).toEqual([]);
  });

  it("is XML and holds no element but its own, whatever the names", () => {
    const text = fc.string({ unit: "binary" });
    fc.assert(
      fc.property(text, text, (name, exit) => {
        const svg = toSvg(ASK, LAYOUT, { node: () => name, exit: () => exit });
        const tags = new Set([...svg.matchAll(/<\/?([^\s/>]*)/g)].map(([, tag = ""]) => tag));
        expect([...tags].filter((tag) => !/^(?:svg|style|defs|marker|path|rect|text)$/.test(tag))).toEqual([]);
        expect(svg).not.toMatch(/&(?!amp;|lt;|gt;|quot;)|[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u);
      }),
    );
  });
});
