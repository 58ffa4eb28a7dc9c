import type { Locator } from "@playwright/test";
import type { Client } from "@trilho/api-client";
import { expectNothingWrong, LOOKS } from "../support/axe.ts";
import { configOf, inLine, type Graph } from "../support/graphs.ts";
import { expect, SMOKE, test } from "../support/test.ts";

type Node = Graph["nodes"][number];
type Action = NonNullable<Node["actionType"]>;

const GONE = "00000000-0000-4000-8000-00000000dead";

/** Steps one after the other, each called by its key. */
const named = (steps: Readonly<Record<string, Omit<Node, "id">>>): Graph =>
  inLine(
    ...Object.entries(steps).map(([id, node]) => ({ ...node, id, config: { ...node.config, ui: { label: id } } })),
    { id: "end", type: "end" },
  );

const act = (actionType: Action, config: NonNullable<Node["config"]>): Omit<Node, "id"> => ({
  type: "action",
  actionType,
  config,
});

interface Named {
  id: string;
  name: string;
}

/** Two of each kind of thing that the demo's workspace has, and the fields that are written about here. */
async function thingsOf(api: Client) {
  const [tags, users, pipelines, fields] = await Promise.all([
    api.tags.list(),
    api.users.list(),
    api.pipelines.list(),
    api.customFields.list({ entity: "deal" }),
  ]);
  const ofType = (type: string): Named => first(fields.filter(({ fieldType }) => fieldType === type));
  const [home] = pipelines;
  return {
    tags: two(tags),
    users: two(users.filter(({ active }) => active)),
    pipelines: two(pipelines),
    stages: two(home?.stages ?? []),
    date: ofType("date"),
    choice: { ...ofType("select"), options: two(optionsOf(fields)) },
  };
}

const optionsOf = (fields: Awaited<ReturnType<Client["customFields"]["list"]>>): Named[] =>
  (fields.find(({ fieldType }) => fieldType === "select")?.options ?? []).map(({ value, label }) => ({
    id: value,
    name: label,
  }));

function first(list: readonly { id: string; name: string | null }[]): Named {
  const [found] = list;
  if (!found) throw new Error("The demo's workspace lacks something.");
  return { id: found.id, name: found.name ?? "" };
}

const two = (list: readonly { id: string; name: string | null }[]): [Named, Named] => [
  first(list),
  first(list.slice(1)),
];

/** Opens a list, types, and takes the one option that is left. */
async function choose(picker: Locator, { name }: { name: string }): Promise<void> {
  const page = picker.page();
  await picker.click();
  await expect(page.getByRole("listbox")).toBeVisible();
  // While its list is open, all else of the page is hidden from assistive technology, also what names the field.
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(name);
  await page.getByRole("option", { name }).first().click();
}

test(
  "a tag, a stage, a person, a pipeline and a field are chosen by name with search, and stored by id",
  { tag: SMOKE },
  async ({ demo, builder, givenInDemo }) => {
    const { canvas, inspector } = builder;
    const { tags, users, pipelines, stages, choice, date } = await thingsOf(demo.api);
    const id = await givenInDemo(
      named({
        mark: act("add_tag", { tagIds: [tags[0].id] }),
        move: act("move_stage", { targetStageId: stages[0].id }),
        give: act("assign_responsible", { userId: users[0].id }),
        lead: act("create_lead", { name: "Battery" }),
        note: act("set_custom_field", { fieldId: choice.id, value: choice.options[0].id }),
      }),
    );
    const picker = (name: string): Locator =>
      inspector.root.getByRole("combobox", { name: new RegExp(`^${name}( \\*)?$`) });

    await canvas.select("mark");
    await expect(inspector.root.getByText(tags[0].name, { exact: true })).toBeVisible();
    await choose(picker("Tags to add"), tags[1]);
    await builder.page.keyboard.press("Escape");
    await canvas.select("move");
    await expect(picker("Stage")).toHaveValue(stages[0].name);
    await choose(picker("Stage"), stages[1]);
    await canvas.select("give");
    await expect(picker("Responsible")).toHaveValue(users[0].name);
    await choose(picker("Responsible"), users[1]);
    await canvas.select("lead");
    await choose(picker("Pipeline"), pipelines[1]);
    await canvas.select("note");
    await expect(picker("Field")).toHaveValue(choice.name);
    await expect(picker("Value")).toHaveValue(choice.options[0].name);
    await choose(picker("Field"), date);
    await inspector.root.getByLabel(/^Value/).fill("2026-12-24");
    await expect(canvas.step("give")).toContainText(users[1].name);
    await builder.publish.click();
    await expect(builder.state("Version 2")).toBeVisible();

    const { graphDefinition } = await demo.api.automations.get(id);
    expect(configOf(graphDefinition, "mark")).toEqual({ tagIds: [tags[0].id, tags[1].id] });
    expect(configOf(graphDefinition, "move")).toEqual({ targetStageId: stages[1].id });
    expect(configOf(graphDefinition, "give")).toEqual({ userId: users[1].id });
    expect(configOf(graphDefinition, "lead")).toEqual({ name: "Battery", pipelineId: pipelines[1].id });
    expect(configOf(graphDefinition, "note")).toEqual({ fieldId: date.id, value: "2026-12-24" });
  },
);

