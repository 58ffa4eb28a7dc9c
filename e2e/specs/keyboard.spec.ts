import { Keyboard } from "../pages/keyboard.ts";
import { expectBigDeals } from "../support/big-deals.ts";
import { SLOWNESS } from "../support/slow.ts";
import { expect, SMOKE, test } from "../support/test.ts";

declare global {
  interface Window {
    /** How often a pointer was pressed. */
    presses?: number;
  }
}

test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    window.presses = 0;
    window.addEventListener("pointerdown", () => (window.presses = (window.presses ?? 0) + 1), { capture: true });
  }),
);

test(
  "an automation gets a step and is published by keyboard alone",
  { tag: SMOKE },
  async ({ page, server, keys, api, connectPage, automationsPage, builder }) => {
    const hands = new Keyboard(page);
    const { canvas, inspector } = builder;
    await connectPage.open(server.url);
    await hands.tabTo(connectPage.key);
    await hands.type(keys.owner);
    await hands.press("Enter");
    await hands.use(automationsPage.newAutomation);
    await hands.start("deal created");
    await hands.tabTo(builder.name);
    await hands.retype("By keyboard");
    await hands.press("Enter");
    await hands.tabTo(canvas.step("Trigger: Deal created"));
    await hands.press("a");
    await hands.answer("whatsapp");
    await expect(inspector.title("Send WhatsApp")).toBeVisible();
    await hands.press("Enter");
    await expect(inspector.field("Message")).toBeFocused();
    await hands.type("Hello {{ contact.firstName }}!");
    await hands.press("ControlOrMeta+s");
    await expect(builder.state("Version 1")).toBeVisible();
    const { name, graphDefinition } = await api.automations.get(builder.id());
    expect([name, graphDefinition.nodes.length]).toEqual(["By keyboard", 2]);
    expect(await page.evaluate(() => window.presses)).toBe(0);
  },
);

test("the “+” of a step comes after it, and nothing that is typed at once is lost", async ({
  builder,
  given,
  page,
}) => {
  const hands = new Keyboard(page);
  await given({
    version: 2,
    nodes: [
      { id: "start", type: "trigger" },
      { id: "mark", type: "action", actionType: "close_conversation" },
    ],
    edges: [{ id: "e1", source: "start", target: "mark" }],
  });
  await builder.canvas.select("Close conversation");
  await hands.press("Tab");
  await expect(builder.canvas.openEnd("Close conversation", "Next")).toBeFocused();
  await hands.press("Enter");
  // Without a pause: the window of the question is not there yet.
  await page.keyboard.type("assign responsible");
  await expect(page.getByRole("dialog").getByRole("combobox")).toHaveValue("assign responsible");
  await hands.press("Escape");

  await builder.canvas.openEnd("Close conversation", "Next").click();
  await page.keyboard.type("assign responsible");
  await expect(page.getByRole("dialog").getByRole("combobox")).toHaveValue("assign responsible");
  await hands.press("Enter");
  await expect(builder.inspector.title("Assign responsible")).toBeVisible();
});

