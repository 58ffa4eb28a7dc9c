/** An RFC 6901 JSON Pointer from raw segments: `pointer("nodes", 3, "a/b")` is `/nodes/3/a~1b`. */
export function pointer(...segments: readonly (string | number)[]): string {
  let path = "";
  for (const segment of segments) path += `/${typeof segment === "number" ? segment : escaped(segment)}`;
  return path;
}

function escaped(segment: string): string {
  return segment.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The raw segments of an RFC 6901 JSON Pointer. */
export function segmentsOf(path: string): string[] {
  if (path === "") return [];
  const segments = path.slice(1).split("/");
  return path.includes("~") ? segments.map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~")) : segments;
}

const POSITION = /^(?:0|[1-9]\d*)$/;

/** Sorts pointers by segment; positions in lists by number, so that `/nodes/9` comes before `/nodes/10`. */
export function comparePointers(left: string, right: string, read = segmentsOf): number {
  const a = read(left);
  const b = read(right);
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const order = compareSegments(a[index] ?? "", b[index] ?? "");
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareSegments(a: string, b: string): number {
  if (POSITION.test(a) && POSITION.test(b)) return Number(a) - Number(b);
  return compareText(a, b);
}

/** Order by code units: the same on every machine, unlike `localeCompare`. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Whether `path` is `ancestor` or lies below it. */
export function isWithin(path: string, ancestor: string): boolean {
  return path === ancestor || path.startsWith(`${ancestor}/`);
}