test("what no longer exists is named as gone, stays until another is chosen, and the channel is typed", async ({
  demo,
  builder,
  givenInDemo,
}) => {
  const { canvas, inspector } = builder;
  const { tags } = await thingsOf(demo.api);
  const id = await givenInDemo(
    named({
      mark: act("add_tag", { tagIds: [GONE] }),
      move: act("move_stage", { targetStageId: GONE }),
      give: act("assign_responsible", { userId: GONE }),
      lead: act("create_lead", { name: "Battery", pipelineId: GONE }),
      note: act("set_custom_field", { fieldId: GONE, value: "x" }),
      talk: act("send_whatsapp", { text: "Hi", channelId: "old-channel" }),
    }),
  );
  for (const [step, field, gone] of [
    ["move", "Stage", "Deleted stage"],
    ["give", "Responsible", "Deleted person"],
    ["lead", "Pipeline", "Deleted pipeline"],
    ["note", "Field", "Deleted field"],
  ] as const) {
    await canvas.select(step);
    await expect(inspector.root.getByRole("combobox", { name: field, exact: true })).toHaveValue(`${gone} (${GONE})`);
  }
  await canvas.select("mark");
  await expect(inspector.root.getByText(`Deleted tag (${GONE})`)).toBeVisible();
  await inspector.root.getByRole("button", { name: `Remove Deleted tag (${GONE})` }).click();
  await choose(inspector.root.getByRole("combobox", { name: "Tags to add" }), tags[0]);
  await canvas.fit();
  await canvas.select("talk");
  await expect(inspector.field("Send from")).toHaveValue("old-channel");
  await inspector.field("Send from").fill("new-channel");
  await expect(inspector.root).toContainText("Paste the channel’s id");
  await builder.publish.click();
  await expect(builder.state("Version 2")).toBeVisible();
  const { graphDefinition } = await demo.api.automations.get(id);
  expect(configOf(graphDefinition, "move")).toEqual({ targetStageId: GONE });
  expect(configOf(graphDefinition, "talk")).toEqual({ text: "Hi", channelId: "new-channel" });
  expect(configOf(graphDefinition, "mark")).toEqual({ tagIds: [tags[0].id] });
});

test("the settings of the trigger choose pipeline and stage, and the drawing names them", async ({
  demo,
  builder,
  givenInDemo,
}) => {
  const { canvas, inspector } = builder;
  const { pipelines, stages } = await thingsOf(demo.api);
  const id = await givenInDemo(named({ rest: { type: "wait", config: { delaySeconds: 60 } } }));
  await canvas.steps.first().click();
  await inspector.root.getByRole("combobox", { name: "Starts when" }).click();
  await builder.page.getByRole("option", { name: /^Stage entered/ }).click();
  await inspector.choose("Which stage", "One stage");
  await choose(inspector.root.getByRole("combobox", { name: "Pipeline" }), pipelines[0]);
  await choose(inspector.root.getByRole("combobox", { name: "Stage", exact: true }), stages[1]);
  await expect(canvas.steps.first()).toContainText(`${pipelines[0].name} › ${stages[1].name}`);
  await builder.publish.click();
  await expect(builder.state("Version 2")).toBeVisible();
  expect(await demo.api.automations.get(id)).toMatchObject({
    triggerType: "stage_entered",
    scope: "stage",
    pipelineId: pipelines[0].id,
    stageId: stages[1].id,
  });
});

