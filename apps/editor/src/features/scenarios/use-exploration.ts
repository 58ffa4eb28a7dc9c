import type { GraphDefinition } from "@trilho/engine";
import { useEffect, useEffectEvent, useState } from "react";
import { askWorker } from "../../browser/ask-worker.ts";
import { useText } from "../../i18n/use-text.ts";
import { essenceOf } from "../../simulation/essence.ts";
import { useSetting } from "../../simulation/use-setting.ts";
import type { Exploration, ExploreNews, ExploreRequest } from "./explore.ts";

/** A pause in typing. */
const PAUSE_MS = 300;

export type ExplorationState =
  | { status: "looking" }
  /** `wanted` is what was searched for. */
  | { status: "found"; exploration: Exploration; wanted: string }
  | { status: "failed"; message: string };

const ask = (request: ExploreRequest, tell: (news: ExploreNews) => void): (() => void) =>
  askWorker<ExploreRequest, ExploreNews>(
    () => new Worker(new URL("./explore.worker.ts", import.meta.url), { type: "module" }),
    async () => (await import("./explore.ts")).explore,
    request,
    tell,
  );

/** The ways of a document, looked for anew after every edit that may change them. `again` repeats a failed search. */
export function useExploration(definition: GraphDefinition): { state: ExplorationState; again: () => void } {
  const { catalogue } = useSetting(definition);
  const essence = essenceOf(definition);
  const [state, setState] = useState<ExplorationState>({ status: "looking" });
  const t = useText("cohort");
  const [attempt, setAttempt] = useState(0);
  const wanted = `${attempt} ${essence}`;
  // Edits that leave the ways alone make new objects as well.
  const explore = useEffectEvent((tell: (news: ExploreNews) => void) => ask({ definition, catalogue }, tell));
  useEffect(() => {
    let stop = (): void => undefined;
    const timer = setTimeout(() => {
      stop = explore((news) =>
        setState(
          news.type === "result"
            ? { status: "found", exploration: news.exploration, wanted }
            : { status: "failed", message: news.message },
        ),
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
