import type { GraphDefinition, GraphNode } from "../contract/definition.ts";
import { handleOf } from "../graph/handles.ts";
import { plainly } from "../json/plainly.ts";
import { exitName, listOf, nodeName } from "./drawing-names.ts";
import type { DrawingOptions } from "./drawing-names.ts";

/** Where everything stands, in pixels. What is not in here is not drawn. */
export interface SvgLayout {
  /** Top left corner and size, by node id; with lines, 17 pixels high, in place of its name, the first a title. */
  readonly nodes: ReadonlyMap<string, Box & { lines?: readonly string[] }>;
  /** SVG path data and the middle of the name, by the edge's place in the definition; with lines, where those begin. */
  readonly edges: ReadonlyMap<number, { path: string; label: Place }>;
  /** Notes and frames behind the steps, their lines 17 pixels high; without a frame, what the picture is called. */
  readonly notes?: readonly Note[];
}

type Box = { x: number; y: number; width: number; height: number };
type Place = { x: number; y: number; width?: number; lines?: readonly string[] };
type Note = Box & { lines: readonly string[]; isBare?: boolean };

const COLOURS: Readonly<Record<GraphNode["type"], string>> = {
  trigger: "#0f766e",
  action: "#2563eb",
  condition: "#b45309",
  wait: "#7c3aed",
  round_robin: "#be185d",
  end: "#475569",
};
const MARGIN = 24;
const STYLE =
  "text{font:13px system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;fill:#0f172a;text-anchor:middle}" +
  ".exit{font-size:11px;fill:#475569;paint-order:stroke;stroke:#fff;stroke-width:4px;stroke-linejoin:round}" +
  ".note{fill:#f8fafc;stroke:#cbd5e1}.words{text-anchor:start}.title{font-weight:600}" +
  ".edge{fill:none;stroke:#94a3b8;stroke-width:1.5}";

/**
 * A definition as an SVG picture of its own: light, without scripts, links or fonts from elsewhere. Names are escaped and
 * cut to two lines, where the layout brings none. Never throws.
 *
 * @example
 * ```ts
 * import { toSvg } from "@trilho/engine/formats";
 *
 * const nodes = new Map([["start", { x: 0, y: 0, width: 264, height: 64 }]]);
 * toSvg({ version: 2, nodes: [{ id: "start", type: "trigger" }] }, { nodes, edges: new Map() }); // "<svg …"
 * ```
 */
export function toSvg(definition: GraphDefinition, layout: SvgLayout, options: DrawingOptions = {}): string {
  const { node: nameOf = nodeName, exit: exitOf = exitName } = options;
  return plainly([definition], (given) => {
    const nodes = listOf(given?.nodes).flatMap((node) => {
      const box = layout.nodes.get(node.id);
      return box ? [{ node, box }] : [];
    });
    const byId = new Map(nodes.map(({ node }) => [node.id, node]));
    const edges = listOf(given?.edges).flatMap((edge, index) => {
      const [drawn, source] = [layout.edges.get(index), byId.get(edge.source)];
      return drawn && source ? [{ ...drawn, name: exitOf(source, handleOf(edge)) }] : [];
    });
    const notes = layout.notes ?? [];
    const [x, y, width, height] = frameOf([
      ...notes,
      ...nodes.map(({ box }) => box),
      ...edges.map(({ label }) => ({ width: 0, height: 0, ...label })),
    ]);
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${width} ${height}" width="${width}" height="${height}">`,
      `<style>${STYLE}</style>`,
      '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z" fill="#94a3b8"/></marker></defs>',
      `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="#fff"/>`,
      ...notes.map(noteOf),
      ...edges.map(({ path }) => `<path class="edge" d="${escaped(path)}" marker-end="url(#arrow)"/>`),
      ...nodes.map(({ node, box }) => card(nameOf(node), COLOURS[node.type] ?? COLOURS.end, box)),
      ...edges.map(exit),
      "</svg>",
      "",
    ].join("\n");
  });
}

function frameOf(boxes: readonly Box[]): [number, number, number, number] {
  const [left, top] = [Math.min(0, ...boxes.map(({ x }) => x)), Math.min(0, ...boxes.map(({ y }) => y))];
  const right = Math.max(0, ...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(0, ...boxes.map((box) => box.y + box.height));
  return [left - MARGIN, top - MARGIN, right - left + 2 * MARGIN, bottom - top + 2 * MARGIN];
}

function card(name: string, colour: string, box: Box & { lines?: readonly string[] }): string {
  const { x, y, width, height, lines = linesOf(name, Math.max(8, Math.floor((width - 32) / CHARACTER))) } = box;
  const first = y + height / 2 + 4 - (lines.length - 1) * (LINE / 2);
  return [
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="10" fill="#fff" stroke="${colour}" stroke-width="1.5"/>`,
    `<rect x="${x}" y="${y + 10}" width="4" height="${height - 20}" rx="2" fill="${colour}"/>`,
    ...lines.map((text, index) => line(text, x + width / 2, first + index * LINE, box.lines && !index ? "title" : "")),
  ].join("");
}

function exit({ name, label }: { name: string; label: Place }): string {
  const { x, y, lines } = label;
  if (!lines) return name && line(cut(name, EXIT), x, y + 4, "exit");
  return lines.map((text, index) => line(text, x, y + 4 + index * 13, "exit words")).join("");
}

function noteOf({ x, y, width, height, lines, isBare }: Note): string {
  return (
    (isBare ? "" : `<rect class="note" x="${x}" y="${y}" width="${width}" height="${height}" rx="10"/>`) +
    lines.map((text, at) => line(text, x + 12, y + 24 + at * LINE, isBare && !at ? "words title" : "words")).join("")
  );
}

/** Pixels of a line, and of a character on average. */
const LINE = 17;
const CHARACTER = 7;
/** Characters of the name of an exit, as exits stand side by side. */
const EXIT = 15;

function line(text: string, x: number, y: number, kind: string): string {
  return `<text class="${kind}" x="${x}" y="${y}">${escaped(text)}</text>`;
}

/** At most two lines, broken at a space where there is one. */
function linesOf(text: string, most: number): string[] {
  const whole = text.replaceAll(/\s+/gu, " ").trim();
  if (Array.from(whole).length <= most) return [whole];
  const space = whole.lastIndexOf(" ", most);
  const at = space > 0 ? space : most;
  return [whole.slice(0, at), cut(whole.slice(at).trim(), most)];
}

function cut(text: string, most: number): string {
  const characters = Array.from(text);
  return characters.length > most ? `${characters.slice(0, most - 1).join("")}…` : text;
}

/** What XML 1.0 cannot hold becomes U+FFFD (section 2.2). */
const NO_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

function escaped(text: string): string {
  return text
    .replaceAll(NO_XML, "\uFFFD")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
