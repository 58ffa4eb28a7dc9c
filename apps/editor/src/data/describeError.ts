import { ApiError, NetworkError, ResponseShapeError, TimeoutError } from "@trilho/api-client";
import { formatDuration } from "../i18n/duration.ts";
import type { TextKey } from "../i18n/resources.ts";
import { text, type TextParams } from "../i18n/useText.ts";

/** A failure in words a person can act on. */
export interface ErrorDescription {
  title: string;
  /** What to do now. */
  advice: string;
  /** What support asks for; null when no answer came. */
  requestId: string | null;
}

type Kind = TextKey<"common"> extends infer Key ? (Key extends `error.${infer Name}.title` ? Name : never) : never;

const describe = (kind: Kind, params: TextParams = {}, requestId: string | null = null): ErrorDescription => ({
  title: text("common", `error.${kind}.title`),
  advice: text("common", `error.${kind}.advice`, params),
  requestId,
});

const wait = (seconds: number): string => formatDuration(Math.ceil(seconds), 2);

/** What a code of the API's error body means to a person. 429 has no code of its own, so its status decides first. */
const KINDS: Readonly<Record<ApiError["code"], Kind>> = {
  BAD_REQUEST: "validation",
  VALIDATION_ERROR: "validation",
  UNAUTHORIZED: "unauthorized",
  FORBIDDEN: "forbidden",
  FEATURE_DISABLED: "featureDisabled",
  NOT_FOUND: "notFound",
  CONFLICT: "conflict",
  QUOTA_EXCEEDED: "quota",
  UNPROCESSABLE_ENTITY: "unprocessable",
  INTERNAL_ERROR: "server",
  SERVICE_UNAVAILABLE: "unavailable",
};

/** Title, advice and request number of anything a call can reject with. */
export function describeError(error: unknown): ErrorDescription {
  if (error instanceof ApiError) return ofApi(error);
  if (error instanceof TimeoutError) return describe("timeout", { wait: wait(error.timeoutMs / 1000) });
  if (error instanceof NetworkError) return describe(isOffline() ? "offline" : "network");
  if (error instanceof ResponseShapeError) return ofShape(error);
  if (error instanceof TypeError) return describe("settings", { message: error.message });
  return describe("unknown");
}

function ofApi(error: ApiError): ErrorDescription {
  const { status, code, requestId, retryAfterSeconds } = error;
  if (status === 429) {
    const description = describe("rateLimit", {}, requestId);
    if (retryAfterSeconds === null) return description;
    return { ...description, advice: text("common", "error.rateLimit.adviceWait", { wait: wait(retryAfterSeconds) }) };
  }
  return describe(KINDS[code] ?? (status >= 500 ? "server" : "unknown"), { message: error.message }, requestId);
}

/** A proxy's own page for 502 to 504 says that the service is away, not that the address is wrong. */
const ofShape = (error: ResponseShapeError): ErrorDescription =>
  describe(error.status >= 500 ? "unavailable" : "shape", {}, error.requestId);

const isOffline = (): boolean => typeof navigator !== "undefined" && !navigator.onLine;
