import { waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { disconnect } from "./data/session.ts";
import { ContractServer } from "./testing/contract-server.ts";
import { renderApp } from "./testing/render-app.tsx";

const server = new ContractServer();
beforeEach(async () => server.start());
afterEach(async () => {
  disconnect();
  await server.stop();
});

it.each([
  ["/automations", "/"],
  ["/contacts", "/deals"],
])("the address %s, above those of single ones, leads to their list", async (address, list) => {
  renderApp(address, server.session);
  await waitFor(() => expect(window.location.pathname).toBe(list));
});
