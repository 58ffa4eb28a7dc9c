import { chain, inLine } from "../support/graphs.ts";
import { expect, SMOKE, test } from "../support/test.ts";

test.beforeEach(async ({ api, builder, server, keys }) => {
  const { id } = await api.automations.create({
    name: "Editing",
    triggerType: "deal_created",
    graphDefinition: chain(),
  });
  await builder.open(server.url, keys.owner, id);
});

test("a step deleted by mouse heals the chain, and undo brings it back", { tag: SMOKE }, async ({ builder }) => {
  const { canvas, inspector } = builder;
  await canvas.select("Let it rest");
  await inspector.root.getByRole("button", { name: "Delete step" }).click();
  await expect(canvas.steps).toHaveCount(2);
  await expect(canvas.edge("Trigger", "End")).toBeAttached();
  await builder.undo.click();
  await expect(canvas.step("Let it rest")).toBeVisible();
});

test("a step duplicated by mouse keeps its settings", async ({ builder }) => {
  const { canvas, inspector } = builder;
  await canvas.select("Let it rest");
  await inspector.root.getByRole("button", { name: "Duplicate step" }).click();
  await expect(canvas.steps).toHaveCount(4);
  await expect(inspector.field("Wait for")).toHaveValue("2");
});

test("a connection is selected and deleted by mouse", async ({ builder, page }) => {
  const { canvas } = builder;
  const edge = canvas.edge("Trigger", "Let it rest");
  await canvas.selectEdge(edge);
  await page.getByRole("button", { name: "Delete the connection: Trigger leads to Let it rest" }).click();
  await expect(edge).toHaveCount(0);
  await expect(canvas.steps).toHaveCount(3);
});

test("letters typed right after F2 on a new step are its name", async ({ builder, page }) => {
  const { canvas, inspector } = builder;
  await canvas.step("Let it rest").focus();
  await page.keyboard.press("a");
  await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
  await page.keyboard.type("tag");
  await page.keyboard.press("Enter");
  await expect(canvas.steps).toHaveCount(4);
  await page.keyboard.press("F2");
  await expect(inspector.name).toBeFocused();
  await page.keyboard.type("Adore");
  await expect(inspector.name).toHaveValue("Adore");
  await expect(canvas.step("Adore")).toBeVisible();
});

test("publishing says which step will fail whatever happens, and leads there", async ({
  api,
  builder,
  given,
  page,
}) => {
  const config = { to: "nobody", subject: "Hi", body: "Hi", ui: { label: "Offer" } };
  const offer = { id: "offer", type: "action", actionType: "send_email", config } as const;
  const id = await given(inLine(offer, { id: "end", type: "end" }));
  await builder.canvas.select("Offer");
  await builder.inspector.field("Subject").fill("Our offer");
  await builder.canvas.select("End");
  await builder.publish.click();
  const dialog = page.getByRole("dialog", { name: "Published, but one step will fail" });
  await expect(dialog).toContainText("“Offer”: The e-mail's recipient is not an e-mail address.");
  await dialog.getByRole("button", { name: "Show" }).click();
  await expect(builder.inspector.name).toHaveValue("Offer");
  expect((await api.automations.get(id)).version).toBe(2);
});
