import { readAnswer } from "./answer.ts";
import { NetworkError, TimeoutError } from "./errors.ts";
import { pause, retryDelay } from "./retry.ts";

export interface TransportOptions {
  /** Where the service is, with or without a trailing slash: `https://crm.example.com`. */
  baseUrl: string;
  apiKey: string;
  /** Defaults to the runtime's own. */
  fetch?: typeof fetch;
  /** For one attempt, answer read. Defaults to 30 000. */
  timeoutMs?: number;
  /** Further attempts after a failure that may pass. Defaults to 2; a POST is never repeated. */
  retries?: number;
}

export interface CallOptions {
  /** Aborts the request, and any pause before its next attempt: the call rejects with the signal's reason. */
  signal?: AbortSignal;
}

export type QueryValue = string | number | boolean | null | undefined;

export interface Request {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below `/api/v1`, already encoded. */
  path: string;
  query?: Readonly<Record<string, QueryValue>>;
  body?: unknown;
}

/** Sends one request, repeating it where that is safe, and resolves with the envelope's `data`. */
export type Transport = (request: Request, options?: CallOptions) => Promise<unknown>;

const PREFIX = "/api/v1";

/** Throws a TypeError when the base URL or the key cannot be one. */
export function createTransport(options: TransportOptions): Transport {
  const { timeoutMs = 30_000, retries = 2 } = options;
  const base = checkedBase(options.baseUrl) + PREFIX;
  const apiKey = checkedKey(options.apiKey);
  // Called through a closure: browsers refuse `fetch` with another `this`.
  const send: typeof fetch = options.fetch ?? ((input, init) => fetch(input, init));

  const attempt = async (request: Request, signal: AbortSignal | undefined): Promise<unknown> => {
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await send(base + request.path + queryString(request.query), {
        method: request.method,
        headers: headersOf(request, apiKey),
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      });
      return await readAnswer(response);
    } catch (error) {
      throw signal?.aborted ? signal.reason : described(error, timeout, timeoutMs);
    }
  };

  return async function call(request, { signal } = {}) {
    for (let count = 1; ; count += 1) {
      try {
        return await attempt(request, signal);
      } catch (error) {
        const delay = signal?.aborted ? null : retryDelay(request.method, count, retries, error);
        if (delay === null) throw error;
        await pause(delay, signal);
      }
    }
  };
}

function checkedBase(baseUrl: string): string {
  const text = baseUrl.trim().replace(/\/+$/, "");
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== "http:" && url?.protocol !== "https:") {
    throw new TypeError("The base URL must be an absolute http or https address.");
  }
  return text;
}

/** Checked here because `fetch` would put a key that is no header value into its error's message. */
function checkedKey(apiKey: string): string {
  const key = apiKey.trim();
  if (!/^[ -~]+$/.test(key)) throw new TypeError("The API key must be text of visible ASCII characters.");
  return key;
}

const headersOf = (request: Request, apiKey: string): Record<string, string> => ({
  accept: "application/json",
  authorization: `Bearer ${apiKey}`,
  ...(request.body !== undefined && { "content-type": "application/json" }),
});

function queryString(query: Request["query"]): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) pairs.append(name, String(value));
  }
  return pairs.size === 0 ? "" : `?${pairs}`;
}

/** `fetch` rejects with TypeErrors and DOMExceptions; a caller needs to know whether the time ran out or no answer came. */
function described(error: unknown, timeout: AbortSignal, timeoutMs: number): unknown {
  if (timeout.aborted) return new TimeoutError(timeoutMs);
  if (!(error instanceof TypeError)) return error;
  return new NetworkError(`The service did not answer: ${reasonOf(error)}`, { cause: error });
}

/** Node puts the useful words into the cause. */
const reasonOf = (error: Error): string =>
  error.cause instanceof Error && error.cause.message !== "" ? error.cause.message : error.message;
