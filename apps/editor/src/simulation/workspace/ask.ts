import { useEffect, useState } from "react";
import { askWorker } from "../../browser/ask-worker.ts";
import type { Results, WorkNews, WorkRequest } from "./work.ts";

type RequestFor<Type> = Extract<WorkRequest, { type: Type }>;

/** Analyses or simulates a workspace, or finds what it uses, in a worker of its own. Rejects where that breaks off; after the signal nothing comes. */
export function ask<Type extends keyof Results>(
  request: RequestFor<Type>,
  signal: AbortSignal,
  onFound: (found: number) => void = () => undefined,
): Promise<Results[Type]> {
  return new Promise((resolve, reject) => {
    const stop = begin(request, (news) => {
      if (news.type === "progress") onFound(news.found);
      else if (news.type === "result") resolve(news.result as Results[Type]);
      else reject(new Error(news.message));
    });
    signal.addEventListener("abort", stop);
  });
}

const begin = (request: WorkRequest, tell: (news: WorkNews) => void): (() => void) =>
  askWorker<WorkRequest, WorkNews>(
    () => new Worker(new URL("./work.worker.ts", import.meta.url), { type: "module" }),
    async () => (await import("./work.ts")).work,
    request,
    tell,
  );

interface Answer<Type extends keyof Results> {
  /** What it answers; null before there is any. */
  request: RequestFor<Type> | null;
  /** Null where it broke off. */
  result: Results[Type] | null;
  /** Why it broke off; null where it did not. */
  failure: string | null;
}

/**
 * The newest answer, which stays until the next one is there. A request is asked once it has rested, in ms, and given up
 * when another takes its place.
 */
export function useAnswer<Type extends keyof Results>(request: RequestFor<Type> | null, rest: number): Answer<Type> {
  const [answer, setAnswer] = useState<Answer<Type>>({ request: null, result: null, failure: null });
  useEffect(() => {
    if (request === null) return undefined;
    const stopping = new AbortController();
    const timer = setTimeout(() => {
      ask<Type>(request, stopping.signal).then(
        (result) => setAnswer({ request, result, failure: null }),
        (error: unknown) => setAnswer({ request, result: null, failure: String(error) }),
      );
    }, rest);
    return () => {
      clearTimeout(timer);
      stopping.abort();
    };
  }, [request, rest]);
  return answer;
}
