import { isApiError } from "@trilho/api-client";
import type { Automation, AutomationChange, Client } from "@trilho/api-client";
import type { LockEntry } from "./lock.ts";

/** How the note of every version begins that was published from a file. */
export const MARK = "trilho apply: ";

/** Changes are looked for no further back. */
const MOST_CHANGES = 500;

/**
 * What somebody changed in a workspace since a file was last pulled or applied; null where nothing. A version that was
 * published from a file is nobody's change, wherever that was done and whether or not the lock file tells of it.
 */
export async function driftOf(
  stored: Automation,
  known: LockEntry | undefined,
  differs: { definition: boolean; enabled: boolean },
  client: Client,
): Promise<string | null> {
  if (known?.updatedAt === stored.updatedAt) return null;
  const history = await historyOf(stored.id, client);
  const published = history.find(({ version }) => version === stored.version);
  if (differs.definition && known?.version !== stored.version && !isOurs(published)) {
    return `version ${stored.version}, ${by(published)}`;
  }
  const switched = history.find(({ type }) => type === "switched-on" || type === "switched-off");
  if (!differs.enabled || switched === undefined) return null;
  const isNewer = published === undefined || history.indexOf(switched) < history.indexOf(published);
  const isMine = isOurs(published) && keyOf(switched) === keyOf(published);
  return isNewer && !isMine ? `switched ${stored.enabled ? "on" : "off"} ${by(switched)}` : null;
}

const isOurs = (change: AutomationChange | undefined): boolean => change?.note?.startsWith(MARK) === true;
const keyOf = (change: AutomationChange | undefined): string | undefined => change?.by?.apiKey?.id;

function by(change: AutomationChange | undefined): string {
  if (change === undefined) return "by nobody knows whom";
  const note = change.note ? `: “${change.note}”` : "";
  return `by ${change.by?.name ?? "the server's operator"} at ${change.createdAt}${note}`;
}

/** Newest first. A service without histories, and a key that may not read them, tell nothing. */
async function historyOf(id: string, client: Client): Promise<AutomationChange[]> {
  const changes: AutomationChange[] = [];
  try {
    for await (const change of client.automations.history(id, { limit: 100 })) {
      changes.push(change);
      if (changes.length === MOST_CHANGES) break;
    }
  } catch (error) {
    if (!isApiError(error, 404) && !isApiError(error, 403)) throw error;
  }
  return changes;
}
