import { Type } from "typebox";
import { nullable } from "../schema.ts";

/** A member of the workspace. `id` is what other resources call `userId`; `image` is a URL. */
export const User = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  image: nullable(Type.String()),
  role: Type.String(),
  active: Type.Boolean(),
});
