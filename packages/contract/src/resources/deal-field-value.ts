import { Type } from "typebox";
import { dateTime, nullable, type Schema } from "../schema.ts";

/** Text, number, boolean or a file `{ key, name, size, mimeType }`; null for a field that was cleared. */
const value: Schema = Type.Unsafe({
  type: ["string", "number", "boolean", "object", "null"],
  additionalProperties: true,
});

/** Contract, "Deal custom-field value row". */
export const DealCustomFieldValue = Type.Object({
  dealId: Type.String(),
  fieldId: Type.String(),
  fieldSlug: Type.String(),
  value,
  label: nullable(Type.String()),
  updatedAt: dateTime(),
});
