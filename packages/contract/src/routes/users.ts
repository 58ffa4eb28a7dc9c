import { Type } from "typebox";
import { EXAMPLE_IDS } from "../examples/ids.ts";
import { envelope } from "../envelopes.ts";
import { User } from "../resources/user.ts";
import type { Route } from "../route.ts";
import { idOf } from "./parameters.ts";

const read = {
  group: "Reference",
  method: "GET",
  permission: null,
  features: ["API_ACCESS"],
  unknownQuery: "ignore",
} as const;

export const USER_ROUTES = {
  listUsers: {
    ...read,
    client: "users.list",
    path: "/users",
    summary: "Members of the workspace",
    description: "All of them at once, former ones included (`active: false`). Members are managed in the application.",
    success: { status: 200, schema: envelope(Type.Array(User)) },
    errors: [401, 403, 429],
  },
  getUser: {
    ...read,
    client: "users.get",
    path: "/users/{id}",
    summary: "One member of the workspace",
    description: "What other resources call `userId`.",
    params: Type.Object({ id: idOf("the member", EXAMPLE_IDS.user) }),
    success: { status: 200, schema: envelope(User) },
    errors: [401, 403, 404, 429],
  },
} as const satisfies Record<string, Route>;
