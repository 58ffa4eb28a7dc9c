import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** The looks that a person may ask of a browser, besides light colours. */
export const LOOKS = [
  { colorScheme: "dark", contrast: "no-preference" },
  { colorScheme: "light", contrast: "more" },
  { colorScheme: "dark", contrast: "more" },
] as const;

/** Targets of 24 pixels are among WCAG 2.2 AA. */
const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Asserts that axe finds no violation of WCAG 2.2 AA on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  await colorsSettled(page);
  expect(await violationsOf(axeOn(page).withTags(WCAG))).toEqual([]);
}

/**
 * Reports whatever axe finds against WCAG 2.2 AA or good practice in a part of the page, and against its rule on
 * contrast in other looks. Leaves the page in light colours.
 */
export async function expectNothingWrong(
  page: Page,
  part: string | undefined,
  looks: readonly (typeof LOOKS)[number][],
): Promise<void> {
  const inPart = (): AxeBuilder => (part === undefined ? axeOn(page) : axeOn(page).include(part));
  await colorsSettled(page);
  expect.soft(await violationsOf(inPart().withTags([...WCAG, "best-practice"]))).toEqual([]);
  for (const look of looks) {
    await page.emulateMedia(look);
    expect.soft(await violationsOf(inPart().withRules(["color-contrast"])), JSON.stringify(look)).toEqual([]);
  }
  if (looks.length > 0) await page.emulateMedia({ colorScheme: "light", contrast: "no-preference" });
}

/** Colours on their way from one to another are neither. */
async function colorsSettled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
  });
}

/** The page has no frames of other origins, for whose sake each look would open a page of its own. */
function axeOn(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode();
}

async function violationsOf(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary ?? ""}`),
  );
}
