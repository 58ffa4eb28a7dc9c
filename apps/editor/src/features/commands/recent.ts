import { deviceStore } from "../../browser/storage.ts";

const KEY = "trilho.commands";
const MOST = 6;

/** Ids of the commands chosen last on this device, the latest first. */
export function recentCommands(): string[] {
  try {
    const kept: unknown = JSON.parse(deviceStore.get(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((id) => typeof id === "string").slice(0, MOST) : [];
  } catch {
    // Somebody else wrote there.
    return [];
  }
}

export function rememberCommand(id: string): void {
  const ids = [id, ...recentCommands().filter((each) => each !== id)];
  deviceStore.set(KEY, JSON.stringify(ids.slice(0, MOST)));
}
