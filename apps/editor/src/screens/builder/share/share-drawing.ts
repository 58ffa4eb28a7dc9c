import type { GraphDefinition, GraphNode } from "@trilho/engine";
import type { DrawingOptions, SvgLayout } from "@trilho/engine/formats";
import { copyText, downloadFile, fileName } from "../../../browser/files.ts";
import { routesOf } from "../../../canvas/edge-routes.ts";
import { routeEdge } from "../../../canvas/route.ts";
import { exitWord } from "../../../describe/exits/edge-text.ts";
import { nodeLabel } from "../../../describe/node-label.ts";
import { edgesOf, findNode, isDrawable } from "../../../document/document.ts";
import type { Draft } from "../../../document/draft/draft.ts";
import { notesOf } from "../../../document/notes/notes.ts";
import { placementOf } from "../../../document/layout/placement.ts";
import type { Lookup } from "../../../document/lookup.ts";
import { currentLocale, text } from "../../../i18n/use-text.ts";
import { toast } from "../../../ui/dialogs/toast.ts";
import { handleOf } from "@trilho/engine";

export type DrawingFormat = "mermaid" | "svg" | "png";

type Note = NonNullable<SvgLayout["notes"]>[number];
type Route = NonNullable<ReturnType<SvgLayout["edges"]["get"]>>;

interface Shared {
  draft: Draft;
  names: Lookup;
  /** What starts it: "Stage entered: Vendas › Proposta". */
  starts: string;
  /** "Version 5"; null for what is not published. */
  version: string | null;
}

/** Hands out the drawing with the names that the canvas shows: as text that wikis and tickets draw, or as a picture. */
export async function shareDrawing(format: DrawingFormat, shared: Shared): Promise<void> {
  const { definition, settings } = shared.draft;
  if (!isDrawable(definition)) return void toast.error(text("automation", "drawingFailed"));
  const label = (node: GraphNode) => nodeLabel(node, shared.names, shared.starts);
  const options: DrawingOptions = { node: (node) => label(node).accessibleName, exit: exitWord };
  const { toMermaid, toSvg } = await import("@trilho/engine/formats");
  if (format === "mermaid") return copied(await copyText(toMermaid(definition, options)));
  const layout = layoutOf(definition, label);
  const svg = toSvg(
    definition,
    { ...layout, notes: [captionOf(shared, layout, notesOf(definition)), ...notesBehind(definition)] },
    options,
  );
  const file = fileName(settings.name, format);
  if (format === "svg") downloadFile(file, new Blob([svg], { type: "image/svg+xml" }));
  else downloadFile(file, await pngOf(svg));
}

function copied(isCopied: boolean): void {
  if (isCopied) toast.success(text("common", "copied"));
  else toast.error(text("common", "copyFailed"));
}

/** Above everything: what it is a picture of, as which version, and on which day. */
function captionOf({ draft, version }: Shared, layout: SvgLayout, notes: readonly { x: number; y: number }[]): Note {
  const boxes = [...layout.nodes.values(), ...notes];
  const [x, y] = [Math.min(0, ...boxes.map((box) => box.x)), Math.min(0, ...boxes.map((box) => box.y))];
  const day = new Intl.DateTimeFormat(currentLocale(), { dateStyle: "medium" }).format(new Date());
  const lines = [draft.settings.name, version === null ? day : `${version} · ${day}`];
  const width = Math.max(...lines.map((line) => line.length)) * LETTER.width + LETTER.around;
  return { x: x - CAPTION.aside, y: y - CAPTION.height, width, height: CAPTION.height, lines, isBare: true };
}

/** Its room, and what stands before its lines, which stand with the cards. */
const CAPTION = { height: 64, aside: 12 } as const;

