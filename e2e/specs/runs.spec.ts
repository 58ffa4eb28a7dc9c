import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient } from "@trilho/api-client";
import { RunsPage } from "../pages/runs-page.ts";
import { choosy, doomed, hooked, patient, stopping, tagging } from "../support/run-graphs.ts";
import { expectNothingWrong, LOOKS } from "../support/axe.ts";
import { ran } from "../support/ran.ts";
import { keyOf } from "../support/server.ts";
import { expect, SMOKE, test } from "../support/test.ts";

test(
  "a run is opened over the version it ran: the way it took, what happened, and what comes next",
  { tag: SMOKE },
  async ({ demo, runsPage }) => {
    const id = await ran(demo.api, patient(), "waiting");
    await demo.api.automations.replace(id, {
      name: "Under test",
      triggerType: "deal_created",
      graphDefinition: doomed(),
    });
    await runsPage.open(demo.url, demo.key, id);
    await expect(runsPage.counts).toContainText("1 waiting");
    await expectNothingWrong(runsPage.page, undefined, LOOKS);
    await runsPage.openRun("Waiting");
    await expectNothingWrong(runsPage.page, undefined, LOOKS);
    await expect(runsPage.opened).toHaveAccessibleName("Run for Solar kit");
    await expect(runsPage.standing).toContainText("Let it rest");
    await expect(runsPage.standing).toContainText("This run followed its version");
    await expect(runsPage.steps).toHaveCount(4);
    await expect(runsPage.steps.nth(1)).toContainText("What was sent");
    await expect(runsPage.page.getByRole("region", { name: /^The version that ran/ })).toContainText("Let it rest");

    await runsPage.act("Cancel run", "Cancel the run");
    await expect(runsPage.standing).toContainText("Cancelled");
    await expect(runsPage.changes).toHaveText([/ cancelled this run/]);
    await runsPage.standing.getByRole("link", { name: "Runs of this deal" }).click();
    await expect(runsPage.page.getByText(/^Runs of deal #\d+/)).toBeVisible();
    await expect(runsPage.rows).toHaveCount(1);
    await runsPage.page.getByRole("button", { name: "All runs" }).click();
    await expect(runsPage.heading).toBeVisible();
    await expect(runsPage.counts).toContainText("1 cancelled");
  },
);

test("a failed run tells why, and is retried once its automation is on", async ({ demo, runsPage }) => {
  const id = await ran(demo.api, doomed(), "failed");
  await demo.api.automations.setEnabled(id, { enabled: false });
  await runsPage.open(demo.url, demo.key, id);
  await runsPage.openRun("Failed");
  await expect(runsPage.steps.last()).toContainText(/stage/i);
  await runsPage.act("Retry", "Retry");
  await expect(runsPage.page.getByText("The run could not be retried")).toBeVisible();
  await expect(runsPage.page.getByText("Switch the automation on and look again.")).toBeVisible();
  await demo.api.automations.setEnabled(id, { enabled: true });
  await runsPage.act("Retry", "Retry");
  await expect(runsPage.page.getByText("The run goes on")).toBeVisible();
  await expect(runsPage.standing).toContainText("Failed");
  await expect(runsPage.changes).toHaveText([/ retried this run/]);
  await expect(runsPage.steps.last()).toContainText("Move it");
  await demo.api.automations.setEnabled(id, { enabled: false });
});

test("a run that another automation stopped tells which, why, and leads there", async ({ demo, runsPage }) => {
  const id = await ran(demo.api, patient(), "waiting");
  await demo.api.automations.setEnabled(id, { enabled: false });
  const { items } = await demo.api.automations.runs(id);
  const [tag] = await demo.api.tags.list();
  const stopper = await demo.api.automations.create({
    name: "Signed",
    triggerType: "tag_added",
    enabled: true,
    graphDefinition: stopping(),
  });
  await demo.api.deals.addTag(items[0]?.deal?.seq ?? 0, { tagId: tag?.id ?? "" });
  await runsPage.open(demo.url, demo.key, id);
  await runsPage.openRun("Cancelled");
  await demo.api.automations.setEnabled(stopper.id, { enabled: false });
  await runsPage.page.setViewportSize({ width: 360, height: 740 });
  await expect(runsPage.changes).toHaveText([
    /Stopped by another automation of this deal: Signed\s*Reason: The customer signed/,
  ]);
  await expectNothingWrong(runsPage.page, undefined, LOOKS);
  await expect(runsPage.page.getByRole("navigation").getByRole("link", { name: "Deals" })).toBeVisible();
  await runsPage.changes.getByRole("link", { name: "Signed" }).click();
  await expect(runsPage.standing).toContainText("Completed");
  await expect(runsPage.changes).toHaveCount(0);
});

test("what a webhook sent is shown with its answer, and is sent again", async ({ page, runsPage, start }) => {
  const bodies: string[] = [];
  const receiver = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    bodies.push(`${String(request.headers["webhook-id"])} ${body}`);
    response.writeHead(bodies.length === 1 ? 422 : 200).end(bodies.length === 1 ? "not yet" : "taken");
  });
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  try {
    const { port } = receiver.address() as AddressInfo;
    const server = await start({ env: { TRILHO_WEBHOOK_ALLOW_PRIVATE: "on" } });
    const key = keyOf(server);
    const api = createClient({ baseUrl: server.url, apiKey: key });
    const id = await ran(api, hooked(`http://127.0.0.1:${port}/in`), "failed");
    await api.automations.setEnabled(id, { enabled: false });
    await runsPage.open(server.url, key, id);
    await runsPage.openRun("Failed");
    await page.setViewportSize({ width: 360, height: 740 });
    const deliveries = runsPage.deliveries.getByRole("listitem");
    await expect(deliveries).toHaveText([/422.*Attempt 1/]);
    await expectNothingWrong(page, undefined, []);
    await deliveries.getByRole("button", { name: "Send again" }).focus();
    await page.keyboard.press("Enter");
    await expect(runsPage.question).toContainText("The run stays as it is");
    await runsPage.question.getByRole("button", { name: "Not now" }).click();
    await runsPage.act("Send again", "Send again");
    await expect(page.getByText("It was sent again")).toBeVisible();
    await expect(deliveries).toHaveText([/200.*Sent again/, /422.*Attempt 1/]);
    await deliveries.first().getByText("Request and answer").click();
    await expect(deliveries.first()).toContainText("taken");
    await expect(runsPage.standing).toContainText("Failed");
    expect(bodies).toHaveLength(2);
    expect(bodies[1]).toBe(bodies[0]);
  } finally {
    receiver.closeAllConnections();
    receiver.close();
  }
});

