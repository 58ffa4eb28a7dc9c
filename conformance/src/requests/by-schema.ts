import type { Schema } from "@trilho/contract";
import { generate, type JsonSchema } from "json-schema-faker";

/** What the workspace has, by the end of the names that requests call it. */
export type KnownIds = ReadonlyMap<string, readonly unknown[]>;

/** A value as a schema allows it, the ids in it those of what the workspace has. The same seed makes the same value. */
export async function bySchema(schema: Schema | undefined, seed: number, ids: KnownIds): Promise<unknown> {
  if (schema === undefined) return undefined;
  // Where properties are named and some of them are asked for, json-schema-faker 0.6.3 looks for others. Too few are refused.
  const { minProperties: _, ...rest } = schema as JsonSchema & object;
  return withIds(await generate(rest, { seed, maxItems: 3 }), seed, ids);
}

function withIds(value: unknown, seed: number, ids: KnownIds): unknown {
  if (Array.isArray(value)) return value.map((item, index) => withIds(item, seed + index, ids));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part], index) => {
      const known = idsFor(name, ids);
      const pick = (offset: number): unknown => known?.[(seed + index + offset) % known.length];
      if (known === undefined || part === null) return [name, withIds(part, seed + index, ids)];
      return [name, Array.isArray(part) ? part.map((_, place) => pick(place)) : pick(0)];
    }),
  );
}

/** `responsibleUserId`, `userIds` and `userId` all name users. */
function idsFor(name: string, ids: KnownIds): readonly unknown[] | undefined {
  const singular = name.replace(/s$/, "").toLowerCase();
  for (const [ending, known] of ids) if (singular.endsWith(ending.toLowerCase())) return known;
  return undefined;
}
