import { Type } from "typebox";
import { dateTime } from "../schema.ts";

/** Contract, "Tag". */
export const Tag = Type.Object({
  id: Type.String(),
  name: Type.String(),
  color: Type.String(),
  createdAt: dateTime(),
  updatedAt: dateTime(),
});

/** Body of a creation and of a replacement: both fields, always. */
export const WriteTagRequest = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 80, pattern: "\\S" }),
  color: Type.String({ pattern: "^#[0-9A-Fa-f]{6}$" }),
});

export const AddDealTagRequest = Type.Object({ tagId: Type.String({ minLength: 1 }) });