test("the simulator goes on from a real run where that stands, with the deal as the run's branches saw it", async ({
  builder,
  demo,
  runsPage,
}) => {
  const id = await ran(demo.api, choosy(), "waiting");
  await demo.api.automations.setEnabled(id, { enabled: false });
  const [run] = (await demo.api.automations.runs(id)).items;
  await demo.api.deals.update(run?.deal?.seq ?? 0, { value: 90_000 });
  await runsPage.open(demo.url, demo.key, id);
  await runsPage.openRun("Waiting");
  await runsPage.simulate.click();
  await expect(builder.simulation.scenario("Run for Solar kit")).toBeVisible();
  await expect(builder.canvas.token).toContainText("Small: let it rest");
  await expect(builder.simulation.root).toContainText("As it really went, up to “Small: let it rest”");
  await builder.simulation.root.getByRole("button", { name: "To the end" }).click();
  await expect(builder.canvas.token).toContainText("Done");
});

test("a run of an older version goes on in the simulator over that version, and Escape leads back", async ({
  demo,
  builder,
  page,
  runsPage,
}) => {
  const id = await ran(demo.api, patient(), "waiting");
  await demo.api.automations.replace(id, {
    name: "Under test",
    triggerType: "deal_created",
    graphDefinition: doomed(),
  });
  await runsPage.open(demo.url, demo.key, id);
  await expect(runsPage.rows).toContainText([/Let it rest.*v1/]);
  await runsPage.openRun("Waiting");
  await runsPage.simulate.press("Enter");
  await expect(builder.simulation.root).toContainText("As it really went, up to “Let it rest”");
  await expect(runsPage.opened.locator('[data-token="here"]')).toContainText("Let it rest");
  await expectNothingWrong(page, undefined, LOOKS);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(async () => (await builder.simulation.root.boundingBox())?.height).toBeGreaterThan(400);
  await page.keyboard.press("Escape");
  await expect(runsPage.standing).toContainText("Waiting");
  await expect(builder.simulation.root).toBeHidden();
});

