import type {
  Automation,
  AutomationRun,
  AutomationTestResult,
  CreateAutomationRequest,
  Operations,
  ReplaceAutomationRequest,
} from "@trilho/contract";
import type { CallOptions, Transport } from "../transport/transport.ts";
import { walkPages, type Page } from "./pages.ts";
import { askOne, askPage } from "./shapes.ts";

export type AutomationListParams = Operations["listAutomations"]["query"];
export type RunListParams = Operations["listAutomationRuns"]["query"];

/** Automations of the key's workspace. Every call rejects with ApiError, ResponseShapeError, NetworkError or TimeoutError. */
export interface Automations {
  /** Newest first, 50 a page unless `limit` (1 to 200) says otherwise. */
  list(params?: AutomationListParams, options?: CallOptions): Promise<Page<Automation>>;
  /** Every automation that matches, fetched page by page while iterated. */
  listAll(params?: AutomationListParams, options?: CallOptions): AsyncIterable<Automation>;
  get(id: string, options?: CallOptions): Promise<Automation>;
  /** `secret` in the answer signs webhooks and is never shown again. Refusals of the graph are in `fieldErrors`. */
  create(body: CreateAutomationRequest, options?: CallOptions): Promise<Automation>;
  /** With `baseVersion`, rejects with status 409 when another version was stored since. */
  replace(id: string, body: ReplaceAutomationRequest, options?: CallOptions): Promise<Automation>;
  /** Idempotent; the version stays. */
  setEnabled(id: string, enabled: boolean, options?: CallOptions): Promise<Automation>;
  /** For good: pending runs are cancelled. */
  delete(id: string, options?: CallOptions): Promise<void>;
  /** Newest first, 20 a page unless `limit` (1 to 100) says otherwise. */
  runs(id: string, params?: RunListParams, options?: CallOptions): Promise<Page<AutomationRun>>;
  /** What the first webhook action would send, signed; nothing is sent. Status 422 when there is no webhook action. */
  test(id: string, options?: CallOptions): Promise<AutomationTestResult>;
}

const at = (id: string, rest = ""): string => `/automations/${encodeURIComponent(id)}${rest}`;

export function createAutomations(transport: Transport): Automations {
  const list: Automations["list"] = (params, options) =>
    askPage(transport, { method: "GET", path: "/automations", query: params ?? {} }, options);
  return {
    list,
    listAll: (params = {}, options = {}) => walkPages(list, params, options),
    get: (id, options) => askOne(transport, { method: "GET", path: at(id) }, options),
    create: (body, options) => askOne(transport, { method: "POST", path: "/automations", body }, options),
    replace: (id, body, options) => askOne(transport, { method: "PUT", path: at(id), body }, options),
    setEnabled: (id, enabled, options) =>
      askOne(transport, { method: "PATCH", path: at(id, "/enabled"), body: { enabled } }, options),
    delete: async (id, options) => {
      await transport({ method: "DELETE", path: at(id) }, options);
    },
    runs: (id, params, options) =>
      askPage(transport, { method: "GET", path: at(id, "/runs"), query: params ?? {} }, options),
    test: (id, options) => askOne(transport, { method: "POST", path: at(id, "/test") }, options),
  };
}
