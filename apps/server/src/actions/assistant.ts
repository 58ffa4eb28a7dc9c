import { Agent, request } from "undici";
import { isObject } from "../domain/json.ts";
import type { Answered, Assistant } from "../domain/runs/actions/port.ts";
import { readStart, reasonOf, retryAfterOf } from "./reading.ts";

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
        const { statusCode, headers, body } = await request(`${url}/chat/completions`, {
          dispatcher,
          method: "POST",
          headers: {
            "content-type": "application/json",
            "idempotency-key": idempotencyKey,
            ...(key !== null && { authorization: `Bearer ${key}` }),
          },
          body: JSON.stringify({ model, messages }),
          signal: AbortSignal.timeout(timeoutMs),
        });
        const text = await readStart(body, MAX_ANSWER_BYTES);
        return readAnswer(statusCode, text, retryAfterOf(headers["retry-after"]));
      } catch (error) {
        return failed(false, `The assistant cannot be reached: ${reasonOf(error)}.`);
      }
    },
    close: () => dispatcher.destroy(),
  };
}

const failed = (isPermanent: boolean, message: string, retryAfterMs: number | null = null): Answered => ({
  ok: false,
  isPermanent,
  message,
  retryAfterMs,
});

/** Its own words are not repeated: some say the key again that they refuse. */
function readAnswer(status: number, text: string, retryAfterMs: number | null): Answered {
  if (status === 401 || status === 403)
    return failed(true, `The assistant refuses the key (${status}): set another TRILHO_AI_KEY.`);
  if (status >= 500 || status === 429 || status === 408)
    return failed(false, `The assistant answered ${status}.`, retryAfterMs);
  if (status !== 200) return failed(true, `The assistant answered ${status}: check TRILHO_AI_URL and TRILHO_AI_MODEL.`);
  const said = contentOf(parse(text));
  if (said === null) return failed(false, "The assistant's answer cannot be read.");
  return { ok: true, text: said };
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
  const content = isObject(message) ? message["content"] : null;
  const text = typeof content === "string" ? content.replaceAll(/[\0\p{Surrogate}]/gu, "").trim() : "";
  return text === "" ? null : text;
}
