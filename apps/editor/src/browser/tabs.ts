import type { Automation } from "@trilho/api-client";

/** What the tabs of this browser tell one another. `place` names an automation of a service. */
export type TabMessage =
  /** Who edits this? Answered with `here`. */
  | { type: "who"; place: string }
  | { type: "here"; place: string }
  /** May I go on with it here? Answered with `given`, once everything is in the journal. */
  | { type: "ask"; place: string; from: string }
  | { type: "given"; place: string; to: string }
  | { type: "left"; place: string }
  /** How are you connected? Answered with `connected`; `seenAt` tells the tab that a person looked at last. */
  | { type: "connected?"; from: string }
  | { type: "connected"; to: string; session: { baseUrl: string; apiKey: string }; seenAt: number }
  /** The journal has a newer draft. */
  | { type: "journaled"; place: string }
  /** A publish was stored. Without its secret. */
  | { type: "stored"; baseUrl: string; automation: Automation };

type Listener = (message: TabMessage) => void;

const listeners = new Set<Listener>();
let channel: BroadcastChannel | null = null;

function open(): BroadcastChannel | null {
  if (channel !== null || typeof BroadcastChannel === "undefined") return channel;
  channel = new BroadcastChannel("trilho");
  channel.addEventListener("message", ({ data }: MessageEvent<TabMessage>) => {
    for (const listener of listeners) listener(data);
  });
  return channel;
}

/** Tells all other tabs. */
export function notifyTabs(message: TabMessage): void {
  open()?.postMessage(message);
}

/** Hears the other tabs until the returned function is called. */
export function hearTabs(listener: Listener): () => void {
  open();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    channel?.close();
    channel = null;
  };
}