test("the table stays with its status: in the address, through a run and back, and runs come by themselves", async ({
  demo,
  page,
  runsPage,
}) => {
  const id = await ran(demo.api, doomed(), "failed");
  await runsPage.open(demo.url, demo.key, id);
  await runsPage.choose("Failed");
  await expect(page).toHaveURL(/runs\?status=failed$/);
  await expect(runsPage.rows).toHaveCount(1);
  const link = runsPage.rows.getByRole("link", { name: "Failed", exact: true });
  await link.focus();
  await demo.api.deals.create({ name: "Another kit" });
  await expect(runsPage.rows).toHaveText([/Another kit/, /Solar kit/]);
  await expect(link.nth(1)).toBeFocused();
  await demo.api.automations.setEnabled(id, { enabled: false });
  await page.keyboard.press("Enter");
  await expect(runsPage.standing).toContainText("Failed");
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/runs\?status=failed$/);
  await expect(link.nth(1)).toBeFocused();
  await expect(runsPage.status).toContainText("Failed");
  await page.reload();
  await expect(runsPage.rows).toHaveCount(2);
  await runsPage.choose("Waiting");
  await expect(page.getByText("No run matches this filter")).toBeVisible();
  await page.goBack();
  await expect(runsPage.rows).toHaveCount(2);
});

const LIST = /\/api\/.*\/runs(\?|$)/;
const ONE = /\/api\/.*\/runs\/[^/?]+$/;

/** The client asks again by itself first. */
const REPEATED = { timeout: 30_000 };

test("a lost connection is told above what it leaves old, and no longer once it is back", async ({
  demo,
  page,
  runsPage,
}) => {
  const id = await ran(demo.api, patient(), "waiting");
  await demo.api.automations.setEnabled(id, { enabled: false });
  await runsPage.open(demo.url, demo.key, id);
  await expect(runsPage.rows).toHaveCount(1);
  await page.route(LIST, (route) => route.abort());
  await runsPage.page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByRole("alert")).toContainText("Could not refresh. These are the runs as of", REPEATED);
  await page.unroute(LIST);
  await expect(page.getByRole("alert")).toBeHidden();
  await runsPage.openRun("Waiting");
  await page.route(ONE, (route) => route.abort());
  await expect(page.getByRole("alert")).toContainText("Could not refresh. This is how it stood on", REPEATED);
  await page.unroute(ONE);
  await expect(page.getByRole("alert")).toBeHidden();
  await expect(runsPage.standing).toContainText("Waiting");
});

test("what set a run off and what its actions were told have the names of things", async ({ demo, runsPage }) => {
  const [tag] = await demo.api.tags.list();
  const [pipeline] = await demo.api.pipelines.list();
  const id = await ran(demo.api, tagging(tag?.id ?? ""), "completed");
  await demo.api.automations.setEnabled(id, { enabled: false });
  await runsPage.open(demo.url, demo.key, id);
  await runsPage.openRun("Completed");
  await runsPage.steps.nth(0).getByText("What set it off").click();
  await expect(runsPage.steps.nth(0)).toContainText(`Pipeline${pipeline?.name ?? ""}`);
  await runsPage.steps.nth(1).getByText("What was sent").click();
  await expect(runsPage.steps.nth(1)).toContainText(`Tags to add${tag?.name ?? ""}`);
});

test("where runs went is told on the drawing, for a period, and only of what ran", async ({
  builder,
  demo,
  runsPage,
}) => {
  const id = await ran(demo.api, patient(), "waiting");
  await demo.api.automations.setEnabled(id, { enabled: false });
  await runsPage.open(demo.url, demo.key, id);
  await runsPage.page.getByRole("button", { name: "Where runs go" }).click();
  await expect(runsPage.flow.getByRole("heading", { name: "1 run began" })).toBeVisible();
  await runsPage.flow.getByText("By step", { exact: true }).click();
  const row = runsPage.flow.getByRole("row", { name: /^Let it rest/ });
  await expect(row.getByRole("cell")).toHaveText(["1", "1"]);
  await expect(builder.canvas.step("Let it rest")).toHaveAccessibleName(/100%/);
  await expectNothingWrong(runsPage.page, undefined, LOOKS);
  await runsPage.flow.getByRole("button", { name: "Today" }).click();
  await expect(runsPage.flow.getByRole("button", { name: "Today" })).toHaveAttribute("aria-pressed", "true");
  await expect(runsPage.flow.getByRole("heading", { name: "1 run began" })).toBeVisible();
  await builder.canvas.select("Let it rest");
  await builder.palette.step("Close conversation").click();
  await expect(runsPage.flow).toContainText("Version 1 ran. What is new in your draft has no count.");
  await expect(builder.canvas.step("Close conversation")).not.toHaveAccessibleName(/%/);
  await expect(builder.canvas.step("Let it rest")).toHaveAccessibleName(/100%/);
  await runsPage.flow.getByRole("button", { name: "Close" }).click();
  await expect(builder.canvas.step("Let it rest")).not.toHaveAccessibleName(/%/);
  await builder.page.getByRole("button", { name: "More", exact: true }).click();
  await builder.page.getByRole("menuitem", { name: "Where runs go" }).click();
  await expect(builder.canvas.step("Let it rest")).toHaveAccessibleName(/100%/);
});

