import type { Page } from "@playwright/test";
import { Gallery } from "../pages/gallery.ts";
import { Keyboard } from "../pages/keyboard.ts";
import { expectAccessible, expectNothingWrong, LOOKS } from "../support/axe.ts";
import { branched } from "../support/graphs.ts";
import { SLOWNESS } from "../support/slow.ts";
import { expect, SMOKE, test } from "../support/test.ts";
import { tourOfDrawing, tourOfLiving } from "../support/tour.ts";
import { PARTS, type State } from "../support/tour/states.ts";

const ROUNDS = [
  { language: "en", size: "wide", viewport: { width: 1440, height: 900 } },
  { language: "pt-BR", size: "narrow", viewport: { width: 360, height: 740 } },
] as const;

for (const { language, size, viewport } of ROUNDS) {
  test.describe(`${language}, ${size}`, () => {
    test.use({ locale: language, viewport, colorScheme: "light" });

    for (const [where, tour] of [
      ["where automations are drawn", tourOfDrawing],
      ["where they live", tourOfLiving],
    ] as const) {
      test(`axe finds nothing wrong with any view ${where}`, async ({ page, toured }) => {
        test.setTimeout(480_000 * SLOWNESS);
        const looks = size === "wide" ? LOOKS : [];
        const visit = (state: State): Promise<void> =>
          test.step(state, () => expectNothingWrong(page, PARTS[state], looks));
        await tour({ page, demo: toured, language, narrow: size === "narrow", visit });
      });
    }
  });
}

test("axe finds what is wrong: a picture without words, and grey on grey", { tag: SMOKE }, async ({ page }) => {
  await page.setContent(
    `<main><h1>Faults</h1><img src="data:,"><p style="color: #aaa; background: #bbb">Pale</p></main>`,
  );
  await expect(expectAccessible(page)).rejects.toThrow(/color-contrast: p: [^]*image-alt: img: /);
});

/** What a screen reader says by itself. */
const said = (page: Page) => page.getByTestId("announcer");

test(
  "each view tells a screen reader what stands where, and what is wrong with it",
  { tag: SMOKE },
  async ({ builder, given }) => {
    const { canvas, outline, sentences, simulation, problems } = builder;
    await given(branched());
    await canvas.select("Give it time");
    await builder.inspector.name.fill("");
    await builder.inspector.waitFor("2", "seconds");

    await expect(canvas.root).toMatchAriaSnapshot(`
    - region "Automation":
      - application "Canvas":
        - img:
          - img "Trigger leads to Size"
        - img:
          - 'img "Size, branch: Big, leads to Offer"'
        - 'button "Insert a step: Trigger leads to Size"'
        - 'button "Trigger: Deal created, step 1 of 6"'
        - button "Size, step 2 of 6"
        - button "Offer, step 3 of 6, 1 problem"
        - 'button "Show 3 more exits of Offer: Text reply, Any reply, On failure"'
        - button /Wait 2 s.*, step 6 of 6, 1 problem/ [pressed]
        - button "Share out, step 4 of 6"
        - button "Done, step 5 of 6"
  `);
    await expect(canvas.edge("Size", "Offer", "branch: Big")).toBeAttached();
    await expect(problems.toggle).toHaveAccessibleName(/^Problems 1 error/);
    await problems.open();
    await expect(problems.root).toMatchAriaSnapshot(`
    - region "Problems":
      - button "Problems 1 error 1 warning" [expanded]
      - region /Wait 2 s/:
        - list:
          - listitem:
            - button /Error .*needs a time to wait, at least 5 seconds/
            - 'button "Fix: Wait 5 seconds"'
  `);

    await outline.open();
    await expect(outline.root).toMatchAriaSnapshot(`
    - tree "Outline":
      - 'treeitem "Trigger: Deal created, step 1 of 6" [level=1]'
      - treeitem "Size, step 2 of 6" [level=1]
      - 'treeitem /branch: Big/ [level=2]'
      - treeitem "Offer, step 3 of 6, 1 problem" [level=3]
      - treeitem /Wait 2 s.*, step 6 of 6, 1 problem/ [selected]
  `);

    await sentences.open();
    await expect(sentences.root).toMatchAriaSnapshot(`
    - paragraph:
      - button /When a deal is created/
      - button /check the conditions \\(Size\\)/
    - list:
      - listitem:
        - paragraph:
          - strong: /If the deal's value is at least 10,000 \\(Big\\)/
          - button /send the WhatsApp message “Shall we talk\\?” and wait for the answer \\(Offer\\)/
        - list:
          - listitem:
            - paragraph:
              - strong: If no reply comes within 1 day
              - button /wait 2 s.*, 1 problem/ [pressed]
  `);

    await simulation.open();
    await expect(simulation.root).toMatchAriaSnapshot(`
    - region "Simulate":
      - tablist "Simulate":
        - tab "Run" [selected]
        - tab "Tests"
        - tab "Many deals"
  `);
  },
);

