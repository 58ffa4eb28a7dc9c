import { branched } from "../support/graphs.ts";
import { expect, test } from "../support/test.ts";

test("an automation reads as sentences, and what stands in them follows every edit", async ({ builder, given }) => {
  const { sentences, inspector } = builder;
  await given(branched());
  await sentences.open();
  await expect(sentences.paragraphs.first()).toHaveText(/^When a deal is created: check the conditions \(Size\):$/);
  await expect(sentences.root).toContainText("If the deal's value is at least 10,000 (Big):");
  await expect(sentences.root).toContainText("If no reply comes within 1 day: wait 2 days (Give it time)");
  await expect(sentences.root).toContainText("Otherwise: end (Done).");
  await sentences.step("wait 2 days").click();
  await inspector.field("Wait for").fill("3");
  await expect(sentences.root).toContainText("wait 3 days (Give it time)");
  await builder.undo.click();
  await expect(sentences.root).toContainText("wait 2 days (Give it time)");
});

test("the three views share one selection", async ({ page, builder, given }) => {
  const { canvas, outline, sentences, inspector } = builder;
  await given(branched());
  await canvas.select("Give it time");
  await sentences.open();
  await expect(sentences.step("Give it time")).toHaveAttribute("aria-pressed", "true");
  await sentences.step("Share out").click();
  await expect(inspector.name).toHaveValue("Share out");
  await outline.open();
  await expect(outline.step("Share out")).toHaveAttribute("aria-selected", "true");
  await outline.step("Offer").click();
  await builder.show("Canvas");
  await expect(canvas.step("Offer")).toHaveAttribute("aria-pressed", "true");
  await sentences.open();
  await sentences.root.getByRole("link", { name: "end (Done)" }).first().click();
  await expect(inspector.name).toHaveValue("Done");
  await expect(page.locator(":focus")).toHaveAttribute("data-step-id", "end");
});

test("arrow keys lead from phrase to phrase, and Enter opens the settings of one", async ({ page, builder, given }) => {
  const { sentences, inspector } = builder;
  await given(branched());
  await sentences.open();
  await sentences.steps.first().focus();
  await page.keyboard.press("ArrowRight");
  await expect(sentences.step("Size")).toBeFocused();
  await expect(inspector.name).toHaveValue("Size");
  await page.keyboard.press("ArrowRight");
  await expect(sentences.step("Shall we talk?")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(inspector.field("Message")).toBeFocused();
});

test("it is copied as text and as Markdown", async ({ page, context, builder, given }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await given(branched());
  await builder.sentences.open();
  await builder.sentences.copyAs("As text");
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toMatch(/^When a deal is created: check the conditions \(Size\):\n• If the deal's value is at least/);
  expect(text).toContain("  • If they press “Yes”");
  await builder.sentences.copyAs("As Markdown");
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^When a deal is created.*\n- \*\*If the deal's value is at least/);
});

test("in Portuguese it is told in Portuguese", async ({ page, builder, given }) => {
  await given(branched());
  await builder.commands.run("idioma", "Language: Português (Brasil)");
  await page.getByRole("button", { name: "Frases", exact: true }).click();
  await expect(builder.sentences.root).toContainText("Quando um negócio é criado: ");
  await expect(builder.sentences.root).toContainText("Se não vier resposta em 1 dia: esperar 2 dias (Give it time)");
  await expect(builder.sentences.root).toContainText("Senão: encerrar (Done).");
});
