import type { Automation, AutomationRun } from "@trilho/api-client";
import type { GraphDefinition, GraphNode } from "@trilho/engine";
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { showLanguage } from "../../i18n/set-up.ts";
import { flushDeletes } from "../../data/delete-later.ts";
import { disconnect } from "../../data/session.ts";
import { ContractServer, refusal } from "../../testing/contract-server.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { runOf } from "../../testing/run.ts";

const server = new ContractServer();
beforeEach(async () => {
  server.automations.clear();
  server.runs.clear();
  server.asked.length = 0;
  server.instead = null;
  server.outboxState = null;
  await server.start();
});
afterEach(async () => {
  await showLanguage("en");
  disconnect();
  await server.stop();
});

const SOUND: Automation["graphDefinition"] = {
  version: 2,
  nodes: [
    { id: "t", type: "trigger" },
    { id: "e", type: "end" },
  ],
  edges: [{ id: "te", source: "t", target: "e" }],
};

const run = (runId: string, status: AutomationRun["status"]) => runOf({ runId, status });

const open = () => renderApp("/", server.session);
const rowOf = async (name: string) => screen.findByRole("row", { name: new RegExp(name) });

describe("the list", () => {
  it("says in words when and where each automation acts", async () => {
    server.add({ id: "a1", name: "Welcome", triggerType: "stage_entered", scope: "stage", stageId: "gone" });
    server.add({ id: "a2", name: "Odd", triggerType: "moon_phase.full" });
    open();
    const row = await rowOf("Welcome");
    expect(within(row).getByText("Stage entered")).toBeTruthy();
    await within(row).findByText("A stage that no longer exists");
    expect(within(await rowOf("Odd")).getByText("Moon phase full")).toBeTruthy();
    expect(within(await rowOf("Odd")).getByText("Everywhere")).toBeTruthy();
  });

  it("shows how the last runs went, and leads to them", async () => {
    server.add({ id: "a1", name: "Welcome" });
    server.add({ id: "a2", name: "Fresh" });
    server.runs.set("a1", [run("r3", "failed"), run("r2", "completed"), run("r1", "completed")]);
    const { user } = open();
    const runs = await screen.findByRole("link", { name: "Last runs of “Welcome”: 1 failed and 2 completed" });
    await within(await rowOf("Fresh")).findByText("No runs yet");
    await user.click(runs);
    expect(window.location.pathname).toBe("/automations/a1/runs");
  });

  it("names problems of automations, and shows only those on wish", async () => {
    server.add({ id: "a1", name: "Sound", graphDefinition: SOUND });
    server.add({ id: "a2", name: "Broken", graphDefinition: { version: 2, nodes: [], edges: [] } });
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "With problems (1)" }));
    await waitFor(() => expect(screen.queryByRole("row", { name: /Sound/ })).toBeNull());
    expect(within(await rowOf("Broken")).getByText("1 error")).toBeTruthy();
  });

  it("counts the problems that the builder finds", async () => {
    const graphDefinition: GraphDefinition = {
      version: 2,
      nodes: [
        { id: "t", type: "trigger" },
        { id: "mail", type: "action", actionType: "send_email", config: { subject: "Hi", body: "{{ deal.nme }}" } },
        { id: "tag", type: "action", actionType: "add_tag", config: { tagIds: ["tg_gone"] } },
      ],
      edges: [
        { source: "t", target: "mail" },
        { source: "mail", target: "tag" },
      ],
    };
    server.add({ id: "a1", name: "Flood", triggerType: "message_received", graphDefinition });
    const { user } = open();
    await within(await rowOf("Flood")).findByText("3 warnings");
    await user.click(screen.getByRole("link", { name: "Flood" }));
    await screen.findByRole("button", { name: "3 problems" });
  });

  it("is in the language of the page", async () => {
    await showLanguage("pt-BR");
    server.add({ id: "a1", name: "Boas-vindas", triggerType: "stage_entered" });
    open();
    expect(within(await rowOf("Boas-vindas")).getByText("Entrada na etapa")).toBeTruthy();
    await screen.findByRole("heading", { name: /^Automações/ });
  });

  it("without automations leads to the first one", async () => {
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Draw the first one" }));
    expect(window.location.pathname).toBe("/automations/new");
  });

  it("is searched and shown whole again", async () => {
    server.add({ id: "a1", name: "Welcome" });
    const { user } = open();
    await user.type(await screen.findByRole("searchbox", { name: "Search automations" }), "zzz");
    await screen.findByText("Nothing matches");
    await user.click(screen.getByRole("button", { name: "Show all" }));
    await rowOf("Welcome");
  });
});