/** As the canvas draws it. */
function layoutOf(definition: GraphDefinition, label: (node: GraphNode) => CardWords): SvgLayout {
  const placement = placementOf(definition);
  const { positions, shapes } = placement;
  const { lanes, tracks } = routesOf(definition, placement);
  const boxOf = (id: string) => {
    const [at, shape] = [positions.get(id), shapes.get(id)];
    return at && shape ? { ...at, width: shape.width, height: shape.height } : null;
  };
  const edges = edgesOf(definition).flatMap((edge, index): [number, Route][] => {
    const [from, to, source] = [boxOf(edge.source), boxOf(edge.target), findNode(definition, edge.source)];
    const ports = shapes.get(edge.source)?.ports ?? [];
    const port = ports.find(({ handle }) => handle === handleOf(edge));
    if (!from || !to || !source || !port) return [];
    const start = { x: from.x + port.x, y: from.y + port.y };
    const end = { x: to.x + to.width / 2, y: to.y };
    const route = routeEdge(start, end, { lanes: lanes[index], track: tracks[index] ?? 0, side: port.side });
    const width = from.width / Math.max(1, ports.filter(({ side }) => !side).length);
    const name = exitLines(exitWord(source, handleOf(edge)), width);
    // It stands beside where its edge begins: further down, edges of others are near.
    return [[index, { path: route.path, label: { x: start.x + 6, y: start.y + (port.side ? -12 : 14), ...name } }]];
  });
  const nodes = definition.nodes.flatMap((node) => {
    const box = boxOf(node.id);
    return box ? [[node.id, { ...box, lines: cardLines(label(node), box) }] as const] : [];
  });
  return { nodes: new Map(nodes), edges: new Map(edges) };
}

/** The name of an exit, in what it has of its card's width. */
function exitLines(word: string, width: number): { lines: string[]; width: number } {
  const lines = word === "" ? [] : linesOf(word, { width, height: 2 * EXIT.height + EXIT.around / 2 }, EXIT);
  return { lines, width: Math.max(0, ...lines.map(({ length }) => length)) * EXIT.width };
}

type CardWords = Pick<ReturnType<typeof nodeLabel>, "title" | "detail">;

/** As much of both as the card has room for. */
function cardLines({ title, detail }: CardWords, box: { width: number; height: number }): string[] {
  const above = linesOf(title, { ...box, height: detail === "" ? box.height : box.height - CARD.height }, CARD);
  const height = box.height - above.length * CARD.height;
  return detail === "" ? above : [...above, ...linesOf(detail, { ...box, height }, CARD)];
}

/** Frames come first: notes may lie on them. */
const notesBehind = (definition: GraphDefinition): Note[] =>
  notesOf(definition)
    .toSorted((a, b) => Number(a.kind === "note") - Number(b.kind === "note"))
    .map(({ text: words, ...box }) => ({ ...box, lines: linesOf(words, box, LETTER) }));

/** Of a character on average, and of a line, in canvas units; with the room around them. */
const LETTER = { width: 7, height: 17, around: 24 } as const;
const CARD = { width: 7, height: 17, around: 24 } as const;
const EXIT = { width: 6, height: 13, around: 8 } as const;
type Letter = Readonly<Record<"width" | "height" | "around", number>>;

/** Broken at spaces where there are any, as many as there is room for; the last one shows that there is more. */
function linesOf(words: string, room: { width: number; height: number }, letter: Letter): string[] {
  const most = Math.max(1, Math.floor((room.width - letter.around) / letter.width));
  const parts = new RegExp(`.{1,${most}}(?:\\s+|$)|.{1,${most}}`, "gu");
  const all = words.split(/\r?\n/u).flatMap((line) => line.match(parts) ?? [""]);
  const lines = all.slice(0, Math.max(1, Math.floor((room.height - letter.around / 2) / letter.height)));
  return lines.map((line, at) => (at < lines.length - 1 || all.length === lines.length ? line : `${line.trimEnd()}…`));
}

/** Sharp on dense screens, and no larger than what browsers draw. */
const SCALE = 2;
const MOST_PIXELS = 16_000_000;

async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const { width, height } = image;
  const scale = Math.min(SCALE, Math.sqrt(MOST_PIXELS / (width * height)));
  const canvas = document.createElement("canvas");
  canvas.width = Math.floor(width * scale);
  canvas.height = Math.floor(height * scale);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The browser made no picture."))), "image/png"),
  );
}
