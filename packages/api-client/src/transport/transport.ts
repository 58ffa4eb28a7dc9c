import { readAnswer } from "./answer.ts";
import type { Answered, CallOptions } from "./call.ts";
import { NetworkError, TimeoutError } from "./errors.ts";
import { queryString, type Query } from "./query.ts";
import { joined } from "./joined.ts";
import { pause, retryDelay } from "./retry.ts";

/** What a hook hears of a request. `attempt` counts from 1; the key is in none of it. */
export interface Attempt {
  method: Method;
  url: string;
  attempt: number;
}

/** Called around every attempt, for logs and traces. What a hook throws rejects the call, as it is. */
export interface Hooks {
  /** Before an attempt; may add headers, such as a trace's. */
  onRequest?(attempt: Attempt & { headers: Headers }): void | Promise<void>;
  /** After an answer, whatever its status; its body is the client's to read. */
  onResponse?(attempt: Attempt & { response: Response; durationMs: number }): void | Promise<void>;
  /** Before a pause that another attempt follows. */
  onRetry?(attempt: Attempt & { error: unknown; delayMs: number }): void | Promise<void>;
}

export interface TransportOptions {
  /** Where the service is, with or without a trailing slash: `https://crm.example.com`. */
  baseUrl: string;
  apiKey: string;
  /** Defaults to the runtime's own. */
  fetch?: typeof fetch;
  /** For one attempt, answer read. Defaults to 30 000. */
  timeoutMs?: number;
  /** For a call with all its attempts and pauses. Defaults to 120 000. */
  totalTimeoutMs?: number;
  /** Further attempts after a failure that may pass. Defaults to 2; a POST is repeated with an `idempotencyKey` only. */
  retries?: number;
  hooks?: Hooks;
}

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface Request {
  method: Method;
  /** Below `/api/v1`, already encoded. */
  path: string;
  query?: Query;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as the part `file` of a form. */
  upload?: Blob;
  /** The answer is a file. */
  isBinary?: boolean;
}

/** Sends one request, repeating it where that is safe, and resolves with the envelope's `data`. */
export type Transport = (request: Request, options: CallOptions) => Promise<Answered<unknown>>;

const PREFIX = "/api/v1";

/** Throws a TypeError when the base URL or the key cannot be one. */
export function createTransport(options: TransportOptions): Transport {
  const { timeoutMs: ofAttempt = 30_000, totalTimeoutMs = 120_000, retries = 2, hooks = {} } = options;
  const base = checkedBase(options.baseUrl) + PREFIX;
  const apiKey = checkedKey(options.apiKey);
  // Called through a closure: browsers refuse `fetch` with another `this`.
  const send: typeof fetch = options.fetch ?? ((input, init) => fetch(input, init));

  const attempt = async (request: Request, about: Attempt, told: CallOptions, whole: AbortSignal) => {
    const timeoutMs = told.timeoutMs ?? ofAttempt;
    const timeout = AbortSignal.timeout(timeoutMs);
    const { signal } = told;
    const headers = headersOf(request, apiKey, told);
    /** Says of what went wrong under way whether the caller, the time or the network ended it. */
    const underWay = <T>(work: Promise<T>): Promise<T> =>
      work.catch((error: unknown) => {
        if (signal?.aborted) throw signal.reason;
        throw described(error, timeout.aborted ? timeoutMs : whole.aborted ? totalTimeoutMs : null);
      });

    await hooks.onRequest?.({ ...about, headers });
    const startedAt = Date.now();
    const aborting = joined([timeout, whole, ...(signal ? [signal] : [])]);
    try {
      const init = { method: request.method, headers, signal: aborting.signal, ...bodyOf(request) };
      const response = await underWay(send(about.url, init));
      await hooks.onResponse?.({ ...about, response, durationMs: Date.now() - startedAt });
      const answer = await underWay(readAnswer(response, request.isBinary === true));
      return { ...answer, response, requestId: response.headers.get("x-request-id") };
    } finally {
      aborting.release();
    }
  };

  return async function call(request, told) {
    const whole = AbortSignal.timeout(totalTimeoutMs);
    const { signal, idempotencyKey } = told;
    const url = base + request.path + queryString(request.query);
    const isRepeatable = request.method !== "POST" || idempotencyKey !== undefined;
    for (let count = 1; ; count += 1) {
      const about = { method: request.method, url, attempt: count };
      try {
        return await attempt(request, about, told, whole);
      } catch (error) {
        const stopped = signal?.aborted || whole.aborted || !isRepeatable || count > retries;
        const delayMs = stopped ? null : retryDelay(count, error);
        if (delayMs === null) throw error;
        await hooks.onRetry?.({ ...about, error, delayMs });
        await pause(delayMs, signal, whole, () => new TimeoutError(totalTimeoutMs));
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

function headersOf({ body }: Request, apiKey: string, { idempotencyKey }: CallOptions): Headers {
  return new Headers({
    accept: "application/json",
    authorization: `Bearer ${apiKey}`,
    ...(body !== undefined && { "content-type": "application/json" }),
    ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
  });
}

function bodyOf({ body, upload }: Request): { body?: string | FormData } {
  if (body !== undefined) return { body: JSON.stringify(body) };
  if (upload === undefined) return {};
  const form = new FormData();
  form.append("file", upload);
  return { body: form };
}

/** `fetch` rejects with TypeErrors and DOMExceptions; a caller needs to know whether the time ran out or no answer came. */
function described(error: unknown, exceededMs: number | null): unknown {
  if (exceededMs !== null) return new TimeoutError(exceededMs);
  if (!(error instanceof TypeError)) return error;
  return new NetworkError(`The service did not answer: ${reasonOf(error)}`, { cause: error });
}

/** Node puts the useful words into the cause. */
const reasonOf = (error: Error): string =>
  error.cause instanceof Error && error.cause.message !== "" ? error.cause.message : error.message;
