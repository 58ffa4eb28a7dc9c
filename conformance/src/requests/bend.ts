import * as fc from "fast-check";

const ODD_WORDS = [
  "__proto__",
  "constructor",
  "",
  " ",
  "null",
  "-1",
  "1e999",
  "\0",
  "\ud800",
  "%",
  "_",
  "\\",
  "'",
  ".",
];
const EDGES_OF_TIME = ["9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z", "+275760-09-13T00:00:00Z", "2026-02-30"];
/** Well formed, in places where something else is expected. */
const ORDINARY = ["2026-03-01", "a@b.co", "+5511987654321", "https://example.com"];
const LONG = ["x".repeat(256), "9".repeat(5000)];
const ODD_VALUES = [null, true, -1, 0, 1, 1e300, 2 ** 53, 1e-320, [], {}, [null], [[]]];

export const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(...ODD_WORDS, ...EDGES_OF_TIME, ...ORDINARY, ...LONG),
);
const anyJson: fc.Arbitrary<unknown> = fc.oneof(fc.jsonValue({ maxDepth: 3 }), anyText, fc.constantFrom(...ODD_VALUES));

/** Some place in a value, and what comes there instead. */
type Bend = readonly [place: number, other: unknown];
export const bend: fc.Arbitrary<Bend> = fc.tuple(fc.nat(1000), anyJson);

/** Replaces something anywhere in a value: a member at any depth, or all of it. A member more counts as a place too. */
export function bent(value: unknown, [place, other]: Bend): unknown {
  const paths = pathsOf(value);
  return replaced(value, paths[place % paths.length] ?? [], other);
}

type Path = readonly string[];

function pathsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [at];
  const below = Object.entries(value).flatMap(([key, part]) => pathsOf(part, [...at, key]));
  return [at, ...below, ...(Array.isArray(value) ? [] : [[...at, "surprise"]])];
}

function replaced(value: unknown, [key, ...rest]: Path, other: unknown): unknown {
  if (key === undefined) return other;
  const copy: Record<string, unknown> = Array.isArray(value)
    ? ([...(value as unknown[])] as unknown as Record<string, unknown>)
    : { ...(value as object) };
  copy[key] = replaced(copy[key], rest, other);
  return copy;
}
