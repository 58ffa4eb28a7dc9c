import { Type, type TSchema } from "typebox";

/** Schemas here describe and validate; the static types are generated from them, once, under `generated/`. */
export type Schema = TSchema;

const PLAIN = Symbol("what a nullable schema was made of");

/** The same schema accepting null: `type: [T, "null"]`, never a union, so that messages and serialising stay simple. */
export function nullable(schema: Schema): Schema {
  const plain = schema as { type?: string; enum?: readonly unknown[] };
  return Type.Unsafe({
    ...schema,
    type: [plain.type, "null"],
    ...(plain.enum && { enum: [...plain.enum, null] }),
    [PLAIN]: schema,
  });
}

/** What `nullable` was given; undefined for any other schema. */
export const plainOf = (schema: unknown): Schema | undefined => (schema as { [PLAIN]?: Schema } | null)?.[PLAIN];

/** The same schema with words about what it is for at this place. */
export const described = (schema: Schema, description: string): Schema => Type.Unsafe({ ...schema, description });

/** One of these texts. */
export const oneOf = (values: readonly string[]): Schema => Type.Unsafe({ type: "string", enum: [...values] });

/** An ISO 8601 instant. */
export const dateTime = (): Schema => Type.String({ format: "date-time" });

/** A text that is an address of the web, or blank. */
export const WEB_ADDRESS = "^\\s*([Hh][Tt][Tt][Pp][Ss]?://\\S+)?\\s*$";

/** A JSON object whose keys the contract does not fix. */
export const looseObject = (): Schema => Type.Unsafe({ type: "object", additionalProperties: true });

/** A list in a query: `k=a&k=b`, `k=a,b`, `k[]=a` and `k[0]=a` say the same. */
export const listOf = (item: Schema): Schema => Type.Array(item, { maxItems: 200 });

/**
 * Texts by a key that the contract does not fix, in a query: `k[slug]=a`, `k[slug][]=a&k[slug][]=b`. One text is read as
 * a list of one; it alone is in the document.
 */
export const textsByKey = (description: string): Schema =>
  Type.Unsafe({
    type: "object",
    description,
    additionalProperties: { type: ["string", "array"], items: { type: "string" }, maxItems: 200 },
  });

/** A mark on what the run of a test event has made. */
export const madeByTest = () =>
  Type.Optional(Type.Literal(true, { description: "The run of a test event made it; else left out" }));
