import type { Locator, Page } from "@playwright/test";
import { expect } from "./test.ts";

export const isComparable = process.platform === "linux" && process.arch === "x64";

/** The Chromium that took the pictures. Another one smooths letters otherwise, so it is given more room. */
const PICTURED_BY = "156.0.8078.108";
const OF_ANOTHER_BUILD = { maxDiffPixelRatio: 0.01, threshold: 0.2 };

/** Reports where a page, or a part of one, looks otherwise than its picture. Letters differ between systems: Linux x64 only. */
export async function expectPicture(what: Page | Locator, page: Page, name: string): Promise<void> {
  if (!isComparable) return;
  await expect(page.getByText(/^(Saving draft…|Salvando rascunho…)$/)).toBeHidden();
  // How long the simulation took on this machine.
  const mask = [page.getByRole("heading", { name: /\d (deals in|negócios em) / })];
  const room = page.context().browser()?.version() === PICTURED_BY ? {} : OF_ANOTHER_BUILD;
  // Types tell apart a page and a part of one.
  if ("goto" in what) await expect.soft(what).toHaveScreenshot(name, { mask, ...room });
  else await expect.soft(what).toHaveScreenshot(name, { mask, ...room });
}