test("a screen reader is told what every act did", async ({ page, builder, given }) => {
  const { canvas } = builder;
  const hands = new Keyboard(page);
  await given(branched());
  await canvas.select("Give it time");
  await hands.press("a");
  await hands.answer("close conv");
  await expect(said(page)).toContainText("Done: Add Close conversation.");
  await expect(canvas.step("Close conversation")).toBeFocused();
  await hands.press("Alt+ArrowRight");
  await expect(said(page)).toContainText("Done: Move Close conversation.");
  await hands.press("Delete");
  await expect(said(page)).toContainText("Done: Delete Close conversation.");
  await expect(page.locator(":focus")).toHaveAccessibleName(/, step \d+ of \d+/);
  await hands.press("ControlOrMeta+z");
  await expect(said(page)).toContainText("Undone: Delete Close conversation.");
  await expect(page.locator(":focus")).toHaveAccessibleName(/, step \d+ of \d+/);
  await hands.press("ControlOrMeta+Shift+z");
  await expect(said(page)).toContainText("Redone: Delete Close conversation.");
  await expect(page.locator(":focus")).toHaveAccessibleName(/, step \d+ of \d+/);
  await canvas.select("Offer");
  await hands.press("c");
  await hands.answer("text reply", "done");
  await expect(said(page)).toContainText(/Done: Connect .*Offer.* to .*Done/);
  await expect(canvas.step("Offer")).toBeFocused();
  await hands.press("ControlOrMeta+s");
  await expect(page.getByRole("status").filter({ hasText: "Version 2" })).toBeAttached();
});

test("problems are read out as they come and go", async ({ builder, given }) => {
  await given(branched());
  await builder.canvas.select("Give it time");
  await builder.inspector.waitFor("2", "seconds");
  await expect(builder.canvas.step("Give it time")).toHaveAccessibleName("Give it time, step 6 of 6, 1 problem");
  await builder.inspector.field("Wait for").fill("20");
  await expect(builder.canvas.step("Give it time")).toHaveAccessibleName("Give it time, step 6 of 6");
});

test("templates, sentences, tests, comparing and merging are used by keyboard alone, and no focus is lost", async ({
  page,
  demo,
  automationsPage,
  builder,
}) => {
  test.setTimeout(120_000 * SLOWNESS);
  const hands = new Keyboard(page);
  const gallery = new Gallery(page);
  const { canvas, sentences, tests, compare, merge, conflict, simulation } = builder;
  const held = (): Promise<void> =>
    expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);

  await test.step("a template is chosen", async () => {
    await automationsPage.open(demo.url, demo.key);
    await hands.use(page.getByRole("button", { name: "From template" }).first());
    await expect(gallery.search).toBeFocused();
    await hands.type("meta");
    await expect(gallery.templates).toHaveCount(1);
    await hands.use(gallery.use);
    await expect(canvas.step("Trigger: Deal won")).toBeVisible();
  });

  await test.step("the command palette leads to the sentences, and arrow keys through them", async () => {
    await builder.commands.open();
    await hands.type("show as sentences");
    await hands.press("Enter");
    await expect(sentences.root).toBeVisible();
    await hands.tabTo(sentences.steps.first());
    await hands.press("ArrowRight");
    await expect(sentences.steps.nth(1)).toBeFocused();
    await hands.press("F2");
    await expect(builder.inspector.name).toBeFocused();
    await hands.retype("A source that is named");
    await hands.press("Escape");
    await expect(sentences.step("A source that is named")).toBeFocused();
  });

  await test.step("its tests are run, and one is opened", async () => {
    await builder.commands.open();
    await hands.type("show as canvas");
    await hands.press("Enter");
    await hands.use(tests.badge);
    await expect(tests.rows.first()).toBeVisible();
    await hands.use(tests.rows.first().getByRole("button").first());
    await expect(simulation.position).toBeVisible();
    await held();
    await hands.use(simulation.root.getByRole("button", { name: "Close the simulation" }));
    await held();
  });

  await test.step("it is published, changed and compared", async () => {
    await hands.press("ControlOrMeta+s");
    await expect(builder.state("Version 1")).toBeVisible();
    await hands.tabTo(canvas.root.locator("[data-step-id][tabindex='0']"));
    await hands.press("End", "F2");
    await expect(builder.inspector.name).toBeFocused();
    await hands.retype("Over");
    await hands.press("Escape");
    await hands.use(page.getByRole("banner").getByRole("button", { name: "Compare" }));
    await expect(compare.change("Steps", "Over")).toBeVisible();
    await hands.press("Escape");
    await expect(compare.root).toBeHidden();
    await expect(page.getByRole("banner").getByRole("button", { name: "Compare" })).toBeFocused();
  });

  await test.step("somebody else's publish is merged with it", async () => {
    const id = builder.id();
    const { name, triggerType, graphDefinition } = await demo.api.automations.get(id);
    await demo.api.automations.replace(id, { name: `${name} 2`, triggerType, graphDefinition });
    await hands.press("ControlOrMeta+s");
    await expect(conflict.keepEditing).toBeFocused();
    await hands.use(conflict.merge);
    await expect(merge.root).toBeVisible();
    await hands.use(merge.apply);
    await expect(merge.root).toBeHidden();
    await held();
    await hands.press("ControlOrMeta+s");
    await expect(builder.review.getByRole("button", { name: /^Publish/ })).toBeFocused();
    await hands.press("Enter");
    await expect(builder.state("Version 3")).toBeVisible();
  });
});
