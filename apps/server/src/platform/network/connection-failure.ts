import { failureReason, type FailureReason } from "@trilho/engine/failures";

type Cause =
  | "host-not-found"
  | "host-not-looked-up"
  | "host-refuses"
  | "host-breaks-off"
  | "host-silent"
  | "host-unreachable"
  | "certificate-untrusted"
  | "certificate-outdated"
  | "certificate-of-another"
  | "not-encrypted"
  | "answer-garbled"
  | "answer-too-large"
  | "connection-failed";

/** What Node.js, OpenSSL, undici and Nodemailer call it. */
const CODES: Readonly<Partial<Record<Cause, readonly string[]>>> = {
  "host-not-found": ["ENOTFOUND", "ENODATA", "EDNS"],
  "host-not-looked-up": ["EAI_AGAIN", "EAI_FAIL"],
  "host-refuses": ["ECONNREFUSED"],
  "host-breaks-off": ["ECONNRESET", "ECONNABORTED", "ECONNECTION", "EPIPE", "UND_ERR_SOCKET"],
  "host-silent": [
    "ETIMEDOUT",
    "ESOCKETTIMEDOUT",
    "TimeoutError",
    "AbortError",
    "EABORT",
    "UND_ERR_CONNECT_TIMEOUT",
    "UND_ERR_HEADERS_TIMEOUT",
    "UND_ERR_BODY_TIMEOUT",
  ],
  "host-unreachable": ["EHOSTUNREACH", "ENETUNREACH", "EHOSTDOWN", "ENETDOWN", "EADDRNOTAVAIL", "EACCES"],
  "certificate-untrusted": [
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    "SELF_SIGNED_CERT_IN_CHAIN",
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    "UNABLE_TO_GET_ISSUER_CERT",
    "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
    "CERT_CHAIN_TOO_LONG",
    "CERT_REJECTED",
    "CERT_REVOKED",
    "CERT_UNTRUSTED",
    "INVALID_CA",
    "INVALID_PURPOSE",
  ],
  "certificate-outdated": ["CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"],
  "certificate-of-another": ["ERR_TLS_CERT_ALTNAME_INVALID", "HOSTNAME_MISMATCH"],
  "not-encrypted": ["EPROTO", "ETLS"],
  "answer-garbled": ["HTTPParserError", "EPROTOCOL", "UND_ERR_RES_CONTENT_LENGTH_MISMATCH"],
  "answer-too-large": ["UND_ERR_HEADERS_OVERFLOW", "UND_ERR_RES_EXCEEDED_MAX_SIZE"],
};

const CAUSES: ReadonlyMap<string, Cause> = new Map(
  Object.entries(CODES).flatMap(([cause, codes]) => codes.map((code) => [code, cause as Cause] as const)),
);

/** Why no answer came from a host, with the code that developers look for. */
export function connectionFailure(error: unknown, host: string): FailureReason {
  const detail = codeOf(error);
  return failureReason(causeOf(detail), { host, detail });
}

const BROKEN_OFF: ReadonlySet<Cause> = new Set(["host-silent", "host-breaks-off"]);
/** There was no connection yet. */
const BEFORE: ReadonlySet<string> = new Set(["UND_ERR_CONNECT_TIMEOUT"]);

/** Whether a host may have taken what it was sent, though no answer came. */
export const isBrokenOff = (error: unknown): boolean =>
  BROKEN_OFF.has(causeOf(codeOf(error))) && !BEFORE.has(codeOf(error));

function causeOf(code: string): Cause {
  const known = CAUSES.get(code);
  if (known !== undefined) return known;
  if (/^ERR_(?:SSL|TLS|OSSL)_/.test(code)) return "not-encrypted";
  return code.startsWith("HPE_") ? "answer-garbled" : "connection-failed";
}

/** Nodemailer puts codes of its own over those of the system, and keeps these. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { originalCode, code } = error as { originalCode?: unknown; code?: unknown };
  return [originalCode, code, error.name].find((name) => typeof name === "string" && name !== "") as string;
}
