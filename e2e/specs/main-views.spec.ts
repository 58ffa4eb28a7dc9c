import { expectNothingWrong } from "../support/axe.ts";
import { freezeTime } from "../support/clock.ts";
import { expectPicture } from "../support/picture.ts";
import { SMOKE, test } from "../support/test.ts";
import { tourOfDrawing, tourOfLiving } from "../support/tour.ts";
import { PARTS, type State } from "../support/tour/states.ts";

/* One picture of each main view, and what axe says of it. The others, at all sizes: visual and accessibility. */

const HALVES = [
  [
    "where automations are drawn",
    tourOfDrawing,
    ["connect", "automations", "canvas", "message", "outline", "sentences", "simulate", "tests"],
  ],
  ["where they live", tourOfLiving, ["compare", "ran", "run", "outbox", "try", "problems"]],
] as const satisfies readonly (readonly [string, typeof tourOfDrawing, readonly State[]])[];

test.use({ locale: "en", colorScheme: "light", timezoneId: "America/Sao_Paulo" });

for (const [where, tour, states] of HALVES) {
  test(
    `the main views ${where} look as they did, and axe finds nothing wrong`,
    { tag: SMOKE },
    async ({ page, toured }) => {
      test.setTimeout(180_000);
      await freezeTime(page);
      await tour({
        page,
        demo: toured,
        language: "en",
        narrow: false,
        states,
        visit: async (state) => {
          const part = PARTS[state];
          await expectPicture(part === undefined ? page : page.locator(part), page, `${state}-en-wide-light.png`);
          await expectNothingWrong(page, part, []);
        },
      });
    },
  );
}