test("the hours at which a trigger may start are chosen by day, told in the drawing, and fixed before publishing", async ({
  api,
  builder,
  given,
}) => {
  const { canvas, inspector, page } = builder;
  const id = await given(named({ rest: { type: "wait", config: { delaySeconds: 60 } } }));
  const { root } = inspector;
  await page.setViewportSize({ width: 1024, height: 900 });
  await canvas.steps.first().click();
  await root.getByRole("switch", { name: "Start at certain times only" }).click();
  await expect(canvas.steps.first()).toContainText("Mon–Fri 09:00–18:00");
  await root.getByRole("button", { name: "Add times" }).click();
  const second = root.getByRole("group", { name: "Times 2" });
  await second.getByRole("button", { name: "Sunday" }).click();
  await second.getByLabel("To").fill("08:00");
  await expect(second).toContainText("Into the next day.");
  await second.getByLabel("To").fill("09:00");
  await expect(second).toContainText("It has to be another time.");
  await builder.publish.click();
  const settings = page.getByRole("dialog", { name: "Automation settings" });
  await expect(settings).toContainText("Fix the times at which it may start");
  await settings.getByRole("button", { name: "Change what starts it" }).click();
  await second.getByLabel("To").fill("14:30");
  await expect(canvas.steps.first()).toContainText("Mon–Fri 09:00–18:00, Sat 09:00–14:30");
  await builder.publish.click();
  await expect(builder.state("Version 2")).toBeVisible();
  expect((await api.automations.get(id)).triggerWindow).toEqual({
    days: [
      ...[1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: "09:00", to: "18:00" })),
      { weekday: 6, from: "09:00", to: "14:30" },
    ],
  });
  await builder.show("Sentences");
  await expect(builder.sentences.root).toContainText(
    "When a deal is created, only Mon–Fri 09:00–18:00, Sat 09:00–14:30",
  );
});

test("a schedule is chosen without knowing how cron writes it", async ({ api, builder, given }) => {
  const { canvas, inspector, page } = builder;
  const id = await given(named({ rest: { type: "wait", config: { delaySeconds: 60 } } }));
  const { root } = inspector;
  await canvas.steps.first().click();
  await choose(root.getByRole("combobox", { name: "Starts when" }), { name: "Schedule" });
  await choose(root.getByRole("combobox", { name: "When", exact: true }), { name: "On days of the week" });
  await root.getByRole("button", { name: "Friday" }).press("Space");
  await root.getByLabel("At", { exact: true }).fill("16:30");
  await expect(root.locator("output")).toContainText("Friday");
  await choose(root.getByRole("combobox", { name: "Time zone" }), { name: "America/Sao_Paulo" });
  await expectNothingWrong(page, undefined, LOOKS);
  await builder.publish.click();
  await expect(builder.state("Version 2")).toBeVisible();
  expect(await api.automations.get(id)).toMatchObject({
    triggerType: "schedule",
    triggerConfig: { cron: "30 16 * * 1,5", timeZone: "America/Sao_Paulo" },
  });
});

