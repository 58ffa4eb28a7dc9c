import { render, screen, waitFor } from "@testing-library/react";
import type { ActionType, GraphDefinition } from "@trilho/engine";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ClientProvider } from "../../data/client-provider.tsx";
import { ContractServer } from "../../testing/contract-server.ts";
import { KeptNote } from "./kept-note.tsx";

const server = new ContractServer();
beforeEach(() => server.start());
afterEach(() => server.stop());

const steps = (...types: ActionType[]): GraphDefinition => ({
  version: 2,
  nodes: types.map((actionType, index) => ({ id: `s${index}`, type: "action", actionType, config: {} })),
  edges: [],
});

function show(definition: unknown) {
  return render(
    <ClientProvider session={server.session}>
      <KeptNote definition={definition} />
    </ClientProvider>,
  );
}

it.each<[string, ActionType[]]>([
  ["WhatsApp is not connected:", ["send_whatsapp", "send_whatsapp", "send_email"]],
  ["WhatsApp and Instagram are not connected:", ["send_instagram_private_reply", "send_whatsapp"]],
])("names each channel that keeps what the steps send: %s", async (words, types) => {
  server.outboxState = { testKey: false, whatsapp: "kept", instagram: "kept", email: "sent" };
  show(steps(...types));
  await screen.findByText(new RegExp(words));
  expect(screen.getByRole("link", { name: "Open the outbox" }).getAttribute("href")).toBe("/outbox");
});

it.each<[string, unknown, ContractServer["outboxState"]]>([
  [
    "sends on a connected channel",
    steps("send_email"),
    { testKey: false, whatsapp: "kept", instagram: "kept", email: "sent" },
  ],
  ["sends nothing", steps("add_tag"), { testKey: false, whatsapp: "kept", instagram: "kept", email: "kept" }],
  ["is none", null, { testKey: false, whatsapp: "kept", instagram: "kept", email: "kept" }],
  ["is stored where the service does not say", steps("send_whatsapp"), null],
])("says nothing of an automation that %s", async (_what, definition, state) => {
  server.asked.length = 0;
  server.outboxState = state;
  const { container } = show(definition);
  await waitFor(() => expect(server.asked).toEqual(["GET /outbox/state"]));
  expect(container.textContent).toBe("");
});
