import { createStore, type StoreApi } from "zustand/vanilla";
import { hearTabs, notifyTabs, type TabMessage } from "../../browser/tabs.ts";

/** Whether this tab edits an automation, or another one does. */
export type Role = "asking" | "editor" | "elsewhere";

export interface PresenceState {
  role: Role;
  /** Counts how often this tab became the editor: what another tab wrote meanwhile must be read anew. */
  turn: number;
  /** Asked the other tab to stop editing, and waits for it. */
  taking: boolean;
}

export interface Presence {
  state: StoreApi<PresenceState>;
  /** Goes on in this tab: the other keeps its draft in the journal and becomes a reader. */
  takeOver: () => void;
  close: () => void;
}

export interface PresenceOptions {
  /** Brings the draft into the journal before another tab reads it there. */
  beforeHandOver: () => Promise<void>;
  /** Where the browser has none (pages without https), tabs ask one another instead. */
  locks?: LockManager | undefined;
}

/** Longer than a lock that is free takes to get. */
const PATIENCE_MS = 200;
/** A tab that does not answer is frozen or gone. */
const ANSWER_MS = 1500;

/** One tab at a time edits an automation; this is whether it is this one. */
export function openPresence(place: string, options: PresenceOptions): Presence {
  const { beforeHandOver, locks = navigator.locks } = options;
  const me = crypto.randomUUID();
  const state = createStore<PresenceState>()(() => ({ role: "asking", turn: 0, taking: false }));
  const become = (role: Role): void => {
    const { turn, role: before } = state.getState();
    const begins = role === "editor" && before !== "editor";
    state.setState({ role, turn: begins ? turn + 1 : turn, taking: false });
  };
  const claim = locks === undefined ? claimByTalk(place, become) : claimByLock(locks, `trilho-edit ${place}`, become);

  let answer: ReturnType<typeof setTimeout> | null = null;
  const steal = (): void => {
    if (answer !== null) clearTimeout(answer);
    answer = null;
    claim.steal();
  };
  const onMessage = (message: TabMessage): void => {
    if (!("place" in message) || message.place !== place) return;
    if (message.type === "ask" && state.getState().role === "editor") void release(message.from);
    if (message.type === "given" && message.to === me && answer !== null) steal();
    claim.onMessage?.(message);
  };
  async function release(to: string): Promise<void> {
    become("elsewhere");
    await beforeHandOver();
    notifyTabs({ type: "given", place, to });
  }
  const stopHearing = hearTabs(onMessage);
  claim.start();
  return {
    state,
    takeOver() {
      if (answer !== null || state.getState().role === "editor") return;
      state.setState({ taking: true });
      notifyTabs({ type: "ask", place, from: me });
      answer = setTimeout(steal, ANSWER_MS);
    },
    close() {
      if (answer !== null) clearTimeout(answer);
      claim.release();
      stopHearing();
    },
  };
}

interface Claim {
  start: () => void;
  steal: () => void;
  release: () => void;
  onMessage?: (message: TabMessage) => void;
}

/** The browser's locks end with their tab, however it ends; who waits is next. */
function claimByLock(locks: LockManager, name: string, become: (role: Role) => void): Claim {
  let letGo: (() => void) | null = null;
  let current = new AbortController();
  let closed = false;
  let patience: ReturnType<typeof setTimeout>;

  const hold = (): Promise<void> => {
    clearTimeout(patience);
    if (closed) return Promise.resolve();
    become("editor");
    return new Promise<void>((resolve) => {
      letGo = resolve;
    });
  };
  const request = (steal: boolean): void => {
    const asked = new AbortController();
    current = asked;
    const options: LockOptions = steal ? { steal } : { signal: asked.signal };
    locks.request(name, options, hold).catch(() => {
      // Only what another tab took is lost: an older request was given up here, in favour of a newer one.
      if (closed || current !== asked) return;
      become("elsewhere");
      request(false);
    });
  };
  return {
    start() {
      patience = setTimeout(() => become("elsewhere"), PATIENCE_MS);
      request(false);
    },
    steal() {
      const before = current;
      request(true);
      before.abort();
    },
    release() {
      closed = true;
      clearTimeout(patience);
      current.abort();
      letGo?.();
    },
  };
}

/** For pages without locks: whoever edits answers those who ask. */
function claimByTalk(place: string, become: (role: Role) => void): Claim {
  let mine = false;
  let patience: ReturnType<typeof setTimeout>;
  const take = (): void => {
    mine = true;
    become("editor");
  };
  const ask = (): void => {
    notifyTabs({ type: "who", place });
    clearTimeout(patience);
    patience = setTimeout(take, PATIENCE_MS);
  };
  const answers: Partial<Record<TabMessage["type"], () => void>> = {
    who: () => mine && notifyTabs({ type: "here", place }),
    here: () => {
      clearTimeout(patience);
      mine = false;
      become("elsewhere");
    },
    given: () => {
      mine = false;
    },
    left: ask,
  };
  return {
    start: ask,
    steal: () => {
      take();
      notifyTabs({ type: "here", place });
    },
    release: () => {
      clearTimeout(patience);
      if (mine) notifyTabs({ type: "left", place });
    },
    onMessage: ({ type }) => answers[type]?.(),
  };
}
