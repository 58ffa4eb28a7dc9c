import { tabStore } from "../../browser/storage.ts";

const KEY = "trilho.newDraft";

/** Which new automation this tab is drawing: the same after a reload, another one once that was left or published. */
export function newKey(fresh: boolean): string {
  const known = fresh ? null : tabStore.get(KEY);
  const key = known ?? crypto.randomUUID();
  tabStore.set(KEY, key);
  return key;
}

/** The next new automation starts blank. */
export const forgetNewKey = (): void => tabStore.remove(KEY);

/** Opens a draft that an earlier tab left. */
export const chooseNewKey = (key: string): void => tabStore.set(KEY, key);
