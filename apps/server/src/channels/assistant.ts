import { isObject } from "@trilho/engine";
import { failureReason, type FailureReason } from "@trilho/engine/failures";
import { Agent, request } from "undici";
import { HIDDEN } from "../platform/network/address-secret.ts";
import { notSent } from "../areas/conversations/sender.ts";
import type { Answered, Assistant } from "../runs/actions/port.ts";
import { calling } from "../platform/network/calling.ts";
import { connectionFailure } from "../platform/network/connection-failure.ts";
import { retryAfterOf } from "../platform/network/retry-after.ts";
import { readStart } from "../platform/network/reading.ts";

export interface AssistantSettings {
  /** Of an API like OpenAI's, up to `/v1`, without a trailing slash. */
  url: string;
  key: string | null;
  model: string;
}

export interface OpenAssistant extends Assistant {
  close(): Promise<void>;
}

const TIMEOUT_MS = 20_000;
const MAX_ANSWER_BYTES = 1024 * 1024;

/** Asks a language model over the chat completions that OpenAI introduced and others speak too. */
export function createAssistant({ url, key, model }: AssistantSettings, timeoutMs = TIMEOUT_MS): OpenAssistant {
  const dispatcher = new Agent({ connections: 8 });
  return {
    async ask({ system, user }, idempotencyKey) {
      const messages = [
        { role: "system", content: system },
        { role: "user", content: user },
      ];
      try {
        const { statusCode, headers, body } = await calling("POST", url, () =>
          request(`${url}/chat/completions`, {
            dispatcher,
            method: "POST",
            headers: {
              "content-type": "application/json",
              "idempotency-key": idempotencyKey,
              ...(key !== null && { authorization: `Bearer ${key}` }),
            },
            body: JSON.stringify({ model, messages }),
            signal: AbortSignal.timeout(timeoutMs),
          }),
        );
        const text = await readStart(body, MAX_ANSWER_BYTES);
        return readAnswer({ status: statusCode, text, retryAfterMs: retryAfterOf(headers["retry-after"]) }, key);
      } catch (error) {
        return notSent(false, [failureReason("assistant-unreachable"), connectionFailure(error, new URL(url).host)]);
      }
    },
    close: () => dispatcher.destroy(),
  };
}

interface ModelAnswer {
  status: number;
  text: string;
  retryAfterMs: number | null;
}

/** Of a refused key, its own words are not repeated: some say parts of the key again. */
function readAnswer({ status, text, retryAfterMs }: ModelAnswer, key: string | null): Answered {
  if (status === 401 || status === 403) return notSent(true, [failureReason("assistant-key", { status })]);
  const words = wordsOf(text, key);
  if (status === 429 || status === 408)
    return notSent(false, [failureReason("assistant-busy", { status }), ...words], retryAfterMs);
  if (status >= 500) return notSent(false, [failureReason("assistant-fails", { status }), ...words], retryAfterMs);
  if (status !== 200) return notSent(true, [failureReason("assistant-refuses", { status }), ...words]);
  const content = contentOf(parse(text));
  if (content === null) return notSent(false, [failureReason("assistant-garbled")]);
  return { ok: true, text: content };
}

/** What the answer says of its refusal, as a sentence to follow another; empty where it says nothing. */
function wordsOf(text: string, key: string | null): FailureReason[] {
  const body = parse(text);
  const error = isObject(body) ? body["error"] : null;
  const message = isObject(error) ? error["message"] : error;
  if (typeof message !== "string" || message.trim() === "") return [];
  const words = key === null || key === "" ? message : message.replaceAll(key, HIDDEN);
  return [failureReason("its-words", { words })];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Told by the caller: an answer that cannot be read.
    return null;
  }
}

function contentOf(body: unknown): string | null {
  const choices = isObject(body) ? body["choices"] : null;
  const first: unknown = Array.isArray(choices) ? choices[0] : null;
  const message = isObject(first) ? first["message"] : null;
  const text = textOf(isObject(message) ? message["content"] : null)
    .replaceAll(/[\0\p{Surrogate}]/gu, "")
    .trim();
  return text === "" ? null : text;
}

/** Some models answer in parts, their thoughts among them. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  const parts: unknown[] = Array.isArray(content) ? content : [];
  return parts
    .flatMap((part) =>
      isObject(part) && part["type"] === "text" && typeof part["text"] === "string" ? [part["text"]] : [],
    )
    .join("");
}
