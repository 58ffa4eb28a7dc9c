import type { BrowserContext } from "@playwright/test";

/** Makes people of a context no newcomers: nothing is shown that is shown once. */
export const acquaint = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    // What is empty before the first page has no storage in Firefox.
    if (location.host !== "") localStorage.setItem("trilho.tour", "seen");
  });
