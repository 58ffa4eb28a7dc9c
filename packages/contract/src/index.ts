export { emitOpenapi } from "./emit/openapi.ts";
export { envelope, page } from "./envelopes.ts";
export { EXAMPLE_IDS, EXAMPLE_PHONE, EXAMPLE_SEQS } from "./examples/ids.ts";
export { ERROR_CODES } from "./errors.ts";
export type * from "./generated/types.ts";
export { ACTIVITY_TYPES, ACTOR_TYPES } from "./resources/activity.ts";
export { MAX_LABELS } from "./resources/automation-overview.ts";
export { TRACKING_KEYS } from "./resources/deal.ts";
export { RESOURCES } from "./resources.ts";
export {
  FEATURES,
  GROUPS,
  KEYED_METHODS,
  PERMISSIONS,
  type Feature,
  type Group,
  type Method,
  type Permission,
  type Route,
  type UnknownPolicy,
  type Upload,
} from "./route.ts";
export { PAGE_SIZES } from "./routes/parameters.ts";
export { API_PREFIX, ROUTES, type OperationId } from "./routes.ts";
export { WEB_ADDRESS, type Schema } from "./schema.ts";
