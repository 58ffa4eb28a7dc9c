import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { App } from "../../app.tsx";
import { currentSession, disconnect } from "../../data/session.ts";
import { ContractServer, refusal } from "../../testing/contract-server.ts";
import { startLocation } from "../../browser/location.ts";

const server = new ContractServer();
beforeEach(async () => {
  server.instead = null;
  window.history.replaceState(null, "", "/");
  startLocation();
  await server.start();
});
afterEach(async () => {
  disconnect();
  await server.stop();
});

async function fill(address: string, key: string) {
  const user = userEvent.setup();
  render(<App />);
  fireEvent.change(await screen.findByRole("textbox", { name: "Address of the CRM" }), { target: { value: address } });
  fireEvent.change(screen.getByLabelText("API key"), { target: { value: key } });
  return user;
}
const submit = async (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole("button", { name: "Connect" }));

describe("connecting", () => {
  it("with a good key opens the automations and forgets the key with the tab", async () => {
    const { baseUrl, apiKey } = server.session;
    const user = await fill(`${baseUrl}/api/v1/`, ` ${apiKey} `);
    await submit(user);
    await screen.findByRole("heading", { name: "Automations" });
    expect(currentSession()).toEqual({ baseUrl, apiKey });
    expect(JSON.stringify(localStorage)).not.toContain(apiKey);
  });

  it("remembers on this device when asked to", async () => {
    const user = await fill(server.session.baseUrl, server.session.apiKey);
    await user.click(screen.getByRole("switch", { name: "Remember on this device" }));
    await submit(user);
    await screen.findByRole("heading", { name: "Automations" });
    expect(JSON.stringify(localStorage)).toContain(server.session.apiKey);
  });

  it("asks nobody while address or key cannot be one", async () => {
    const user = await fill("crm.example.com", "");
    await submit(user);
    await screen.findByText("Enter an address that starts with http:// or https://");
    expect(screen.getByText("Enter an API key")).toBeTruthy();
  });

  it.each([
    ["a wrong key", 401, "UNAUTHORIZED", "The API key was not accepted"],
    ["a workspace without the feature", 403, "FEATURE_DISABLED", "Automations are not switched on for this workspace"],
  ] as const)("explains %s", async (_name, status, code, title) => {
    const user = await fill(server.session.baseUrl, server.session.apiKey);
    server.instead = refusal(status, code);
    await submit(user);
    await screen.findByText(title);
    expect(currentSession()).toBeNull();
  });

  it("explains a server that is not there", async () => {
    const { baseUrl, apiKey } = server.session;
    await server.stop();
    const user = await fill(baseUrl, apiKey);
    await submit(user);
    await screen.findByText("The server cannot be reached");
    await server.start();
  });

  it("explains a key that no header can carry", async () => {
    const user = await fill(server.session.baseUrl, "trk_ключ");
    await submit(user);
    await screen.findByText("The address or the key cannot be right");
  });
});
