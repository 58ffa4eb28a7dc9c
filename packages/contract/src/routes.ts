import { AUTOMATION_ROUTES } from "./routes/automations.ts";
import { REFERENCE_ROUTES } from "./routes/reference.ts";
import type { Route } from "./route.ts";

/** Where every route lives. */
export const API_PREFIX = "/api/v1";

/** The route table: one row a route, by operation id. */
export const ROUTES = { ...AUTOMATION_ROUTES, ...REFERENCE_ROUTES } as const satisfies Record<string, Route>;
export type OperationId = keyof typeof ROUTES;
