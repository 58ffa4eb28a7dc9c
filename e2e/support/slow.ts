import type { BrowserContext, Page } from "@playwright/test";

/** How long an answer of the API is held back on a slow machine. */
const ANSWER_DELAY_MS = 250;

/**
 * `TRILHO_E2E_SLOW=4` gives every page a fourth of the processor and lets each answer to a GET take a quarter of a
 * second longer: what is green then does not win its races by luck. 1, as when it is not set, changes nothing.
 */
export const SLOWNESS = Number(process.env["TRILHO_E2E_SLOW"] ?? 1);

/** Slows every page of a context, those to come as well. */
export async function slowDown(context: BrowserContext): Promise<void> {
  if (SLOWNESS <= 1) return;
  await context.route("**/api/v1/**", async (route) => {
    if (route.request().method() === "GET") await new Promise((resolve) => setTimeout(resolve, ANSWER_DELAY_MS));
    // Whoever asked may be gone by now.
    await route.fallback().catch(() => undefined);
  });
  context.on("page", (page) => void throttle(page));
}

async function throttle(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWNESS });
}
