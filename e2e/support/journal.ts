import { expect, type Page } from "@playwright/test";

/** The names of the drafts that this browser keeps for a page's site. */
const keptDrafts = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open("trilho");
        opening.addEventListener("error", () => reject(opening.error ?? new Error("No journal.")));
        opening.addEventListener("success", () => {
          const database = opening.result;
          if (!database.objectStoreNames.contains("drafts")) {
            database.close();
            resolve([]);
            return;
          }
          const asking = database.transaction("drafts").objectStore("drafts").getAll();
          asking.addEventListener("error", () => reject(asking.error ?? new Error("The journal cannot be read.")));
          asking.addEventListener("success", () => {
            database.close();
            resolve(asking.result.map((entry: unknown) => JSON.stringify(entry)));
          });
        });
      }),
  );

/** Waits until a draft is kept that holds some text: from here on a crash costs nothing. */
export const expectKept = (page: Page, text: string): Promise<void> =>
  expect.poll(async () => (await keptDrafts(page)).some((entry) => entry.includes(text))).toBe(true);
