import type { Route, Schema } from "@trilho/contract";
import { join, type JoinPath } from "./text.ts";

interface Shape {
  properties?: Record<string, Shape>;
  additionalProperties?: boolean | Shape;
  items?: Shape;
}

/** Enough to see what was meant; a body of nothing else would make an answer larger than itself. */
export const MOST = 20;

/** What a route leaves out of consideration: keys of bodies and queries that its schemas do not know, by their paths. */
export function createIgnoredKeys({ body, query }: Route): (body: unknown, query: unknown) => string[] {
  const known = new Set(Object.keys((query as Shape | undefined)?.properties ?? {}));
  return (sent, asked) => {
    const ignored: string[] = [];
    for (const key in asked as object) {
      const name = key.split(/[[.]/, 1)[0] ?? key;
      if (!known.has(name) && !ignored.includes(name) && ignored.length < MOST) ignored.push(name);
    }
    if (body !== undefined) collect(sent, body as Schema & Shape, "", join, ignored);
    return ignored;
  };
}

function collect(value: unknown, shape: Shape, path: string, joinPath: JoinPath, ignored: string[]): void {
  if (typeof value !== "object" || value === null) return;
  const { properties, additionalProperties, items } = shape;
  if (Array.isArray(value)) {
    if (items !== undefined)
      value.forEach((item, at) => collect(item, items, joinPath(path, String(at), true), joinPath, ignored));
    return;
  }
  if (properties === undefined) return;
  for (const [key, part] of Object.entries(value)) {
    if (ignored.length >= MOST) return;
    const keyPath = joinPath(path, key, false);
    const known = Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
    if (known === undefined || known === false) ignored.push(keyPath);
    else if (known !== true) collect(part, known, keyPath, joinPath, ignored);
  }
}
