import { Gallery } from "../pages/gallery.ts";
import { configOf, nameOf } from "../support/graphs.ts";
import { expect, test as base } from "../support/test.ts";

const test = base.extend<{ gallery: Gallery }>({
  gallery: async ({ page, demo, automationsPage }, provide) => {
    await automationsPage.open(demo.url, demo.key);
    const gallery = new Gallery(page);
    await gallery.open();
    await provide(gallery);
  },
});

/** Every template, and whether it asks for something of the workspace. */
const TEMPLATES = {
  "Welcome a new lead on WhatsApp": 2,
  "Escalate when a contact does not answer": 3,
  "Follow up a proposal that stalls": 2,
  "Route big deals to your best people": 4,
  "Win back a lost deal after 90 days": 1,
  "Onboard a customer after the sale": 0,
  "Ask for a rating after delivery": 2,
  "Remind of a yearly renewal": 0,
  "Report won deals to Meta": 0,
  "Send won deals to your ERP": 0,
} as const;

test("the gallery holds every template, searches them, and shows what each does", async ({ gallery }) => {
  await expect(gallery.templates).toHaveText(
    Object.keys(TEMPLATES).map((name) => new RegExp(`^${name}`)),
    { useInnerText: true },
  );
  await gallery.search.fill("proposal");
  await expect(gallery.templates.first()).toContainText("Follow up a proposal that stalls");
  await gallery.search.fill("zzz");
  await expect(gallery.root).toContainText("No template fits “zzz”.");
  await gallery.search.fill("");
  const preview = await gallery.pick("Follow up a proposal that stalls");
  await expect(preview).toContainText("Two friendly reminders after a proposal went out");
  await expect(preview).toContainText("When a deal enters a stage: wait 2 days");
  await expect(preview).toContainText(/\d+ steps · \d+ tests/);
});

for (const [name, needs] of Object.entries(TEMPLATES)) {
  test(`“${name}” opens without errors, its tests pass, and it can be published`, async ({
    demo,
    builder,
    gallery,
  }) => {
    await gallery.pick(name);
    await expect(gallery.needs).toHaveCount(needs);
    await gallery.chooseNeeds();
    await gallery.use.click();
    await expect(builder.name).toHaveValue(name);
    await expect(builder.canvas.steps.first()).toBeVisible();
    await expect(builder.problems.root).not.toContainText(/error/);
    await expect(builder.tests.badge).toHaveAccessibleName(/: \d+ tests$/);
    await builder.publish.click();
    const secret = builder.page.getByRole("dialog", { name: "The secret of your webhooks" });
    if (name.includes("ERP")) await secret.getByRole("button", { name: "I have kept it" }).click();
    await expect(builder.state("Version 1")).toBeVisible();
    const stored = await demo.api.automations.get(builder.id());
    expect(stored).toMatchObject({ name, version: 1, enabled: false });
    expect(stored.graphDefinition.nodes.length).toBeGreaterThan(2);
  });
}

test("what is chosen later is named as a problem, and a publish waits for it", async ({ builder, gallery }) => {
  await gallery.pick("Route big deals to your best people");
  await gallery.use.click();
  await expect(builder.problems.root).toContainText(/\d errors/);
  await builder.publish.click();
  await expect(builder.blocked).toBeVisible();
  await builder.blocked.getByRole("button", { name: "Keep editing" }).click();
  await expect(builder.state("Not published yet")).toBeVisible();
});

test("an automation from a template that somebody else changed meanwhile is merged and published", async ({
  page,
  demo,
  builder,
  gallery,
}) => {
  await gallery.pick("Follow up a proposal that stalls");
  await gallery.chooseNeeds();
  await gallery.use.click();
  await builder.publish.press("Enter");
  await expect(builder.state("Version 1")).toBeVisible();
  await expect(builder.publish).toBeFocused();
  const published = await demo.api.automations.get(builder.id());
  const { name, triggerType, scope, pipelineId, stageId, graphDefinition } = published;
  const theirs = structuredClone(graphDefinition);
  const reminder = theirs.nodes.find((node) => nameOf(node) === "First reminder");
  if (reminder?.config) reminder.config["text"] = "Changed by them, {{ contact.firstName }}";
  const settings = { name, triggerType, scope, pipelineId, stageId };
  await demo.api.automations.replace(builder.id(), { ...settings, graphDefinition: theirs });
  await builder.canvas.select("First reminder");
  await builder.inspector.field("Message").fill("Changed by me, {{ contact.firstName }}");
  await builder.publish.click();
  await builder.conflict.merge.click();
  await expect(builder.merge.root).toContainText("“Changed by them, Contact’s first name”");
  await expect(builder.merge.root).not.toContainText("{{");
  await builder.merge.choice(/^First reminder/, "Mine").click();
  await builder.merge.apply.click();
  await expect(page.locator("body")).not.toBeFocused();
  await builder.publish.click();
  await builder.review.getByRole("button", { name: "Publish" }).click();
  await expect(builder.state("Version 3")).toBeVisible();
  const stored = await demo.api.automations.get(builder.id());
  expect(configOf(stored.graphDefinition, "First reminder")["text"]).toBe("Changed by me, {{ contact.firstName }}");
});
