import { ApiError, NetworkError, ResponseShapeError, TimeoutError } from "@trilho/api-client";

/** What went wrong with a call, as far as a person can act on it. */
export type FailureKind =
  | "unauthorized"
  | "featureDisabled"
  | "forbidden"
  | "notFound"
  | "conflict"
  | "quota"
  | "validation"
  | "unprocessable"
  | "rateLimit"
  | "server"
  | "unavailable"
  | "network"
  | "offline"
  | "timeout"
  | "cancelled"
  | "shape"
  | "settings"
  | "unknown";

/** What a person can do: another key, the same call again (at once, or after a while), or a look at what is stored. */
export type Remedy = "reconnect" | "retry" | "wait" | "check" | "fix";

export interface Failure {
  kind: FailureKind;
  remedy: Remedy;
  /** A write may have been carried out although it failed: whether it was must be looked up. */
  unclear: boolean;
  /** Seconds that the server asks to wait; null when it names none. */
  retryAfterSeconds: number | null;
}

/** What a code of the API's error body means to a person. 429 has no code of its own, so its status decides first. */
const CODES: Readonly<Record<ApiError["code"], FailureKind>> = {
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

const REMEDIES: Readonly<Record<FailureKind, Remedy>> = {
  unauthorized: "reconnect",
  featureDisabled: "reconnect",
  forbidden: "reconnect",
  notFound: "fix",
  conflict: "fix",
  quota: "fix",
  validation: "fix",
  unprocessable: "fix",
  rateLimit: "wait",
  server: "check",
  unavailable: "check",
  network: "check",
  offline: "check",
  timeout: "check",
  cancelled: "check",
  shape: "check",
  settings: "reconnect",
  unknown: "retry",
};

/** Classifies anything that a call can reject with. */
export function failureOf(error: unknown): Failure {
  const kind = kindOf(error);
  const remedy = REMEDIES[kind];
  return { kind, remedy, unclear: remedy === "check", retryAfterSeconds: retryAfterOf(error) };
}

function kindOf(error: unknown): FailureKind {
  if (error instanceof ApiError) {
    return error.status === 429 ? "rateLimit" : (CODES[error.code] ?? ofStatus(error.status));
  }
  if (error instanceof TimeoutError) return "timeout";
  if (error instanceof NetworkError) return isOffline() ? "offline" : "network";
  if (error instanceof ResponseShapeError) return ofShape(error.status);
  if (error instanceof DOMException && error.name === "AbortError") return "cancelled";
  return error instanceof TypeError ? "settings" : "unknown";
}

const STATUSES: Readonly<Record<number, FailureKind>> = {
  401: "unauthorized",
  403: "forbidden",
  404: "notFound",
  409: "conflict",
  422: "unprocessable",
};

/** For codes that a newer API may have. */
const ofStatus = (status: number): FailureKind => STATUSES[status] ?? (status >= 500 ? "server" : "unknown");

/** A proxy's own page for 502 to 504 says that the service is away, not that the address is wrong. */
function ofShape(status: number): FailureKind {
  if (status === 429) return "rateLimit";
  return status >= 500 ? "unavailable" : "shape";
}

const retryAfterOf = (error: unknown): number | null =>
  error instanceof ApiError || error instanceof ResponseShapeError ? error.retryAfterSeconds : null;

/** Node.js has a navigator as well, which does not say. */
const isOffline = (): boolean =>
  typeof navigator !== "undefined" && (navigator.onLine as boolean | undefined) === false;
