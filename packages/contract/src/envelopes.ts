import { Type } from "typebox";
import { Warning } from "./errors.ts";
import { nullable, type Schema } from "./schema.ts";

/** `{ data, message }` around one resource or a whole list; what `message` says, one by one in `warnings`, where it says anything. */
export const envelope = (data: Schema): Schema =>
  Type.Object({ data, message: nullable(Type.String()), warnings: Type.Optional(Type.Array(Warning)) });

/** One page of a cursor list, as the envelope's `data`. */
export const page = (item: Schema): Schema =>
  Type.Object({ items: Type.Array(item), nextCursor: nullable(Type.String()), hasMore: Type.Boolean() });
