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