for (const [where, size] of [
  ["on the drawing", { width: 1280, height: 800 }],
  ["in a phone's outline", { width: 390, height: 780 }],
] as const) {
  test(`the number on a step leads to the runs that wait there: ${where}`, async ({
    builder,
    demo,
    page,
    runsPage,
  }) => {
    await page.setViewportSize(size);
    const id = await ran(demo.api, patient(), "waiting");
    await builder.open(demo.url, demo.key, id);
    await page.getByRole("button", { name: "1: Show which runs" }).click();
    await expect(runsPage.rows).toHaveText([/Waiting.*Let it rest/]);
    await expect(page.getByRole("combobox", { name: "Step" })).toHaveText("Let it rest");
    await expect(page).toHaveURL(/runs\?status=waiting&at=\w+$/);
  });
}

test("before publishing, the runs that wait are told, and those that the new version has no place for", async ({
  builder,
  context,
  demo,
}) => {
  const id = await ran(demo.api, patient(), "waiting");
  await demo.api.automations.setEnabled(id, { enabled: false });
  await builder.open(demo.url, demo.key, id);
  await builder.canvas.select("Let it rest");
  await builder.page.keyboard.press("Delete");
  await builder.publish.click();
  await expect(builder.review).toHaveAccessibleName("Publish version 2?");
  await expect(builder.review.getByRole("list", { name: /^Waiting runs/ })).toContainText(
    /Let it rest.*1 run in version 1.*Cannot be moved.*The new version does not have this step\./,
  );
  await expect(builder.review.getByRole("button", { name: "Move", exact: true })).toBeHidden();
  await builder.review.getByRole("button", { name: "Not yet" }).click();
  await expect(builder.review).toBeHidden();
  expect((await demo.api.automations.get(id)).version).toBe(1);
  await builder.publish.click();
  await builder.review.getByRole("button", { name: /^Publish/ }).click();
  await expect(builder.state("Version 2")).toBeVisible();
  await expect(builder.page.getByText("1 run waits at a step that version 2 no longer has.")).toBeVisible();
  await builder.canvas.select("Remind us");
  await builder.page.keyboard.press("Delete");
  await builder.publish.click();
  await builder.review.getByRole("button", { name: "End", exact: true }).click();
  const see = builder.review.getByRole("button", { name: "See who waits" });
  const [beside] = await Promise.all([context.waitForEvent("page"), see.click()]);
  await expect(new RunsPage(beside).rows).toHaveCount(1);
  await expect(beside).toHaveURL(/runs\?status=waiting$/);
  await expect(builder.review.getByRole("button", { name: "Publish and end 1 run" })).toBeVisible();
});

test("a publish waits until it is told who waits, but not for ever", async ({ builder, demo, page }) => {
  const id = await ran(demo.api, patient(), "waiting");
  await demo.api.automations.setEnabled(id, { enabled: false });
  const asked: (() => void)[] = [];
  await page.route("**/migration-preview", async (route) => {
    await new Promise<void>((resolve) => asked.push(resolve));
    await route.continue();
  });
  await page.clock.install();
  await builder.open(demo.url, demo.key, id);
  await builder.canvas.select("Let it rest");
  await page.keyboard.press("Delete");
  expect(asked).toHaveLength(0);

  // However slow the machine is, its patience does not end meanwhile.
  await page.clock.pauseAt(Date.now() + 60_000);
  await builder.publish.click();
  await expect(builder.publish).toHaveAttribute("aria-busy", "true");
  await page.keyboard.press("ControlOrMeta+s");
  await expect.poll(() => asked.length).toBe(1);
  await page.clock.resume();
  asked[0]?.();
  await expect(builder.review).toContainText("Cannot be moved");
  await builder.review.getByRole("button", { name: "Not yet" }).click();
  await expect(builder.review).toBeHidden();
  expect((await demo.api.automations.get(id)).version).toBe(1);

  await builder.publish.click();
  await expect.poll(() => asked.length).toBe(2);
  await page.clock.fastForward(3000);
  await expect(builder.state("Version 2")).toBeVisible();
  asked[1]?.();
  await expect(builder.review).toBeHidden();
});
