import type { Layers } from "./layers.ts";

/** Room between layers; between two steps of one, and two edges that pass it. A step and an edge have half of each. */
export const GAP = { layer: 88, column: 60, pass: 24 } as const;

/** Of each cell its middle, when the whole drawing leans to one side. */
interface Leaning {
  columns: number[];
  to: "left" | "right";
}

/**
 * The middle of each cell of a drawing in layers: what is joined stands in one column where it can, and long edges run
 * straight down. After Brandes and Köpf, "Fast and Simple Horizontal Coordinate Assignment" (2001): four drawings that each
 * lean to one side, and for each cell the mean of the two middle ones of its places.
 */
export function columnsOf(layers: Layers): number[] {
  const barred = barredLinks(layers);
  const lean = (side: Layers): number[][] => [
    packed(side, linesOf(side.rows, side.above, side.places, barred)),
    packed(side, linesOf(side.rows.toReversed(), side.below, side.places, barred)),
  ];
  const drawings = [
    ...lean(layers).map((columns): Leaning => ({ columns, to: "left" })),
    ...lean(mirrored(layers)).map((columns): Leaning => ({ columns: columns.map((x) => -x), to: "right" })),
  ];
  const inLine = broughtTogether(drawings, layers.widths);
  return layers.places.map((_, cell) => {
    const [, left = 0, right = 0] = inLine.map((columns) => columns[cell] ?? 0).toSorted((a, b) => a - b);
    return (left + right) / 2;
  });
}

const turned = (lists: readonly number[][]): number[][] => lists.map((list) => list.toReversed());

/** The same drawing seen from behind. */
function mirrored({ rows, places, above, below, ...layers }: Layers): Layers {
  return {
    ...layers,
    rows: turned(rows),
    places: places.map((place) => -place),
    above: turned(above),
    below: turned(below),
  };
}

const keyOf = (upper: number, lower: number): string => `${upper}>${lower}`;

/** Links that cross a long edge on its way: it stays straight, and they do not. */
function barredLinks({ rows, places, above, steps }: Layers): Set<string> {
  const barred = new Set<string>();
  const passAbove = (cell: number): number | undefined =>
    cell < steps ? undefined : above[cell]?.find((upper) => upper >= steps);
  rows.forEach((row, depth) => {
    let from = 0;
    let leftmost = 0;
    row.forEach((cell, at) => {
      const pass = passAbove(cell);
      if (pass === undefined && at < row.length - 1) return;
      const rightmost = pass === undefined ? (rows[depth - 1]?.length ?? 0) : (places[pass] ?? 0);
      for (const lower of row.slice(from, at + 1)) {
        for (const upper of above[lower] ?? []) {
          const place = places[upper] ?? 0;
          const isPass = upper >= steps && lower >= steps;
          if (!isPass && (place < leftmost || place > rightmost)) barred.add(keyOf(upper, lower));
        }
      }
      from = at + 1;
      leftmost = rightmost;
    });
  });
  return barred;
}

/**
 * Of each cell the first cell of its line: row by row, a cell joins the line of the middle one of its neighbours in the row
 * before, unless that crosses a line further left.
 */
function linesOf(
  rows: readonly number[][],
  joined: readonly number[][],
  places: readonly number[],
  barred: ReadonlySet<string>,
): number[] {
  const lines = places.map((_, cell) => cell);
  for (const row of rows) {
    let last = Number.NEGATIVE_INFINITY;
    for (const cell of row) {
      const others = joined[cell] ?? [];
      const middle = (others.length - 1) / 2;
      const free = [Math.floor(middle), Math.ceil(middle)]
        .flatMap((at) => others[at] ?? [])
        .find(
          (other) => (places[other] ?? 0) > last && !barred.has(keyOf(other, cell)) && !barred.has(keyOf(cell, other)),
        );
      if (free === undefined) continue;
      lines[cell] = lines[free] ?? free;
      last = places[free] ?? 0;
    }
  }
  return lines;
}

/** Puts the lines as far to the left as they can stand, and then as near to what stands at their right. */
function packed({ rows, widths, steps }: Layers, lines: readonly number[]): number[] {
  const room = (cell: number): number => ((widths[cell] ?? 0) + (cell < steps ? GAP.column : GAP.pass)) / 2;
  const behind: { line: number; by: number }[][] = lines.map(() => []);
  const waits = lines.map(() => 0);
  for (const row of rows) {
    row.forEach((cell, at) => {
      const left = row[at - 1];
      const line = lines[cell];
      if (left === undefined || line === undefined) return;
      behind[lines[left] ?? left]?.push({ line, by: room(left) + room(cell) });
      waits[line] = (waits[line] ?? 0) + 1;
    });
  }
  const order = lines.filter((line, cell) => line === cell && waits[line] === 0);
  const xs = lines.map(() => 0);
  const at = (line: number): number => xs[line] ?? 0;
  for (const line of order) {
    for (const next of behind[line] ?? []) {
      xs[next.line] = Math.max(at(next.line), at(line) + next.by);
      waits[next.line] = (waits[next.line] ?? 0) - 1;
      if (waits[next.line] === 0) order.push(next.line);
    }
  }
  for (const line of order.toReversed()) {
    const nearest = Math.min(...(behind[line] ?? []).map((next) => at(next.line) - next.by));
    if (Number.isFinite(nearest)) xs[line] = Math.max(at(line), nearest);
  }
  return lines.map(at);
}

/** Lays the drawings over the narrowest one: those that lean to the left at its left rim, the others at its right. */
function broughtTogether(drawings: readonly Leaning[], widths: readonly number[]): number[][] {
  const rims = drawings.map(({ columns, to }) => {
    const sides = columns.map((x, cell) => [x - (widths[cell] ?? 0) / 2, x + (widths[cell] ?? 0) / 2] as const);
    const width = Math.max(...sides.map(([, right]) => right)) - Math.min(...sides.map(([left]) => left));
    return { columns, to, width, left: Math.min(...columns), right: Math.max(...columns) };
  });
  const narrowest = rims.reduce((best, each) => (each.width < best.width ? each : best));
  return rims.map(({ columns, to, ...rim }) => columns.map((x) => x + narrowest[to] - rim[to]));
}