describe("an error is explained where the list would be", () => {
  it.each([
    [401, "UNAUTHORIZED", "The API key was not accepted"],
    [403, "FEATURE_DISABLED", "Automations are not switched on for this workspace"],
    [403, "FORBIDDEN", "Your key may not do this"],
    [500, "INTERNAL_ERROR", "The server had a problem"],
  ] as const)("%d %s", async (status, code, title) => {
    server.instead = refusal(status, code);
    open();
    const alert = await screen.findByRole("alert");
    expect(within(alert).getByText(title)).toBeTruthy();
    expect(within(alert).getByText("req_test")).toBeTruthy();
  });

  it("and trying again loads it", async () => {
    server.add({ id: "a1", name: "Welcome" });
    server.instead = refusal(500, "INTERNAL_ERROR");
    const { user } = open();
    const again = await screen.findByRole("button", { name: "Try again" });
    server.instead = null;
    await user.click(again);
    await rowOf("Welcome");
  });

  it("and a refused key leads back to connecting", async () => {
    server.instead = refusal(401, "UNAUTHORIZED");
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Connect again" }));
    await screen.findByRole("heading", { name: "Connect to your CRM" });
  });
});

describe("the switch", () => {
  it("stores the new state", async () => {
    server.add({ id: "a1", name: "Welcome", enabled: false });
    const { user } = open();
    await user.click(await screen.findByRole("switch", { name: "Run “Welcome”" }));
    await waitFor(() => expect(server.automations.get("a1")?.enabled).toBe(true));
  });

  it.each(["the list", "the builder"])(
    "in %s says that messages stay here where a channel is not connected",
    async (place) => {
      server.outboxState = { testKey: false, whatsapp: "kept", instagram: "kept", email: "sent" };
      const [trigger, end] = SOUND.nodes as [GraphNode, GraphNode];
      const ask: GraphNode = { id: "a", type: "action", actionType: "send_whatsapp", config: { text: "Hi" } };
      server.add({ id: "a1", name: "Welcome", graphDefinition: { ...SOUND, nodes: [trigger, ask, end] } });
      const { user } = renderApp(place === "the list" ? "/" : "/automations/a1", server.session);
      await user.click(await screen.findByRole("switch", { name: /^Run / }));
      await screen.findByText("WhatsApp is not connected: messages stay in the outbox, and nobody receives them.");
    },
  );

  it("goes back and says why when the server refuses", async () => {
    server.add({ id: "a1", name: "Welcome", enabled: false });
    const { user } = open();
    const toggle = await screen.findByRole("switch", { name: "Run “Welcome”" });
    server.instead = refusal(403, "FORBIDDEN");
    await user.click(toggle);
    await screen.findByText("“Welcome” stays as it was");
    expect(toggle.getAttribute("aria-checked")).toBe("false");
  });
});

const stored = () => server.automations.get("a1");

