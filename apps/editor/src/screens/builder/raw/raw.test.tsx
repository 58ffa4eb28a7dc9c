import "fake-indexeddb/auto";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { disconnect } from "../../../data/session.ts";
import { ContractServer } from "../../../testing/contract-server.ts";
import { renderApp } from "../../../testing/render-app.tsx";
import { setLeaveGuard } from "../../../browser/location.ts";
import { listEntries, readEntry, removeEntry } from "../../../features/drafts/journal.ts";

const server = new ContractServer();
beforeEach(async () => {
  server.automations.clear();
  await server.start();
});
afterEach(async () => {
  setLeaveGuard(null);
  for (const { place } of await listEntries(server.session.baseUrl)) await removeEntry(place);
  disconnect();
  await server.stop();
});

const area = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Definition as JSON" });
const kept = async () => (await listEntries(server.session.baseUrl))[0];
const broken = { version: 2, nodes: "none" };

it("JSON that was typed and not applied is there again after a crash, as it was typed", async () => {
  server.add({ id: "a1", name: "Broken", graphDefinition: broken as never });
  renderApp("/automations/a1", server.session);
  fireEvent.change(await area(), { target: { value: '{ "version": 2, "nodes": [' } });
  await waitFor(async () => expect((await kept())?.raw).toBe('{ "version": 2, "nodes": ['));
  cleanup();
  renderApp("/automations/a1", server.session);
  expect((await area()).value).toBe('{ "version": 2, "nodes": [');
  expect((await kept())?.draft.definition).toEqual(broken);
});

it("JSON that was applied, or typed back, is not kept as typed", async () => {
  server.add({ id: "a1", name: "Broken", graphDefinition: broken as never });
  const { user } = renderApp("/automations/a1", server.session);
  const before = (await area()).value;
  fireEvent.change(await area(), { target: { value: "{}" } });
  await waitFor(async () => expect((await kept())?.raw).toBe("{}"));
  fireEvent.change(await area(), { target: { value: before } });
  await waitFor(async () => expect(await kept()).toBeUndefined());
  fireEvent.change(await area(), { target: { value: '{ "version": 2, "nodes": [] }' } });
  await user.click(screen.getByRole("button", { name: "Apply" }));
  await waitFor(async () => expect((await kept())?.draft.definition).toEqual({ version: 2, nodes: [] }));
  expect((await readEntry((await kept())?.place ?? ""))?.raw).toBeUndefined();
});
