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
  await builder.canvas.select("To Qualificação");
  const picker = page.getByRole("combobox", { name: "Stage" });
  await picker.click();
  await page.keyboard.type("Prop");
  await expect(picker).toHaveValue("Prop");
  await expect(page.getByRole("option", { name: "Proposta" }).first()).toBeVisible();
  await expect(page.getByRole("option").filter({ hasNotText: "Proposta" })).toHaveCount(0);
});
