import { hearTabs, notifyTabs, type TabMessage } from "./tabs.ts";

type Answer = Extract<TabMessage, { type: "connected" }>;
type Session = Answer["session"];

/** Longer than a tab that is awake takes to answer. */
const PATIENCE_MS = 150;

let lastSeen = 0;
const seen = (): void => {
  lastSeen = Date.now();
};

/** Tells tabs that were just opened how this one is connected. */
export function answerTabs(current: () => Session | null): () => void {
  window.addEventListener("blur", seen);
  const stop = hearTabs((message) => {
    const session = message.type === "connected?" ? current() : null;
    if (message.type !== "connected?" || session === null) return;
    const seenAt = document.hasFocus() ? Number.MAX_SAFE_INTEGER : lastSeen;
    notifyTabs({ type: "connected", to: message.from, session, seenAt });
  });
  return () => {
    window.removeEventListener("blur", seen);
    stop();
  };
}

/**
 * How the tab is connected that a person looked at last, which is the one that opened this one: browsers give a tab that
 * a link opens by Ctrl+click nothing of its opener's. Null when none answers in time; `onLate` hears of one that does later.
 */
export function askTabs(onLate: (session: Session) => void): Promise<Session | null> {
  const me = crypto.randomUUID();
  return new Promise((resolve) => {
    let best: Answer | null = null;
    let isOver = false;
    hearTabs((message) => {
      if (message.type !== "connected" || message.to !== me) return;
      if (isOver && best === null) onLate(message.session);
      if (best === null || message.seenAt > best.seenAt) best = message;
    });
    setTimeout(() => {
      isOver = true;
      resolve(best?.session ?? null);
    }, PATIENCE_MS);
    notifyTabs({ type: "connected?", from: me });
  });
}
