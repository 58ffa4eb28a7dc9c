import { lookup as resolve, type LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { performance } from "node:perf_hooks";
import { Agent, request } from "undici";
import type { WebhookRequest } from "../domain/automations/webhook.ts";
import type { Delivery, WebhookCaller } from "../domain/runs/actions/port.ts";
import { isPrivateAddress } from "./private-addresses.ts";
import { readStart, reasonOf, retryAfterOf } from "./reading.ts";

/** Of an answer, more is not read. */
const MAX_ANSWER_BYTES = 64 * 1024;
const MAX_EXCERPT = 1000;

/** The address is one of our own network's. */
class PrivateAddress extends Error {
  override name = "PrivateAddress";
}

export interface OpenWebhookCaller extends WebhookCaller {
  close(): Promise<void>;
}

/**
 * Sends webhooks. Names are resolved once, and what they resolve to is what is connected to: an address of a private
 * network is refused however it is written, unless `allowPrivate`. Redirects are answers like others.
 */
export function createWebhookCaller({ allowPrivate }: { allowPrivate: boolean }): OpenWebhookCaller {
  const dispatcher = new Agent({
    connect: { ...(!allowPrivate && { lookup: publicLookup }) },
    connections: 16,
    pipelining: 0,
  });

  async function send({ url, method, headers, body }: WebhookRequest, timeoutMs: number, startedAt: number) {
    const answer = await request(url, {
      dispatcher,
      method: method as "POST",
      headers,
      ...(body !== "" && { body }),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      signal: AbortSignal.timeout(timeoutMs),
    });
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
      const failed = (isRefused: boolean, message: string): Delivery => ({
        answered: false,
        isRefused,
        durationMs: since(startedAt),
        message,
      });
      // A name is checked when it is resolved; an address is never resolved.
      const host = new URL(webhook.url).hostname.replaceAll(/^\[|\]$/g, "");
      if (!allowPrivate && isIP(host) !== 0 && isPrivateAddress(host)) return failed(true, refusal(host));
      try {
        return await send(webhook, timeoutMs, startedAt);
      } catch (error) {
        if (isPrivate(error)) return failed(true, refusal(host));
        return failed(false, `The address cannot be reached: ${reasonOf(error)}.`);
      }
    },
    close: () => dispatcher.destroy(),
  };
}

const since = (startedAt: number): number => Math.round(performance.now() - startedAt);

const refusal = (host: string): string =>
  `The address is not called: ${host} is on this server's own network. Who runs it can allow that (TRILHO_WEBHOOK_ALLOW_PRIVATE).`;

const isPrivate = (error: unknown): boolean =>
  error instanceof PrivateAddress || (error instanceof AggregateError && error.errors.some(isPrivate));

/** What databases do not take in texts. */
const UNSTORABLE = /[\0\p{Surrogate}\uFFFD]/gu;

/** Resolves a name for the connection itself, so that a second answer of the name server cannot lead elsewhere. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const wrong = error ?? (addresses.some(({ address }) => isPrivateAddress(address)) ? new PrivateAddress() : null);
    const [first] = addresses ?? [];
    if (wrong !== null || first === undefined) {
      callback(wrong ?? new Error("The name has no address"), "", 0);
    } else if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};
