import type { Page } from "@playwright/test";
import { SLOWNESS } from "../support/slow.ts";
import { expect, test } from "../support/test.ts";
import { tour } from "../support/tour.ts";
import type { State } from "../support/tour/states.ts";

test.use({
  contextOptions: { forcedColors: "active", reducedMotion: "reduce" },
  locale: "en",
  viewport: { width: 1440, height: 900 },
});

const CONTROLS = "button, input, textarea, [role=switch], [role=slider], [role=combobox], [role=tab]";

/** The largest contrast within the box of each control that can be seen, by its name; those that have hardly any. */
async function invisible(page: Page): Promise<string[]> {
  const picture = (await page.screenshot()).toString("base64");
  return page.evaluate(
    async ([selector, data]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext("2d", { willReadFrequently: true });
      if (context === null) throw new Error("No pixels to read.");
      context.drawImage(image, 0, 0);
      const light = Array.from({ length: 256 }, (_, value) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      const contrast = ({ left, top, width, height }: DOMRect): number => {
        const { data: pixels } = context.getImageData(left, top, Math.max(1, width), Math.max(1, height));
        let [least, most] = [1, 0];
        for (let at = 0; at < pixels.length; at += 4) {
          const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3);
          const here = 0.2126 * (light[red] ?? 0) + 0.7152 * (light[green] ?? 0) + 0.0722 * (light[blue] ?? 0);
          least = Math.min(least, here);
          most = Math.max(most, here);
        }
        return (most + 0.05) / (least + 0.05);
      };
      return [...document.querySelectorAll(selector ?? "")]
        .filter((element) => {
          const { left, top, right, bottom } = element.getBoundingClientRect();
          const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
          if (
            !isInside ||
            right - left < 4 ||
            !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
          )
            return false;
          const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          return hit !== null && element.contains(hit);
        })
        .filter((element) => contrast(element.getBoundingClientRect()) < 3)
        .map((element) => element.getAttribute("aria-label") ?? element.textContent ?? element.tagName);
    },
    [CONTROLS, picture],
  );
}

test("every control of every view is visible in forced colours", async ({ page, toured }) => {
  test.setTimeout(480_000 * SLOWNESS);
  // What still moves is not where the picture has it.
  const visit = (state: State): Promise<void> => test.step(state, () => expect.poll(() => invisible(page)).toEqual([]));
  await tour({ page, demo: toured, language: "en", narrow: false, visit });
});

test("the plus of an edge is drawn as one", async ({ page, demo, builder }) => {
  await builder.open(demo.url, demo.key, demo.welcome);
  const strokes = await builder.canvas
    .middle("New deal", "Greet and ask")
    .evaluate((plus) => getComputedStyle(plus, "::before").backgroundImage);
  expect(strokes).toContain("linear-gradient");
  await expect(page.getByRole("button", { name: "Canvas" })).toHaveCSS("outline-style", "solid");
});
