import { performance } from "node:perf_hooks";
import { unescape } from "node:querystring";
import { failureReason, type FailureReason } from "@trilho/engine/failures";
import { request } from "undici";
import type { WebhookRequest } from "../areas/automations/webhook.ts";
import type { Delivery, WebhookCaller } from "../runs/actions/port.ts";
import { calling } from "../platform/network/calling.ts";
import { codeOf, connectionFailure } from "../platform/network/connection-failure.ts";
import { retryAfterOf } from "../platform/network/retry-after.ts";
import { isRefusal, openPublicNetwork, refusalOf } from "../platform/network/public-network.ts";
import { readStart } from "../platform/network/reading.ts";
import { traceHeader } from "../platform/tracing/tracing.ts";

/** Of an answer, more is not read. */
const MAX_ANSWER_BYTES = 64 * 1024;
const MAX_EXCERPT = 1000;

export interface OpenWebhookCaller extends WebhookCaller {
  close(): Promise<void>;
}

/** Sends webhooks, to private networks only with `allowPrivate`. Redirects are answers like others. */
export function createWebhookCaller(options: { allowPrivate: boolean }): OpenWebhookCaller {
  const { dispatcher, check, close } = openPublicNetwork(options);

  async function send({ url, method, headers, body }: WebhookRequest, timeoutMs: number, startedAt: number) {
    const answer = await calling(method, url, () =>
      request(url, {
        dispatcher,
        method: method as "POST",
        // Beside what is signed, and not what every attempt repeats. A header of its own that a webhook has goes before.
        headers: { ...traceHeader(), ...authorizationIn(url), ...encoded(headers) },
        ...(body !== "" && { body }),
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
        signal: AbortSignal.timeout(timeoutMs),
      }),
    );
    const start = await readStart(answer.body, MAX_ANSWER_BYTES);
    return {
      answered: true as const,
      status: answer.statusCode,
      durationMs: since(startedAt),
      excerpt: Array.from(start.replaceAll(UNSTORABLE, "")).slice(0, MAX_EXCERPT).join(""),
      retryAfterMs: retryAfterOf(answer.headers["retry-after"]),
    };
  }

  return {
    async call(webhook, timeoutMs) {
      const startedAt = performance.now();
      const failed = (isRefused: boolean, reason: FailureReason): Delivery => ({
        answered: false,
        isRefused,
        durationMs: since(startedAt),
        failure: [reason],
      });
      try {
        check(webhook.url);
        return await send(webhook, timeoutMs, startedAt);
      } catch (error) {
        if (isRefusal(error)) return failed(true, refusalOf(webhook.url));
        return isUnsendable(error)
          ? failed(true, failureReason("webhook-unsendable", { words: error.message, detail: codeOf(error) }))
          : failed(false, connectionFailure(error, new URL(webhook.url).host));
      }
    },
    close,
  };
}

/** What stands before the host of an address lets its caller in; a header of the same name goes before it. */
function authorizationIn(url: string): Record<string, string> {
  const { username, password } = new URL(url);
  if (username === "" && password === "") return {};
  const given = `${unescape(username)}:${unescape(password)}`;
  return { authorization: `Basic ${Buffer.from(given).toString("base64")}` };
}

/** Names in lower case, so that none comes twice; values in UTF-8, as most receivers read them. */
const encoded = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), Buffer.from(value).toString("latin1")]),
  );

/** The request is wrong in itself, so it was not sent, and never will be. */
const isUnsendable = (error: unknown): error is Error =>
  error instanceof Error && ["UND_ERR_INVALID_ARG", "UND_ERR_NOT_SUPPORTED"].includes(codeOf(error));

const since = (startedAt: number): number => Math.round(performance.now() - startedAt);

/** What databases do not take in texts. */
const UNSTORABLE = /[\0\p{Surrogate}\uFFFD]/gu;
