import type { JsonValue } from "../contract/json.ts";
import type { Reason } from "../contract/run.ts";
import type { ReasonCode } from "../messages/locale.ts";

/** Makes a reason; its params are plain JSON. */
export function because(code: ReasonCode, params: Record<string, JsonValue> = {}): Reason {
  return { code, params };
}
