import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
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
