import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import type { Scope } from "../../../document/draft/draft.ts";
import { showLanguage } from "../../../i18n/set-up.ts";
import { disconnect } from "../../../data/session.ts";
import { setLeaveGuard } from "../../../browser/location.ts";
import { ContractServer } from "../../../testing/contract-server.ts";
import { renderApp } from "../../../testing/render-app.tsx";

const server = new ContractServer();
beforeEach(async () => {
  server.automations.clear();
  await server.start();
});
afterEach(async () => {
  setLeaveGuard(null);
  disconnect();
  await server.stop();
});

const nameField = () => screen.findByRole<HTMLInputElement>("textbox", { name: "Name of the automation" });

it("a name is taken back and put again by the history of the drawing", async () => {
  server.add({ id: "a1", name: "Welcome" });
  const { user } = renderApp("/automations/a1", server.session);
  fireEvent.change(await nameField(), { target: { value: "VIPs" } });
  await user.click(await screen.findByRole("button", { name: /^Undo: rename the automation/i }));
  await waitFor(async () => expect((await nameField()).value).toBe("Welcome"));
  await user.click(screen.getByRole("button", { name: /^Redo: rename the automation/i }));
  await waitFor(async () => expect((await nameField()).value).toBe("VIPs"));
});

it("what the service would refuse of the start is a problem while it is drawn", async () => {
  server.add({ id: "a1", name: "Welcome", triggerType: "deal_idle", triggerConfig: { idleSeconds: 1 } });
  renderApp("/automations/a1", server.session);
  const strip = await screen.findByTestId("problems");
  await waitFor(() => expect(within(strip).getByText("1 error")).toBeTruthy());
});

it.each([
  {
    language: "en",
    window: "Fix the times at which it may start",
    scope: "Choose what it applies to",
    field: /there is no field “deal.mood”/,
    asked: "Applies to",
  },
  {
    language: "pt-BR",
    window: "Corrija os horários em que ela pode iniciar",
    scope: "Escolha para onde ela vale",
    field: /não existe o campo “deal.mood”/,
    asked: "Vale para",
  },
] as const)(
  "what cannot be read of the start is told once, and leads to its form, in $language",
  async ({ language, window, scope, field, asked }) => {
    const rules = [{ field: "deal.mood", operator: "=", value: "good" }];
    server.add({
      id: "a1",
      name: "Welcome",
      triggerType: "deal_won",
      scope: "city" as Scope,
      triggerWindow: { days: [{ weekday: 8, from: "9:00", to: "18:00" }] },
      triggerConfig: { filter: { combinator: "and", rules } },
    });
    await showLanguage(language);
    onTestFinished(() => showLanguage("en"));
    const { user } = renderApp("/automations/a1", server.session);
    const strip = await screen.findByTestId("problems");
    await user.click(within(strip).getByRole("button", { name: /^Problem/ }));
    for (const words of [window, scope, field]) expect(await within(strip).findAllByText(words)).toHaveLength(1);
    await user.click(within(strip).getByText(scope));
    const form = await screen.findByTestId("inspector");
    expect(await within(form).findByRole("combobox", { name: asked, description: scope })).toBeTruthy();
  },
);

it("a new automation begins with an entry rule that suits its trigger", async () => {
  const { user } = renderApp("/automations/new", server.session);
  await user.click(await screen.findByRole("option", { name: /^Stage entered/ }));
  fireEvent.change(await nameField(), { target: { value: "Mine" } });
  await user.click(screen.getByRole("button", { name: "Publish" }));
  await user.click(await screen.findByRole("button", { name: "Publish with 1 warning" }));
  await waitFor(() =>
    expect([...server.automations.values()]).toMatchObject([
      { triggerType: "stage_entered", triggerConfig: { entry: { again: "not_while_live" } } },
    ]),
  );
});

const triggerForm = async () => {
  fireEvent.click(await screen.findByText(/^Deal won/));
  return within(await screen.findByTestId("inspector"));
};

