import type { Automation } from "@trilho/api-client";
import { OutboxPage } from "../pages/outbox-page.ts";
import { Phone } from "../pages/phone.ts";
import { TryDialog } from "../pages/try-dialog.ts";
import { expectAccessible } from "../support/axe.ts";
import { expectNoSidewaysScroll } from "../support/looks.ts";
import { expect, test } from "../support/test.ts";

type Graph = Automation["graphDefinition"];

const ask = (id: string, text: string, more: object) => ({
  id,
  type: "action",
  actionType: "send_whatsapp",
  config: { text, replyTimeoutSeconds: 86_400, ui: { label: text }, ...more },
});

/** A question with two buttons; after a day of silence and two more, another question. */
const graph = (first: string): Graph =>
  ({
    version: 2,
    nodes: [
      { id: "start", type: "trigger" },
      ask("first", first, {
        buttons: [
          { id: "yes", label: "Yes, please" },
          { id: "no", label: "No, thanks" },
        ],
      }),
      { id: "pause", type: "wait", config: { delaySeconds: 172_800, ui: { label: "Two days" } } },
      ask("second", "Still there?", { awaitReply: true }),
      { id: "glad", type: "end", config: { ui: { label: "Glad" } } },
      { id: "heard", type: "end", config: { ui: { label: "Heard" } } },
    ],
    edges: [
      { id: "e1", source: "start", target: "first" },
      { id: "e2", source: "first", target: "glad", sourceHandle: "btn_yes" },
      { id: "e3", source: "first", target: "pause", sourceHandle: "timeout" },
      { id: "e4", source: "pause", target: "second" },
      { id: "e5", source: "second", target: "heard", sourceHandle: "replied" },
    ],
  }) as Graph;

test("a test is answered on the contact's phone, and days pass at the press of a button", async ({
  page,
  demo,
  builder,
  givenInDemo,
  runsPage,
}) => {
  const deals = (await demo.api.deals.list({ limit: 50 })).items;
  const deal = deals.find(({ contact }) => (contact?.phone ?? "") !== "");
  const question = `Shall we come? ${Date.now()}`;
  const id = await givenInDemo(graph(question), { name: "Asked and answered" });
  await builder.open(demo.url, demo.key, id);
  const dialog = new TryDialog(page);
  const phone = new Phone(page);
  await dialog.open();
  await dialog.choose(deal?.name ?? "", deal?.name ?? "");
  await expect(dialog.skipWaits).not.toBeChecked();
  await dialog.press("Start the test");
  await dialog.press("Answer as the contact");

  await expect(phone.field).toBeFocused();
  await expect(phone.root).toContainText("Nothing leaves this machine.");
  await expect(phone.talk).toContainText(question);
  await expectAccessible(page);
  await phone.choose("React with 👍");
  await expect(phone.talk.getByText(/reacted with 👍/)).toHaveCount(1);
  await phone.choose("It was read");
  await expect(phone.talk).toContainText("Read");
  await expect(runsPage.standing).toContainText("Waiting");

  await expect(phone.time).toContainText("Waits for a reply until");
  await phone.passTime();
  await expect(phone.time).toContainText("Waits until");
  await phone.passTime();
  await expect(phone.talk).toContainText("Still there?");
  await expect(runsPage.standing).toContainText("Its clock is 3 days ahead");
  await expect(runsPage.standing).toContainText("This run followed its version");
  await phone.write("Yes, here I am");
  await expect(runsPage.standing).toContainText("Completed");
  await expect(phone.talk).toContainText("Yes, here I am");
  await expect(runsPage.steps.filter({ hasText: "Heard" })).not.toHaveCount(0);
  await expect(runsPage.changes).toHaveCount(2);
  await expect(runsPage.changes.first()).toContainText("let the time pass until");
  await expectAccessible(page);
});

test("a message in the outbox leads to its run, where a button takes the run on, also on a phone", async ({
  page,
  demo,
  givenInDemo,
  runsPage,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const deals = (await demo.api.deals.list({ limit: 50 })).items;
  const deal = deals.find(({ contact }) => (contact?.phone ?? "") !== "");
  const question = `May we call? ${Date.now()}`;
  const id = await givenInDemo(graph(question), { name: "From the outbox" });
  await demo.api.automations.try(id, { dealSeq: deal?.seq ?? 0 });
  const outbox = new OutboxPage(page);
  await outbox.open(demo.url, demo.key);
  await outbox.saying(question).getByRole("link", { name: "Answer as the contact" }).click();
  const phone = new Phone(page);
  await expect(phone.field).toBeFocused();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await phone.press("Yes, please");
  await expect(phone.talk.getByText("Yes, please", { exact: true })).toHaveCount(2);
  await expect(runsPage.standing).toContainText("Completed");
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
  await page.goto(`${demo.url}/deals/${deal?.seq ?? 0}`);
  const happened = page.getByRole("region", { name: "What happened" }).getByRole("listitem");
  await expect(happened.filter({ hasText: "From the outbox" }).first()).toContainText(
    /Automation went on with the reply: /,
  );
});

test("in the simulator a message's button is pressed where it stands", async ({ builder, given }) => {
  const { simulation } = builder;
  await given(graph("Shall we come?"));
  await simulation.open();
  await simulation.root.getByRole("button", { name: "Yes, please", exact: true }).click();
  await expect(simulation.scenario("Scenario 1")).toHaveAccessibleName(/Completed, 1 h/);
  await expect(simulation.steps.last()).toContainText("Glad");
  await simulation.show("Answers");
  const answer = simulation.root.getByRole("combobox", { name: /Shall we come/ });
  await expect(answer).toHaveText("Presses “Yes, please”");
});
