import type { StoredAutomation } from "../model.ts";
import type { AutomationFilter, AutomationStore } from "../port.ts";

/** Automations of a workspace that are looked at, the newest first, and how many are read at once. */
const MOST_AUTOMATIONS = 1000;
const PAGE = 100;

/** Reads a workspace's automations page by page, as long as `take` wants more; whether that was all of them. */
export async function eachPage(
  automations: Pick<AutomationStore, "list">,
  workspaceId: string,
  filter: AutomationFilter,
  take: (page: StoredAutomation[]) => Promise<boolean>,
): Promise<boolean> {
  let after: Parameters<AutomationStore["list"]>[3] = null;
  for (let count = 0; count < MOST_AUTOMATIONS; count += PAGE) {
    const page = await automations.list(workspaceId, filter, PAGE, after);
    if (!(await take(page))) return false;
    const last = page.at(-1);
    if (page.length < PAGE || last === undefined) return true;
    after = { at: last.createdAt, id: last.id };
  }
  return false;
}
