import type { Locator } from "@playwright/test";
import { branched, type Graph } from "../support/graphs.ts";
import { expect, test } from "../support/test.ts";

for (const height of [900, 620]) {
  test(`one thing scrolls in each panel of the simulator, in a window of ${height} px`, async ({
    page,
    demo,
    builder,
  }) => {
    await page.setViewportSize({ width: 1440, height });
    await builder.open(demo.url, demo.key, demo.welcome);
    await builder.simulation.open();
    for (const mode of ["Run", "Tests", "Many deals"] as const) {
      await builder.simulation.mode(mode);
      await expect
        .poll(() =>
          builder.simulation.root.evaluate(
            (root) =>
              [...root.querySelectorAll("*")].filter((element) => {
                const scrolls = /auto|scroll/.test(getComputedStyle(element).overflowY);
                return scrolls && element.scrollHeight > element.clientHeight + 1 && element.tagName !== "TEXTAREA";
              }).length,
          ),
        )
        .toBeLessThanOrEqual(1);
    }
  });
}

test("a picker has its text selected when it is pressed, so that typing replaces it", async ({
  page,
  demo,
  builder,
}) => {
  await builder.open(demo.url, demo.key, demo.welcome);
  await builder.canvas.select("To Qualification");
  const picker = page.getByRole("combobox", { name: "Stage" });
  await picker.click();
  await page.keyboard.type("Prop");
  await expect(picker).toHaveValue("Prop");
  await expect(page.getByRole("option", { name: "Proposal" }).first()).toBeVisible();
  await expect(page.getByRole("option").filter({ hasNotText: "Proposal" })).toHaveCount(0);
});

const asking = (id: string): Graph["nodes"][number] => ({
  id,
  type: "action",
  actionType: "send_whatsapp",
  config: { text: "Shall we talk?", buttons: [{ id: "yes", label: "Yes" }], ui: { label: `Ask ${id}` } },
});

/** Two questions side by side. */
const QUESTIONS: Graph = {
  version: 2,
  nodes: [
    { id: "t", type: "trigger" },
    {
      id: "c",
      config: { ui: { label: "Which" } },
      type: "condition",
      condition: { branches: [{ id: "b", label: "VIP", query: { combinator: "and", rules: [] } }] },
    },
    asking("first"),
    asking("other"),
  ],
  edges: [
    { id: "e1", source: "t", target: "c" },
    { id: "e2", source: "c", target: "first", sourceHandle: "branch_b" },
    { id: "e3", source: "c", target: "other", sourceHandle: "fallback" },
  ],
};

/** How many pixels of a step lie beyond the part of the drawing that is seen. */
const outOfSight = async (step: Locator, drawing: Locator): Promise<number> => {
  const [card, seen] = [await step.boundingBox(), await drawing.boundingBox()];
  if (!card || !seen) return Number.POSITIVE_INFINITY;
  return Math.max(0, seen.x - card.x, card.x + card.width - (seen.x + seen.width));
};

test("in a window of 1024 px the settings stand beside a step that is chosen, and not over it", async ({
  page,
  builder,
  given,
}) => {
  const { canvas, inspector } = builder;
  await page.setViewportSize({ width: 1024, height: 800 });
  await given(QUESTIONS);
  await expect(canvas.step("Ask other")).toBeVisible();
  await expect(inspector.root).toBeHidden();

  await test.step("what is unfolded or chosen is brought where it is seen, and covers no other", async () => {
    await canvas.unfold("Ask other");
    await expect(inspector.root).toBeVisible();
    await expect.poll(() => outOfSight(canvas.step("Ask other"), canvas.root)).toBe(0);
    const [first, other] = [await canvas.step("Ask first").boundingBox(), await canvas.step("Ask other").boundingBox()];
    expect((first?.x ?? 0) + (first?.width ?? 0)).toBeLessThan(other?.x ?? 0);
    await canvas.fit();
    await canvas.select("Ask first");
    await expect.poll(() => outOfSight(canvas.step("Ask first"), canvas.root)).toBe(0);
  });

  await test.step("they go with the choice, and do not come up under what is dragged", async () => {
    await page.keyboard.press("Escape");
    await expect(inspector.root).toBeHidden();
    const at = await canvas.step("Which").boundingBox();
    await page.mouse.move((at?.x ?? 0) + 40, (at?.y ?? 0) + 20);
    await page.mouse.down();
    await page.mouse.move((at?.x ?? 0) + 60, (at?.y ?? 0) + 50, { steps: 10 });
    await expect(canvas.step("Which")).toHaveAttribute("aria-pressed", "true");
    await expect(inspector.root).toBeHidden();
    await page.mouse.up();
    await expect(inspector.root).toBeVisible();
  });
});

test("in a window of 1024 px the names of a round robin's exits can be read", async ({ page, builder, given }) => {
  await page.setViewportSize({ width: 1024, height: 800 });
  await given(branched());
  await builder.canvas.select("Share out");
  for (const name of ["Ana", "Bia"]) {
    const field = builder.inspector.root.locator(`input[value="${name}"]`);
    expect((await field.boundingBox())?.width).toBeGreaterThan(96);
  }
});
