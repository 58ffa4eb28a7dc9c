import { freezeTime } from "../support/clock.ts";
import { expectPicture, isComparable } from "../support/picture.ts";
import { test } from "../support/test.ts";
import { tour } from "../support/tour.ts";
import { PARTS, type State } from "../support/tour/states.ts";

if (!isComparable)
  process.stdout.write("Pictures are compared on Linux x64 only: other systems draw letters otherwise.\n");

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

    test("every view looks as it did", async ({ page, toured }) => {
      test.setTimeout(360_000);
      await freezeTime(page);
      await tour({
        page,
        demo: toured,
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