test("rules and groups of rules are built over the workspace's own fields", async ({ demo, builder, givenInDemo }) => {
  const { canvas, inspector, page } = builder;
  const { choice } = await thingsOf(demo.api);
  const id = await givenInDemo({
    version: 2,
    nodes: [
      { id: "start", type: "trigger" },
      {
        id: "ask",
        type: "condition",
        config: { ui: { label: "Ask" } },
        condition: {
          branches: [
            {
              id: "b",
              label: "Fits",
              query: { combinator: "and", rules: [{ field: "deal.value", operator: ">=", value: 10 }] },
            },
          ],
        },
      },
      { id: "end", type: "end" },
    ],
    edges: [
      { id: "e1", source: "start", target: "ask" },
      { id: "e2", source: "ask", target: "end", sourceHandle: "branch_b" },
      { id: "e3", source: "ask", target: "end", sourceHandle: "fallback" },
    ],
  });
  await canvas.select("Ask");
  const rules = inspector.rules("Fits");
  await inspector.choose("Comparison", "is between", rules);
  await rules.getByRole("textbox", { name: "From" }).fill("10");
  await rules.getByRole("textbox", { name: "To" }).fill("99");
  await rules.getByRole("button", { name: "Add group" }).click();
  await rules.getByRole("button", { name: "Add rule" }).first().click();
  const field = rules.getByRole("combobox", { name: "Field" }).nth(1);
  await choose(field, choice);
  await choose(rules.getByRole("combobox", { name: "Value" }).first(), choice.options[1]);
  await rules.getByRole("combobox", { name: "How the rules join" }).first().click();
  await page.getByRole("option", { name: "Any of these holds" }).click();
  await expect(inspector.root).toContainText(
    `When deal value is between 10 and 99 or ${choice.name} is ${choice.options[1].name}`,
  );
  await builder.publish.click();
  await expect(builder.state("Version 2")).toBeVisible();
  expect(configOf((await demo.api.automations.get(id)).graphDefinition, "Ask")).toMatchObject({
    condition: {
      branches: [
        {
          query: {
            combinator: "or",
            rules: expect.arrayContaining([{ field: "deal.value", operator: "between", value: [10, 99] }]),
          },
        },
      ],
    },
  });
});

test("Liquid variables are completed by typing, previewed with an example deal, and broken ones are said to be", async ({
  page,
  builder,
  givenInDemo,
}) => {
  const { canvas, inspector } = builder;
  await givenInDemo(named({ talk: act("send_whatsapp", { text: "Hi" }) }));
  await canvas.select("talk");
  const message = inspector.field("Message");
  await message.fill("");
  await message.pressSequentially("Hello {{first");
  const variables = page.getByRole("listbox", { name: "Variables" });
  await expect(variables.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(message).toHaveValue("Hello {{ contact.firstName }}");
  await expect(variables).toBeHidden();
  await expect(inspector.root).toContainText(/With the example deal: Hello \S+/);
  await message.fill("Hello ");
  await inspector.root.getByRole("button", { name: "Insert a variable" }).first().click();
  await expect(variables.getByRole("option").first()).toContainText("Contact’s first name");
  await page.keyboard.type("last na");
  await page.keyboard.press("Enter");
  await expect(message).toHaveValue("Hello {{ contact.lastName }}");
  await inspector.root.getByRole("button", { name: "Insert a variable" }).first().click();
  await expect(variables).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(variables).toBeHidden();
  await message.fill("Hello {{ contact.firstName");
  await expect(inspector.root.getByText("With the example deal:")).toBeHidden();
  await expect(inspector.root).toContainText(/fails, because “Message” cannot be filled in/);
  await builder.problems.open();
  await expect(builder.problems.root).toContainText(/fails, because “Message” cannot be filled in/);
});

test("durations are amounts and units, and said in words where one unit does not do", async ({
  demo,
  builder,
  givenInDemo,
}) => {
  const { canvas, inspector } = builder;
  const id = await givenInDemo(named({ rest: { type: "wait", config: { delaySeconds: 187_200 } } }));
  await canvas.select("rest");
  await expect(canvas.step("rest")).toContainText("Wait 2 days 4 hours");
  await expect(inspector.root).toContainText("That is 2 days 4 h.");
  await inspector.waitFor("90", "minutes");
  await expect(inspector.root).toContainText("That is 1 h 30 min.");
  await inspector.waitFor("3", "weeks");
  await expect(canvas.step("rest")).toContainText("Wait 3 weeks");
  await builder.publish.click();
  await expect(builder.state("Version 2")).toBeVisible();
  expect(configOf((await demo.api.automations.get(id)).graphDefinition, "rest")).toEqual({ delaySeconds: 1_814_400 });
});
