import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, test } from "vitest";
import { setLeaveGuard } from "../../browser/location.ts";
import { deviceStore } from "../../browser/storage.ts";
import { disconnect } from "../../data/session.ts";
import { ContractServer } from "../../testing/contract-server.ts";
import { renderApp } from "../../testing/render-app.tsx";

const server = new ContractServer();
beforeEach(async () => {
  server.automations.clear();
  await server.start();
});
afterEach(async () => {
  setLeaveGuard(null);
  disconnect();
  deviceStore.remove("trilho.tour");
  await server.stop();
});

const question = () => screen.findByRole("region", { name: "What should start this automation?" });

it.each([
  ["its name", "won", "Deal won"],
  ["what happens then", "every monday", "Schedule"],
  ["words of its description", "sends a message", "Message received"],
])("an automation without steps asks what starts it, found by %s", async (_, typed, wanted) => {
  const { user } = renderApp("/automations/new", server.session);
  const asked = await question();
  await user.type(within(asked).getByRole("combobox"), typed);
  expect(within(asked).getAllByRole("option")[0]?.textContent).toContain(wanted);
});

it("the answer is a trigger whose form is open, and one step of the history", async () => {
  const { user } = renderApp("/automations/new", server.session);
  await user.click(within(await question()).getByRole("option", { name: /^Deal won/ }));
  const form = await screen.findByTestId("inspector");
  await waitFor(() => expect(form.textContent).toContain("Deal won"));
  expect(screen.queryByTestId("start-here")).toBeNull();
  await user.click(screen.getByRole("button", { name: /^Undo/ }));
  await question();
  expect(screen.getByRole("button", { name: /^Undo/ }).getAttribute("aria-disabled")).toBe("true");
});

test("its groups are of plain words", async () => {
  renderApp("/automations/new", server.session);
  const groups = within(await question()).getAllByRole("group");
  expect(groups.map((group) => group.getAttribute("aria-labelledby") !== null)).toEqual([true, true, true, true]);
  for (const name of ["Deals", "Contacts", "Time", "Other systems"]) {
    expect(within(await question()).getByText(name)).toBeTruthy();
  }
});
