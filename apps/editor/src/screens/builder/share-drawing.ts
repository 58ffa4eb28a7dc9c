import type { GraphDefinition } from "@trilho/engine";
import type { DrawingOptions, SvgLayout } from "@trilho/engine/formats";
import { copyText, downloadFile, fileName } from "../../browser/files.ts";
import { routesOf } from "../../canvas/edge-routes.ts";
import { routeEdge } from "../../canvas/route.ts";
import { exitWord } from "../../describe/exits/edge-text.ts";
import { accessibleName } from "../../describe/node-label.ts";
import { triggerText } from "../../describe/trigger.ts";
import { edgesOf, isDrawable } from "../../document/document.ts";
import type { Draft } from "../../document/draft/draft.ts";
import { notesOf } from "../../document/notes/notes.ts";
import { placementOf } from "../../document/layout/placement.ts";
import type { Lookup } from "../../document/lookup.ts";
import { text } from "../../i18n/use-text.ts";
import { toast } from "../../ui/dialogs/toast.ts";
import { handleOf } from "@trilho/engine";

export type DrawingFormat = "mermaid" | "svg" | "png";

/** Hands out the drawing with the names that the canvas shows: as text that wikis and tickets draw, or as a picture. */
export async function shareDrawing(
  format: DrawingFormat,
  { definition, settings }: Draft,
  names: Lookup,
): Promise<void> {
  if (!isDrawable(definition)) return void toast.error(text("automation", "drawingFailed"));
  const options: DrawingOptions = {
    node: (node) => accessibleName(node, names, triggerText(settings.triggerType)),
    exit: exitWord,
  };
  const { toMermaid, toSvg } = await import("@trilho/engine/formats");
  if (format === "mermaid") return copied(await copyText(toMermaid(definition, options)));
  const svg = toSvg(definition, layoutOf(definition), options);
  const file = fileName(settings.name, format);
  if (format === "svg") downloadFile(file, new Blob([svg], { type: "image/svg+xml" }));
  else downloadFile(file, await pngOf(svg));
}

function copied(isCopied: boolean): void {
  if (isCopied) toast.success(text("common", "copied"));
  else toast.error(text("common", "copyFailed"));
}

/** As the canvas draws it. */
function layoutOf(definition: GraphDefinition): SvgLayout {
  const placement = placementOf(definition);
  const { positions, shapes } = placement;
  const { lanes, tracks } = routesOf(definition, placement);
  const boxOf = (id: string) => {
    const [at, shape] = [positions.get(id), shapes.get(id)];
    return at && shape ? { ...at, width: shape.width, height: shape.height } : null;
  };
  const edges = edgesOf(definition).flatMap(
    (edge, index): [number, { path: string; label: { x: number; y: number } }][] => {
      const [from, to] = [boxOf(edge.source), boxOf(edge.target)];
      const port = shapes.get(edge.source)?.ports.find(({ handle }) => handle === handleOf(edge));
      if (!from || !to || !port) return [];
      const start = { x: from.x + port.x, y: from.y + port.y };
      const end = { x: to.x + to.width / 2, y: to.y };
      const route = routeEdge(start, end, { lanes: lanes[index], track: tracks[index] ?? 0, side: port.side });
      // The name of an exit stands where its edge begins: further down, edges of others are near.
      return [
        [
          index,
          {
            path: route.path,
            label: port.side ? { x: start.x + 40, y: start.y - 10 } : { x: start.x, y: start.y + 16 },
          },
        ],
      ];
    },
  );
  const nodes = definition.nodes.flatMap(({ id }) => {
    const box = boxOf(id);
    return box ? [[id, box] as const] : [];
  });
  return { nodes: new Map(nodes), edges: new Map(edges), notes: notesBehind(definition) };
}

/** Frames come first: notes may lie on them. */
const notesBehind = (definition: GraphDefinition): SvgLayout["notes"] =>
  notesOf(definition)
    .toSorted((a, b) => Number(a.kind === "note") - Number(b.kind === "note"))
    .map(({ text: words, ...box }) => ({ ...box, lines: linesOf(words, box) }));

/** Of a character on average, and of a line, in canvas units; with the room around them. */
const LETTER = { width: 7, height: 17, around: 24 } as const;

/** Broken at spaces where there are any, as many as there is room for. */
function linesOf(words: string, { width, height }: { width: number; height: number }): string[] {
  const most = Math.max(1, Math.floor((width - LETTER.around) / LETTER.width));
  const parts = new RegExp(`.{1,${most}}(?:\\s+|$)|.{1,${most}}`, "gu");
  const lines = words.split(/\r?\n/u).flatMap((line) => line.match(parts) ?? [""]);
  return lines.slice(0, Math.max(1, Math.floor((height - LETTER.around / 2) / LETTER.height)));
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
