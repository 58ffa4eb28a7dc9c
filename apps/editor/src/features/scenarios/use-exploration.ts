import type { GraphDefinition } from "@trilho/engine";
import { useEffect, useEffectEvent, useState } from "react";
import { useText } from "../../i18n/use-text.ts";
import { essenceOf } from "../../simulation/essence.ts";
import { useSetting } from "../../simulation/use-setting.ts";
import type { Exploration, ExploreRequest } from "./explore.ts";

/** A pause in typing. */
const PAUSE_MS = 300;

export type ExplorationState =
  | { status: "looking" }
  /** `wanted` is what was searched for. */
  | { status: "found"; exploration: Exploration; wanted: string }
  | { status: "failed"; message: string };

/** Asks a worker of its own; the answer ends it, found or not. */
function exploreInWorker(
  request: ExploreRequest,
  found: (exploration: Exploration) => void,
  failed: (message: string) => void,
): () => void {
  if (typeof Worker === "undefined") {
    let wanted = true;
    void import("./explore.ts").then(
      ({ explore }) => wanted && found(explore(request)),
      (error: unknown) => wanted && failed(error instanceof Error ? error.message : String(error)),
    );
    return () => void (wanted = false);
  }
  const worker = new Worker(new URL("./explore.worker.ts", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }: MessageEvent<Exploration>) => {
    worker.terminate();
    found(data);
  });
  worker.addEventListener("error", ({ message }) => {
    worker.terminate();
    // A worker that cannot be loaded gives no reason.
    failed(message);
  });
  worker.postMessage(request, []);
  return () => worker.terminate();
}

/** The ways of a document, looked for anew after every edit that may change them. `again` repeats a failed search. */
export function useExploration(definition: GraphDefinition): { state: ExplorationState; again: () => void } {
  const { fieldSlugs } = useSetting(definition);
  const essence = essenceOf(definition);
  const [state, setState] = useState<ExplorationState>({ status: "looking" });
  const t = useText("cohort");
  const [attempt, setAttempt] = useState(0);
  const wanted = `${attempt} ${essence}`;
  // Edits that leave the ways alone make new objects as well.
  const ask = useEffectEvent((found: (exploration: Exploration) => void, failed: (message: string) => void) =>
    exploreInWorker({ definition, fieldSlugs }, found, failed),
  );
  useEffect(() => {
    let stop = (): void => undefined;
    const timer = setTimeout(() => {
      stop = ask(
        (exploration) => setState({ status: "found", exploration, wanted }),
        (message) => setState({ status: "failed", message }),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [wanted]);
  const again = (): void => {
    setState({ status: "looking" });
    setAttempt((count) => count + 1);
  };
  const isStale = state.status === "found" && state.wanted !== wanted;
  if (isStale) return { state: { status: "looking" }, again };
  const isSilent = state.status === "failed" && state.message === "";
  return { state: isSilent ? { status: "failed", message: t("notLoaded") } : state, again };
}
