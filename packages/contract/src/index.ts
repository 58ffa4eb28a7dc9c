export { envelope, page } from "./envelopes.ts";
export { ERROR_CODES } from "./errors.ts";
export type * from "./generated/types.ts";
export { RESOURCES } from "./resources.ts";
export { FEATURES, PERMISSIONS, type Feature, type Method, type Permission, type Route } from "./route.ts";
export { PAGE_SIZES } from "./routes/parameters.ts";
export { API_PREFIX, ROUTES, type OperationId } from "./routes.ts";
export type { Schema } from "./schema.ts";
