import { failureReason } from "@trilho/engine/failures";
import { Agent, type Dispatcher, type FormData, request } from "undici";
import { notSent, type NotSent } from "../../areas/conversations/sender.ts";
import { calling } from "../../platform/network/calling.ts";
import { connectionFailure, isBrokenOff } from "../../platform/network/connection-failure.ts";
import { retryAfterOf } from "../../platform/network/retry-after.ts";
import { failureOf } from "./errors.ts";
import type { MetaSettings } from "./settings.ts";

/** Answers are small; more than this is no answer of Meta's. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/** `body` is null where Meta took the call, but what it answered cannot be read: the call was most likely carried out. */
export type GraphAnswer = { ok: true; body: unknown } | NotSent;
export type GraphContent = { ok: true; content: Uint8Array; contentType: string | null } | NotSent;

export interface Graph {
  /** Never rejects. */
  post(path: string, body: object): Promise<GraphAnswer>;
  upload(path: string, form: FormData): Promise<GraphAnswer>;
  get(path: string): Promise<GraphAnswer>;
  /** A file, `maxBytes` at most. `withToken` only for Meta's own addresses. */
  download(url: string, maxBytes: number, withToken: boolean): Promise<GraphContent>;
  close(): Promise<void>;
}

class TooLarge extends Error {}

export function createGraph(settings: MetaSettings): Graph {
  const { baseUrl, version, token, timeoutMs } = settings;
  const dispatcher = new Agent({
    connect: { timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connections: 64,
  });
  const authorization = { authorization: `Bearer ${token ?? ""}` };

  async function call(path: string, init: Partial<Dispatcher.RequestOptions> & { body?: string | FormData }) {
    return attempt(baseUrl, async () => {
      const { method = "POST" } = init;
      const { statusCode, headers, body } = await calling(method, baseUrl, () =>
        request(`${baseUrl}/${version}/${path}`, {
          ...init,
          method,
          headers: { ...authorization, ...(init.headers as Record<string, string> | undefined) },
          dispatcher,
          signal: AbortSignal.timeout(timeoutMs),
        }),
      );
      const answer = await readAnswer(body);
      const isTaken = statusCode >= 200 && statusCode < 300;
      return isTaken
        ? { ok: true as const, body: answer }
        : failureOf(statusCode, answer, retryAfterOf(headers["retry-after"]));
    });
  }

  return {
    post: (path, body) => call(path, { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    upload: (path, form) => call(path, { body: form }),
    get: (path) => call(path, { method: "GET" }),

    download: (url, maxBytes, withToken) =>
      attempt(url, async () => {
        const { statusCode, headers, body } = await calling("GET", url, () =>
          request(url, {
            headers: withToken ? authorization : {},
            dispatcher,
            // A large file over a slow line: the body's own timeout sees to a stalled one.
            signal: AbortSignal.timeout(timeoutMs * 15),
          }),
        );
        if (statusCode !== 200) {
          await body.dump();
          return failureOf(statusCode, undefined, retryAfterOf(headers["retry-after"]));
        }
        const contentType = headers["content-type"];
        return {
          ok: true as const,
          content: await readAtMost(body, maxBytes),
          contentType: typeof contentType === "string" ? contentType : null,
        };
      }),

    close: () => dispatcher.close(),
  };
}

/** What breaks on the way is worth another try; what is too large stays so. */
async function attempt<T>(url: string, work: () => Promise<T>): Promise<T | NotSent> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TooLarge) return notSent(true, [failureReason("meta-answer-too-large")]);
    const why = [failureReason("meta-unreachable"), connectionFailure(error, new URL(url).host)];
    return { ...notSent(false, why), ...(isBrokenOff(error) && { isUncertain: true as const }) };
  }
}

async function readAtMost(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    // Leaving the loop ends the connection.
    if (size > maxBytes) throw new TooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The response body of a call; null where it breaks off, never ends, is too large or no JSON. */
async function readAnswer(body: AsyncIterable<Uint8Array>): Promise<unknown> {
  try {
    return parse(await readAtMost(body, MAX_ANSWER_BYTES));
  } catch {
    // The status has arrived and decides the outcome of the call.
    return null;
  }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    // The response of a proxy or a broken server: its status decides.
    return null;
  }
}