test("on a small screen, nothing that is typed at once for the palette is lost", async ({ given, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await given({ version: 2, nodes: [{ id: "start", type: "trigger" }], edges: [] });
  await page.getByRole("button", { name: "Add step", exact: true }).press("Enter");
  await page.keyboard.type("assign responsible");
  await expect(page.getByRole("searchbox", { name: "Search steps", exact: true })).toHaveValue("assign responsible");
});

test("an automation is drawn, fixed, simulated and published by keyboard alone", async ({
  page,
  server,
  keys,
  api,
  connectPage,
  automationsPage,
  builder,
}) => {
  // Some two hundred presses, each waiting for what it does.
  test.setTimeout(240_000 * SLOWNESS);
  const hands = new Keyboard(page);
  const { canvas, inspector, problems, simulation } = builder;
  const name = `By keyboard ${Date.now()}`;
  const focused = (step: string): Promise<void> => expect(canvas.step(step)).toBeFocused();
  /** Adds a step behind the selected one, answering what is asked, and gives it a name. */
  const add = async (kind: string, called: string, ...answers: string[]): Promise<void> => {
    await hands.press("a");
    await hands.answer(...answers);
    await expect(inspector.title(kind)).toBeVisible();
    await expect(page.locator(":focus")).toHaveAccessibleName(/, step \d+ of \d+/);
    await hands.press("F2");
    await expect(inspector.name).toBeFocused();
    await hands.type(called);
  };
  /** From the settings back to their step. */
  const leave = async (step: string): Promise<void> => {
    await hands.press("Escape");
    await focused(step);
  };

  await test.step("the connect screen takes a key", async () => {
    await connectPage.open(server.url);
    await hands.tabTo(connectPage.key);
    await hands.type(keys.owner);
    await hands.press("Enter");
    await expect(automationsPage.heading).toBeVisible();
  });

  await test.step("a new automation gets its name", async () => {
    await hands.use(automationsPage.newAutomation);
    await hands.start("deal created");
    await focused("Trigger: Deal created");
    await hands.tabTo(builder.name);
    await hands.retype(name);
    await hands.press("Enter");
    await hands.tabTo(canvas.step("Trigger: Deal created"));
  });

  await test.step("A adds a condition, Enter opens its settings, Escape leads back", async () => {
    await add("Condition", "Size", "condition");
    await hands.tabTo(inspector.part("branch").first());
    await hands.retype("Big");
    await rule("Big", "10000");
    await hands.use(inspector.root.getByRole("button", { name: "Add branch" }));
    await expect(inspector.part("branch").nth(1)).toBeFocused();
    await hands.retype("Medium");
    await rule("Medium", "1000");
    await leave("Size");
  });

  async function rule(branch: string, value: string): Promise<void> {
    const rules = inspector.rules(branch);
    await hands.use(rules.getByRole("button", { name: "Add rule" }));
    await hands.choose(rules.getByRole("combobox", { name: "Field" }), "Deal value");
    await hands.choose(rules.getByRole("combobox", { name: "Comparison" }), "is at least");
    await hands.tabTo(rules.getByRole("textbox", { name: "Value" }));
    await hands.type(value);
  }

  await test.step("A asks for the exit where there are several", async () => {
    await add("Send WhatsApp", "Offer", "big", "whatsapp");
    await leave("Offer");
    await hands.press("Enter");
    await expect(inspector.field("Message")).toBeFocused();
    await hands.type("Hello {{ contact.firstName }}, shall we talk?");
    await hands.tabTo(inspector.root.getByRole("button", { name: "Add button" }));
    for (const label of ["Yes", "Later"]) {
      await hands.use(inspector.root.getByRole("button", { name: "Add button" }));
      await expect(inspector.part("button").last()).toBeFocused();
      await hands.retype(label);
    }
    await leave("Offer");

    await add("Wait", "Give it time", "no reply", "wait");
    await hands.tabTo(inspector.field("Wait for"));
    await hands.retype("2");
    await leave("Give it time");
    await add("Round robin", "Share out", "round");
    await hands.tabTo(inspector.part("exit").nth(0));
    await hands.type("Ana");
    await hands.tabTo(inspector.part("exit").nth(1));
    await hands.type("Bruno");
    await leave("Share out");
    await add("End", "Done", "ana", "end");
    await leave("Done");
  });

  await test.step("arrow keys go along the edges, C connects", async () => {
    await hands.press("ArrowUp");
    await focused("Share out");
    await hands.press("ArrowUp");
    await focused("Give it time");
    await hands.press("ArrowUp");
    await focused("Offer");
    await hands.press("c");
    await hands.answer("yes", "share");
    await hands.press("c");
    await hands.answer("later", "give");
    await hands.press("ArrowUp");
    await focused("Size");
    await hands.press("c");
    await hands.answer("medium", "done");
    await hands.press("c");
    await hands.answer("otherwise", "done");
    await expect(canvas.edge("Size", "Done", "Otherwise")).toBeAttached();
  });

  await test.step("P leads to a problem, and its fix is a button", async () => {
    await hands.press("Escape", "p");
    await expect(canvas.step("Share out")).toHaveAttribute("aria-pressed", "true");
    await expect(inspector.name).toHaveValue("Share out");
    await hands.use(problems.toggle);
    await expect(problems.row(/exit “Bruno” leads nowhere/)).toBeVisible();
    await hands.use(problems.fix(/Connect it to .*Done/));
    await expect(problems.makeFix).toBeFocused();
    await hands.press("Enter");
    await expect(problems.root.getByText("1 warning")).toBeVisible();
  });

  await test.step("undo and redo say what they take back", async () => {
    await hands.tabTo(canvas.step("Share out"));
    await hands.press("ControlOrMeta+z");
    await expect(problems.row(/exit “Bruno” leads nowhere/)).toBeVisible();
    await expect(builder.redo).toHaveAccessibleName(/Redo: .*Connect/);
    await hands.press("ControlOrMeta+Shift+z");
    await expect(problems.root.getByText("1 warning")).toBeVisible();
  });

  await test.step("a simulated run is scrubbed by arrow keys, and answers change its way", async () => {
    await hands.use(page.getByRole("button", { name: "Simulate", exact: true }));
    await hands.tabTo(simulation.position);
    await hands.press("Home");
    await expect(simulation.position).toHaveAttribute("aria-valuetext", /^Step 1 of /);
    await hands.press("ArrowRight");
    await expect(simulation.position).toHaveAttribute("aria-valuetext", /^Step 2 of .*Size/);
    await hands.press("ArrowLeft");
    await expect(simulation.position).toHaveAttribute("aria-valuetext", /^Step 1 of /);
    await hands.press("End");
    await expect(simulation.position).toHaveAttribute("aria-valuetext", /3 days in: Done/);
    await hands.tabTo(simulation.root.getByRole("tab", { name: "Steps", exact: true }));
    await hands.press("ArrowRight", "ArrowRight", "Enter");
    await hands.choose(simulation.root.getByRole("combobox", { name: "What happens at “Offer”" }), "Presses “Yes”");
    await expect(simulation.scenario("Scenario 1")).toHaveAccessibleName(/Completed, (?!3 days)/);
    await hands.use(simulation.root.getByRole("button", { name: "Close the simulation" }));
  });

  await test.step("Ctrl S publishes; after a reload it is there as drawn", async () => {
    await hands.press("ControlOrMeta+s");
    await expect(builder.state("Version 1")).toBeVisible();
    await page.reload();
    await expect(canvas.steps).toHaveCount(6);
    const stored = await api.automations.get(builder.id());
    expect(stored).toMatchObject({ name, version: 1, enabled: false });
    expectBigDeals(stored.graphDefinition);
    expect(await page.evaluate(() => window.presses)).toBe(0);
  });
});
