import { Type } from "typebox";
import { dateTime, looseObject, nullable } from "../schema.ts";

/** One choice of a select, multi_select or members field. `inactive`: resolve old values, never offer. */
export const CustomFieldOption = Type.Object({
  value: Type.String(),
  label: Type.String(),
  color: Type.Optional(nullable(Type.String())),
  image: Type.Optional(nullable(Type.String())),
  inactive: Type.Optional(Type.Boolean()),
});

/** Shows a field only while its parent field holds one of `values`. */
export const VisibilityRule = Type.Object({ parentFieldId: Type.String(), values: Type.Array(Type.Unknown()) });

/** Contract, "Custom field definition". */
export const CustomField = Type.Object({
  id: Type.String(),
  entityType: Type.String(),
  name: Type.String(),
  slug: Type.String(),
  description: nullable(Type.String()),
  placeholder: nullable(Type.String()),
  fieldType: Type.String(),
  options: nullable(Type.Array(CustomFieldOption)),
  config: nullable(looseObject()),
  isRequired: Type.Boolean(),
  apiOnly: Type.Boolean(),
  displayOrder: Type.Integer(),
  section: nullable(Type.String()),
  pipelineConfig: nullable(looseObject()),
  createdAt: dateTime(),
  updatedAt: dateTime(),
  visibilityRule: nullable(VisibilityRule),
});
