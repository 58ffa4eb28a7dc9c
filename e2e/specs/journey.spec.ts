import { expectBigDeals } from "../support/big-deals.ts";
import { expect, SMOKE, test } from "../support/test.ts";

test(
  "an automation is drawn by mouse, fixed, simulated, published and switched on",
  { tag: SMOKE },
  async ({ page, server, keys, api, automationsPage, builder, runsPage }) => {
    const { canvas, palette, inspector, problems, simulation } = builder;
    const name = `Big deals ${Date.now()}`;

    await test.step("an empty canvas says how to start", async () => {
      await automationsPage.open(server.url, keys.owner);
      await automationsPage.newAutomation.click();
      await builder.name.fill(name);
      await expect(canvas.steps).toHaveCount(0);
      await expect(builder.start).toContainText("What should start this automation?");
    });

    await test.step("steps are dragged from the palette, onto the canvas and behind an exit", async () => {
      await palette.drag("Trigger", canvas.root, { x: 300, y: 60 });
      await expect(canvas.step("Trigger: Deal created")).toBeVisible();
      await palette.drag("Condition", canvas.openEnd("Trigger", "Next"));
      await expect(canvas.steps).toHaveCount(2);
      await expect(inspector.title("Condition")).toBeVisible();
    });

    await test.step("branches get names and rules", async () => {
      await inspector.name.fill("Size");
      await inspector.namePart("branch", 0, "Big");
      await inspector.addRule("Big", { field: "Deal value", comparison: "is at least", value: "10000" });
      await inspector.addPart("branch", "Medium");
      await inspector.addRule("Medium", { field: "Deal value", comparison: "is at least", value: "1000" });
      await expect(inspector.root.getByText("When deal value is at least 10,000")).toBeVisible();
    });

    await test.step("the + of an exit adds the step behind it", async () => {
      await canvas.openEnd("Size", "branch: Big").click();
      await builder.choose("Send WhatsApp");
      await expect(inspector.title("Send WhatsApp")).toBeVisible();
      await inspector.name.fill("Offer");
      await inspector.field("Message").fill("Hello {{ contact.firstName }}, shall we talk?");
      await inspector.addPart("button", "Yes");
      await inspector.addPart("button", "Later");
      await canvas.unfold("Offer");
      await canvas.openEnd("Offer", "No reply").click();
      await builder.choose("Wait");
      await expect(inspector.title("Wait")).toBeVisible();
      await inspector.name.fill("Give it time");
      await inspector.waitFor("2", "days");
      await canvas.openEnd("Give it time", "Next").click();
      await builder.choose("Round robin");
      await expect(inspector.title("Round robin")).toBeVisible();
      await inspector.name.fill("Share out");
      await inspector.namePart("exit", 0, "Ana");
      await inspector.namePart("exit", 1, "Bruno");
      await canvas.openEnd("Share out", "exit: Ana").click();
      await builder.choose("End");
      await expect(inspector.title("End")).toBeVisible();
      await inspector.name.fill("Done");
      await expect(canvas.steps).toHaveCount(6);
    });

    await test.step("a drag from exit to step connects them", async () => {
      await canvas.fit();
      await canvas.connect("Share out", "exit: Bruno", "Done");
      await canvas.connect("Offer", "button: Yes", "Share out");
      await canvas.connect("Offer", "button: Later", "Give it time");
      await canvas.connect("Size", "branch: Medium", "Done");
      await canvas.connect("Size", "Otherwise", "Done");
      await expect(canvas.edge("Size", "Done", "Otherwise")).toBeAttached();
      // Free text, before the contact has written.
      await expect(problems.root.getByText("1 warning")).toBeVisible();
    });

    await test.step("a loop is refused with its reason, and nothing changes", async () => {
      await canvas.holdOver("Give it time", "Next", "Offer");
      await expect(canvas.refusal).toHaveText(/circle|loop|back/i);
      await page.mouse.up();
      await expect(canvas.edge("Give it time", "Share out")).toBeAttached();
    });

    await test.step("what is broken is named at once", async () => {
      await problems.open();
      // What was connected stayed where it was, one line over another.
      await page.getByRole("button", { name: "Tidy up" }).click();
      await canvas.selectEdge(canvas.edge("Size", "Offer", "branch: Big"));
      await page.keyboard.press("Delete");
      await expect(problems.row(/Size.*branch “Big” leads nowhere/)).toBeVisible();
      await canvas.selectEdge(canvas.edge("Share out", "Done", "exit: Bruno"));
      await page.keyboard.press("Delete");
      await expect(problems.row(/Share out.*exit “Bruno” leads nowhere/)).toBeVisible();
      await canvas.fit();
      await canvas.select("Give it time");
      await inspector.waitFor("2", "seconds");
      await expect(problems.row(/Give it time.*at least 5 seconds/)).toBeVisible();
      await expect(inspector.root.getByText(/at least 5 seconds/)).toBeVisible();
    });

    await test.step("a broken automation is not published, and its problems lead to their steps", async () => {
      await builder.publish.click();
      await expect(builder.blocked).toContainText("3 problems");
      await builder.blocked.getByRole("button", { name: /^Show: .*Bruno/ }).click();
      await expect(canvas.step("Share out")).toHaveAttribute("aria-pressed", "true");
      await expect(inspector.name).toHaveValue("Share out");
      await problems.problem(/at least 5 seconds/).click();
      await expect(canvas.step("Give it time")).toHaveAttribute("aria-pressed", "true");
      expect((await api.automations.list()).items.map((each) => each.name)).not.toContain(name);
    });

    await test.step("problems are fixed in the form, by a fix that says what it does, and by a drag", async () => {
      await inspector.waitFor("2", "days");
      await problems.fix(/Connect it to .*Done/).click();
      await problems.makeFix.click();
      await expect(canvas.edge("Share out", "Done", "exit: Bruno")).toBeAttached();
      await canvas.fit();
      await canvas.connect("Size", "branch: Big", "Offer");
      // Free text, before the contact has written.
      await expect(problems.root.getByText("1 warning")).toBeVisible();
    });

    await test.step("two scenarios take different ways, and the run is scrubbed forward and back", async () => {
      await simulation.open();
      await simulation.deal("Deal value", "50000");
      await simulation.answer("Offer", "Presses “Yes”");
      await simulation.addScenario();
      await simulation.answer("Offer", "No answer");
      await expect(simulation.scenario("Scenario 1")).toHaveAccessibleName(/Completed/);
      await expect(simulation.scenario("Scenario 2")).toHaveAccessibleName(/Completed, 3 days/);
      await simulation.show("Steps");
      await expect(simulation.steps.filter({ hasText: "Give it time" })).not.toHaveCount(0);
      await simulation.go("To the start");
      await expect(simulation.position).toHaveAttribute("aria-valuetext", /^Step 1 of .*fired/);
      await simulation.go("One step forward");
      await expect(simulation.position).toHaveAttribute("aria-valuetext", /^Step 2 of .*Size/);
      await simulation.go("One step back");
      await expect(simulation.position).toHaveAttribute("aria-valuetext", /^Step 1 of /);
      await simulation.go("To the end");
      await expect(simulation.position).toHaveAttribute("aria-valuetext", /3 days in: Done/);
      await simulation.scenario("Scenario 1").click();
      await expect(simulation.steps.filter({ hasText: "Give it time" })).toHaveCount(0);
      await expect(simulation.steps.filter({ hasText: "Share out" })).not.toHaveCount(0);
      await simulation.close();
    });

    await test.step("a publish stores what was drawn, and a reload shows it", async () => {
      await builder.publish.click();
      await expect(builder.state("Version 1")).toBeVisible();
      await expect(page).toHaveURL(/\/automations\/(?!new)/);
      await page.reload();
      await expect(canvas.steps).toHaveCount(6);
      await expect(builder.name).toHaveValue(name);

      const stored = await api.automations.get(builder.id());
      expect(stored).toMatchObject({ name, version: 1, enabled: false, triggerType: "deal_created", scope: "global" });
      expectBigDeals(stored.graphDefinition);
    });

    await test.step("the switch turns it on without a new version", async () => {
      await builder.enable.click();
      await expect(builder.enable).toBeChecked();
      await expect.poll(() => api.automations.get(builder.id())).toMatchObject({ enabled: true, version: 1 });
    });

    await test.step("its runs are empty and say why", async () => {
      await page.getByRole("button", { name: "Runs", exact: true }).click();
      await expect(runsPage.empty).toBeVisible();
      await runsPage.choose("Failed");
      await expect(page.getByRole("heading", { name: "No run matches this filter" })).toBeVisible();
    });
  },
);