it("a pipeline that has just come to be asked for is called missing once its form is opened anew", async () => {
  server.add({ id: "a1", name: "Welcome", triggerType: "deal_won" });
  const { user } = renderApp("/automations/a1", server.session);
  const form = await triggerForm();
  await user.click(await form.findByRole("combobox", { name: "Applies to" }));
  await user.click(await screen.findByRole("option", { name: "One pipeline" }));
  const pipeline = await form.findByRole("combobox", { name: "Pipeline" });
  const strip = await screen.findByTestId("problems");
  await within(strip).findByText("1 error");
  expect(pipeline.getAttribute("aria-invalid")).not.toBe("true");
  for (const pane of document.querySelectorAll(".react-flow__pane")) fireEvent.click(pane);
  await waitFor(() => expect(screen.queryByRole("combobox", { name: "Pipeline" })).toBeNull());
  const again = await (
    await triggerForm()
  ).findByRole("combobox", { name: "Pipeline", description: "Choose a pipeline" });
  expect(again.getAttribute("aria-invalid")).toBe("true");
});

it("an automation that every message starts is warned of, and its fix sets how often a contact may enter", async () => {
  server.add({ id: "a1", name: "Welcome", triggerType: "message_received", triggerConfig: { channelId: "ch_1" } });
  const { user } = renderApp("/automations/a1", server.session);
  const strip = await screen.findByTestId("problems");
  await user.click(within(strip).getByRole("button", { name: /^Problems/ }));
  await within(strip).findByText(/^Everything that happens starts a run/);
  await user.click(within(strip).getByRole("button", { name: /Set how often it may enter/ }));
  await waitFor(() => expect(within(strip).queryByText(/^Everything that happens starts a run/)).toBeNull());
  await user.click(screen.getByRole("button", { name: "Publish" }));
  await waitFor(() =>
    expect(server.automations.get("a1")).toMatchObject({
      triggerConfig: { channelId: "ch_1", entry: { again: "not_while_live" } },
    }),
  );
});

it("settings are not done without a name, which stays the old one where they are left", async () => {
  server.add({ id: "a1", name: "Welcome" });
  const { user } = renderApp("/automations/a1", server.session);
  const open = async () => {
    await nameField();
    await user.click(screen.getByRole("button", { name: "Settings" }));
    return screen.findByRole("dialog", { name: "Automation settings" });
  };
  const dialog = await open();
  const field = await within(dialog).findByRole<HTMLInputElement>("textbox", { name: "Name" });
  await user.clear(field);
  expect(field.getAttribute("aria-invalid")).toBe("true");
  await within(dialog).findByText("Give it a name");
  await user.click(within(dialog).getByRole("button", { name: "Done" }));
  expect(document.activeElement).toBe(field);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect((await nameField()).value).toBe("Welcome");

  const again = await open();
  const name = await within(again).findByRole<HTMLInputElement>("textbox", { name: "Name" });
  expect(name.value).toBe("Welcome");
  await user.clear(name);
  await user.type(name, "VIPs");
  await user.click(within(again).getByRole("button", { name: "Done" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect((await nameField()).value).toBe("VIPs");
});

it("the settings of an automation leave what starts it to the form of that step", async () => {
  server.add({ id: "a1", name: "Welcome" });
  const { user } = renderApp("/automations/a1", server.session);
  await user.click(await screen.findByRole("button", { name: "Settings" }));
  const dialog = await screen.findByRole("dialog", { name: "Automation settings" });
  expect(within(dialog).getByRole("switch", { name: "Write to customers in business hours only" })).toBeTruthy();
  expect(within(dialog).queryByRole("combobox")).toBeNull();
  await user.click(within(dialog).getByRole("button", { name: "Change what starts it" }));
  const form = await screen.findByTestId("inspector");
  expect(await within(form).findByRole("combobox", { name: "Starts when" })).toBeTruthy();
});
