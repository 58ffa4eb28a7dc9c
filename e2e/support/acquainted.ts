import type { BrowserContext } from "@playwright/test";

/** Makes people of a context no newcomers: nothing is shown that is shown once. */
export const acquaint = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => localStorage.setItem("trilho.tour", "seen"));
