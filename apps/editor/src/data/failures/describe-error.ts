import { ApiError, ResponseShapeError, TimeoutError } from "@trilho/api-client";
import { formatDuration } from "../../i18n/duration.ts";
import { text, type TextParams } from "../../i18n/use-text.ts";
import { failureOf, type FailureKind } from "./failure.ts";

/** A failure in words a person can act on. */
export interface ErrorDescription {
  title: string;
  /** What to do now. */
  advice: string;
  /** What support asks for; null when no answer came. */
  requestId: string | null;
}

/** Title, advice and request number of anything a call can reject with. */
export function describeError(error: unknown): ErrorDescription {
  const { kind, retryAfterSeconds } = failureOf(error);
  const requestId = error instanceof ApiError || error instanceof ResponseShapeError ? error.requestId : null;
  const title = text("common", `error.${kind}.title`);
  if (kind === "rateLimit" && retryAfterSeconds !== null) {
    return {
      title,
      advice: text("common", "error.rateLimit.adviceWait", { wait: wait(retryAfterSeconds) }),
      requestId,
    };
  }
  return { title, advice: text("common", `error.${kind}.advice`, paramsOf(kind, error)), requestId };
}

/** What went wrong and what to do now, in one breath: the advice alone does not say of what it speaks. */
export function explainError(error: unknown): string {
  const { title, advice, requestId } = describeError(error);
  const asked = requestId !== null && failureOf(error).kind === "server";
  return [`${title}.`, advice, ...(asked ? [`${text("common", "requestId")} ${requestId}`] : [])].join(" ");
}

function paramsOf(kind: FailureKind, error: unknown): TextParams {
  if (kind === "timeout" && error instanceof TimeoutError) return { wait: wait(error.timeoutMs / 1000) };
  return { message: error instanceof Error ? error.message : "" };
}

const wait = (seconds: number): string => formatDuration(Math.ceil(seconds), 2);
