export { createClient, type Client } from "./client.ts";
export type * from "./generated/resources.ts";
export type * from "./generated/types.ts";
export type { ActionType, GraphDefinition, GraphEdge, GraphNode, JsonObject, JsonValue } from "./graph.ts";
export type { Answered, Call, CallOptions, Page, PagedCall } from "./transport/call.ts";
export {
  ApiError,
  isApiError,
  NetworkError,
  ResponseShapeError,
  TimeoutError,
  type ErrorCode,
} from "./transport/errors.ts";
export type { Attempt, Hooks, TransportOptions as ClientOptions } from "./transport/transport.ts";
