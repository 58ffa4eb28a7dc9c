import type { GraphDefinition } from "@trilho/engine";
import { useEffect, useState } from "react";
import { askBehaviour } from "./ask-behaviour.ts";
import type { BehaviourNews, BehaviourRequest } from "./work.ts";

export type BehaviourState =
  | { kind: "running"; done: number }
  | Exclude<BehaviourNews, { type: "progress" }>
  | { kind: "cancelled" };

export interface Behaviour {
  state: BehaviourState;
  cancel: () => void;
  again: () => void;
}

const RUNNING: BehaviourState = { kind: "running", done: 0 };
const CANCELLED: BehaviourState = { kind: "cancelled" };

/** Runs two versions beside each other, anew for every pair of them. A person may stop it, and begin again. */
export function useBehaviour(
  before: GraphDefinition,
  after: GraphDefinition,
  what: BehaviourRequest["what"],
): Behaviour {
  const [state, setState] = useState(RUNNING);
  // A new object begins anew.
  const [attempt, setAttempt] = useState<object | null>({});
  useEffect(() => {
    if (attempt === null) return undefined;
    return askBehaviour({ before, after, what }, (news) =>
      setState(news.type === "progress" ? { kind: "running", done: news.done } : news),
    );
  }, [before, after, what, attempt]);
  return {
    state,
    cancel: () => {
      setAttempt(null);
      setState(CANCELLED);
    },
    again: () => {
      setAttempt({});
      setState(RUNNING);
    },
  };
}