describe("switching off", () => {
  const runs = [run("r3", "waiting"), run("r2", "waiting"), run("r1", "completed")];
  async function switchOff(from: "the list" | "the builder") {
    server.add({ id: "a1", name: "Welcome", enabled: true });
    server.runs.set("a1", runs);
    const { user } = renderApp(from === "the list" ? "/" : "/automations/a1", server.session);
    const name = from === "the list" ? "Run “Welcome”" : "Run this automation";
    await user.click(await screen.findByRole("switch", { name }));
    const dialog = await screen.findByRole("alertdialog", { name: "Turn “Welcome” off?" });
    expect(dialog.textContent).toContain("2 runs wait. Turned off, they will be skipped when they go on");
    expect(server.automations.get("a1")?.enabled).toBe(true);
    return (answer: string) => user.click(within(dialog).getByRole("button", { name: answer }));
  }

  it.each(["the list", "the builder"] as const)("in %s with runs that wait asks first", async (place) => {
    const answer = await switchOff(place);
    await answer("Turn off");
    await waitFor(() => expect(stored()?.enabled).toBe(false));
  });

  it("can be left, or the runs paused instead", async () => {
    const answer = await switchOff("the list");
    await answer("Cancel");
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(server.asked.filter((asked) => !asked.startsWith("GET"))).toEqual([]);
    const toggle = screen.getByRole("switch", { name: "Run “Welcome”" });
    act(() => toggle.click());
    const again = await screen.findByRole("alertdialog");
    act(() => within(again).getByRole("button", { name: "Pause instead" }).click());
    await waitFor(() => expect(stored()).toMatchObject({ enabled: true, pauses: [{ scope: "automation" }] }));
  });

  it("asks nothing where no run waits", async () => {
    server.add({ id: "a1", name: "Welcome", enabled: true });
    server.runs.set("a1", [run("r1", "completed")]);
    const { user } = open();
    await user.click(await screen.findByRole("switch", { name: "Run “Welcome”" }));
    await waitFor(() => expect(stored()?.enabled).toBe(false));
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });
});

async function remove(id: string, name: string) {
  server.add({ id, name });
  const { user } = open();
  await user.click(await screen.findByRole("button", { name: `More for “${name}”` }));
  await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
  await screen.findByText(`“${name}” was deleted`);
  return user;
}

describe("deleting", () => {
  it("hides at once, stores nothing yet, and can be taken back", async () => {
    const user = await remove("d1", "Regretted");
    await waitFor(() => expect(screen.queryByRole("row", { name: /Regretted/ })).toBeNull());
    expect(server.automations.has("d1")).toBe(true);
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await rowOf("Regretted");
    expect(server.asked.some((asked) => asked.startsWith("DELETE"))).toBe(false);
  });

  it("is done for good when its message is closed", async () => {
    const user = await remove("d2", "Closed");
    const message = screen.getByText("“Closed” was deleted").closest("li");
    await user.click(within(message ?? document.body).getByRole("button", { name: "Close" }));
    await waitFor(() => expect(server.automations.has("d2")).toBe(false));
  });

  it("is done for good when the page goes away", async () => {
    await remove("d3", "Left");
    flushDeletes();
    await waitFor(() => expect(server.automations.has("d3")).toBe(false));
  });
});

it("a duplicate is stored switched off, with the tests that were saved", async () => {
  const scenarios = [
    { id: "s1", name: "Big", startAt: "2026-01-05T12:00:00Z", facts: {}, outcomes: {}, keepHours: true },
  ];
  const graphDefinition: GraphDefinition = {
    version: 2,
    nodes: [{ id: "t", type: "trigger", config: { ui: { scenarios } } }],
    edges: [],
  };
  server.add({ id: "a1", name: "Welcome", enabled: true, graphDefinition });
  const { user } = open();
  await user.click(await screen.findByRole("button", { name: "More for “Welcome”" }));
  await user.click(await screen.findByRole("menuitem", { name: "Duplicate" }));
  await rowOf("Copy of Welcome");
  expect(server.automations.get("created")).toMatchObject({
    name: "Copy of Welcome",
    enabled: false,
    graphDefinition,
  });
});

it("a duplicate whose answer was lost is stored once, also where it is asked for again", async () => {
  server.takesKeys = true;
  server.add({ id: "a1", name: "Welcome" });
  // As often as the client asks by itself.
  server.onWrite = ["carried out, then cut", "carried out, then cut", "carried out, then cut"];
  const { user } = open();
  const duplicate = async () => {
    await user.click(await screen.findByRole("button", { name: "More for “Welcome”" }));
    await user.click(await screen.findByRole("menuitem", { name: "Duplicate" }));
  };
  await duplicate();
  await screen.findByText("Could not duplicate “Welcome”");
  await duplicate();
  await rowOf("Copy of Welcome");
  expect([...server.automations.keys()]).toEqual(["a1", "created"]);

  await duplicate();
  await waitFor(() => expect(server.automations.size).toBe(3));
});
