import type { Locator, Page } from "@playwright/test";
import { freezeTime } from "../support/clock.ts";
import { expect, test } from "../support/test.ts";
import { tour } from "../support/tour.ts";
import { PARTS, type State } from "../support/tour/states.ts";

const isComparable = process.platform === "linux" && process.arch === "x64";
if (!isComparable)
  process.stdout.write("Pictures are compared on Linux x64 only: other systems draw letters otherwise.\n");

/** The Chromium that took the pictures. Another one smooths letters otherwise, so it is given more room. */
const PICTURED_BY = "156.0.8078.79";
const OF_ANOTHER_BUILD = { maxDiffPixelRatio: 0.01, threshold: 0.2 };

const SIZES = {
  wide: { viewport: { width: 1440, height: 900 } },
  narrow: { viewport: { width: 360, height: 740 } },
  /** What a window of 1440 by 900 pixels is to a page that is zoomed to 200 %. */
  zoomed: { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 },
} as const;

/** Each language and each theme at each size, though not all of the product. */
const ROUNDS = [
  { language: "en", colorScheme: "light", size: "wide" },
  { language: "pt-BR", colorScheme: "dark", size: "wide" },
  { language: "en", colorScheme: "dark", size: "narrow" },
  { language: "pt-BR", colorScheme: "light", size: "narrow" },
  { language: "pt-BR", colorScheme: "light", size: "zoomed" },
] as const;

/** As they are in wide windows, but in a sheet. */
const WIDE_ONLY = new Set<State>(["webhook", "round-robin", "trigger", "add-step", "shortcuts", "deal", "blocked"]);

/** What a zoomed page is looked at for: the rest is the same as at other widths. */
const ZOOMED = new Set<State>([
  "automations",
  "canvas",
  "message",
  "outline",
  "sentences",
  "simulate",
  "merge",
  "problems",
  "ran",
  "run",
  "outbox",
]);

for (const { language, colorScheme, size } of ROUNDS) {
  test.describe(`${language}, ${colorScheme}, ${size}`, () => {
    test.use({ locale: language, colorScheme, timezoneId: "America/Sao_Paulo", ...SIZES[size] });

    test("every view looks as it did", async ({ page, demo }) => {
      test.setTimeout(360_000);
      await freezeTime(page);
      await tour({
        page,
        demo,
        language,
        narrow: size !== "wide",
        visit: async (state) => {
          if (size === "zoomed" && !ZOOMED.has(state)) return;
          if (size === "narrow" && WIDE_ONLY.has(state)) return;
          // The window of a conflict covers a drawing that has just made room for what is told above it.
          const part = size === "wide" || state === "conflict" ? PARTS[state] : undefined;
          await expectPicture(
            part === undefined ? page : page.locator(part),
            page,
            `${state}-${language}-${size}-${colorScheme}.png`,
          );
        },
      });
    });
  });
}

async function expectPicture(what: Page | Locator, page: Page, name: string): Promise<void> {
  if (!isComparable) return;
  // How long the simulation took on this machine.
  const mask = [page.getByRole("heading", { name: /\d (deals in|negócios em) / })];
  const room = page.context().browser()?.version() === PICTURED_BY ? {} : OF_ANOTHER_BUILD;
  // Types tell apart a page and a part of one.
  if ("goto" in what) await expect.soft(what).toHaveScreenshot(name, { mask, ...room });
  else await expect.soft(what).toHaveScreenshot(name, { mask, ...room });
}
