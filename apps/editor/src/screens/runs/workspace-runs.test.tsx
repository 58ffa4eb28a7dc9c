import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { disconnect } from "../../data/session.ts";
import { showLanguage } from "../../i18n/set-up.ts";
import { ContractServer } from "../../testing/contract-server.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { runOf } from "../../testing/run.ts";
import { filterOf, NOTHING_CHOSEN } from "../../features/runs/workspace-filter.ts";

const server = new ContractServer();
beforeEach(async () => {
  server.runs.clear();
  server.automations.clear();
  server.asked.length = 0;
  await server.start();
  server.add({ id: "a1", name: "Welcome" });
  server.add({ id: "a2", name: "Renewal" });
  server.runs.set("a1", [runOf({ runId: "r1", dealId: "deal-1", status: "failed" })]);
  server.runs.set("a2", [
    runOf({ runId: "r2", dealId: "deal-2", status: "dead_letter" }),
    runOf({ runId: "r3", dealId: "deal-3", status: "waiting" }),
  ]);
});
afterEach(async () => {
  disconnect();
  await server.stop();
});

const row = (name: RegExp) => screen.findByRole("row", { name });
const dialog = () => screen.findByRole("alertdialog");

describe("the runs of all automations", () => {
  it("are at first all of them, each with its automation", async () => {
    const { user } = renderApp("/runs", server.session);
    expect(within(await row(/deal-1/)).getByRole("link", { name: "Welcome" })).toBeTruthy();
    expect(within(await row(/deal-3/)).getByRole("link", { name: "Renewal" })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Failed" }));
    await waitFor(() => expect(screen.queryByRole("row", { name: /deal-3/ })).toBeNull());
    expect(within(await row(/deal-2/)).getByRole("link", { name: "Renewal" })).toBeTruthy();
  });

  it("are retried once it was said how many they are", async () => {
    const { user } = renderApp("/runs?view=failed", server.session);
    await row(/deal-1/);
    await user.click(screen.getByRole("button", { name: "Retry all" }));
    const question = await dialog();
    expect(within(question).getByText("Retry 2 runs?")).toBeTruthy();
    expect(server.runs.get("a1")?.[0]?.status).toBe("failed");
    await user.click(within(question).getByRole("button", { name: "Retry 2 runs" }));
    await screen.findByText("Runs are under way");
    expect(server.runs.get("a1")?.[0]?.status).toBe("queued");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("main")));
  });

  it("that fail again after they were retried come back, and nobody said that none failed", async () => {
    const { user } = renderApp("/runs?view=failed", server.session);
    await row(/deal-1/);
    await user.click(screen.getByRole("button", { name: "Retry all" }));
    await user.click(within(await dialog()).getByRole("button", { name: "Retry 2 runs" }));
    await screen.findByText("Runs are under way");
    server.runs.set("a1", [runOf({ runId: "r1", dealId: "deal-1", status: "failed" })]);
    await row(/deal-1/);
    server.runs.set("a1", []);
    server.runs.set("a2", [runOf({ runId: "r2", dealId: "deal-2", status: "completed" })]);
    await user.click(screen.getByRole("button", { name: "Refresh" }));
    await screen.findByText("No run failed");
  });

  it("are told by their automations and filters before anything is done to all", async () => {
    const { user } = renderApp("/runs?view=failed", server.session);
    await row(/deal-1/);
    await user.click(screen.getByRole("button", { name: "Retry all" }));
    await within(await dialog()).findByText(/^In 2 automations, filtered by: Failed\. The runs go on/);
    await user.click(screen.getByRole("button", { name: "Not now" }));
    await user.click(screen.getByRole("combobox", { name: "Automation" }));
    await user.click(await screen.findByRole("option", { name: "Renewal" }));
    await user.click(screen.getByRole("combobox", { name: "Started when" }));
    await user.click(await screen.findByRole("option", { name: "Last 30 days" }));
    await waitFor(() => expect(screen.queryByRole("row", { name: /deal-1/ })).toBeNull());
    await user.click(await screen.findByRole("button", { name: "Retry all" }));
    await within(await dialog()).findByText(/^In “Renewal”, filtered by: Failed, Last 30 days\. /);
  });

  it("stay as they are for who does not go on", async () => {
    const { user } = renderApp("/runs", server.session);
    await row(/deal-3/);
    await user.click(await screen.findByRole("button", { name: "Cancel all" }));
    const question = await dialog();
    expect(within(question).getByText("Cancel 1 run?")).toBeTruthy();
    await user.click(within(question).getByRole("button", { name: "Not now" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(server.runs.get("a2")?.[1]?.status).toBe("waiting");
  });

  it("that are tests are neither counted nor touched by what is done to all", async () => {
    server.runs.set("a1", [
      runOf({ runId: "r1", dealId: "deal-1", status: "failed", test: true }),
      runOf({ runId: "r4", dealId: "deal-4", status: "waiting", test: true }),
    ]);
    server.runs.set("a2", [runOf({ runId: "r3", dealId: "deal-3", status: "waiting" })]);
    const { user } = renderApp("/runs", server.session);
    await row(/deal-4/);
    await user.click(screen.getByRole("button", { name: "Retry all" }));
    await screen.findByText("None of these runs can be retried");
    await user.click(screen.getByRole("button", { name: "Cancel all" }));
    const question = await dialog();
    expect(within(question).getByText("Cancel 1 run?")).toBeTruthy();
    expect(
      within(question).getByText(
        /^In 1 automation: no filter is set\. The run stops where it is .* Test runs stay as they are\.$/,
      ),
    ).toBeTruthy();
    await user.click(within(question).getByRole("button", { name: "Cancel 1 run" }));
    await row(/Cancelled/);
    expect(server.runs.get("a1")?.map(({ status }) => status)).toEqual(["failed", "waiting"]);
  });

  it.each([
    ["en", "The runs go on at the steps that failed. Requests are repeated with the same ids", "Retry all"],
    ["pt-BR", "As execuções continuam nos passos que falharam. As requisições se repetem", "Tentar todas de novo"],
  ] as const)("that are many are spoken of as many in %s", async (language, told, name) => {
    await showLanguage(language);
    const { user } = renderApp("/runs?view=failed", server.session);
    await row(/deal-1/);
    await user.click(await screen.findByRole("button", { name }));
    expect((await dialog()).textContent).toContain(told);
    await showLanguage("en");
  });

  it.each([
    ["en", "Runs of all automations"],
    ["pt-BR", "Execuções de todas as automações"],
  ] as const)("are called by their name in %s", async (language, name) => {
    showLanguage(language);
    renderApp("/runs", server.session);
    await screen.findByRole("heading", { name });
    showLanguage("en");
  });
});

describe("what a person chooses", () => {
  const now = Date.parse("2026-11-21T12:00:30.500Z");
  it.each([
    [{}, {}],
    [{ view: "failed" }, { status: ["failed", "dead_letter"], test: false }],
    [{ view: "waiting" }, { status: ["waiting"], test: false }],
    [{ view: "late" }, { timing: "late", test: false }],
    [
      { view: "due", automationId: "a1" },
      { timing: "due", test: false, automationId: "a1" },
    ],
    [{ error: " timed out " }, { error: "timed out" }],
    [{ hours: 24 }, { from: "2026-11-20T12:00:00.000Z" }],
  ] as const)("%j means %j", (change, filter) => {
    expect(filterOf({ ...NOTHING_CHOSEN, ...change }, now)).toEqual(filter);
  });
});

describe("an automation's runs", () => {
  it("are paused and resumed, and it is said while they are", async () => {
    const { user } = renderApp("/automations/a1/runs", server.session);
    await user.click(await screen.findByRole("button", { name: "Pause runs" }));
    await screen.findByText(/^The runs of this automation have been paused since/);
    const [resume] = screen.getAllByRole("button", { name: "Resume runs" });
    if (resume === undefined) throw new Error("There is no way on");
    await user.click(resume);
    await screen.findByRole("button", { name: "Pause runs" });
    expect(screen.queryByText(/have been paused/)).toBeNull();
  });

  it("that are paused are marked in the list of automations", async () => {
    server.add({ id: "a1", name: "Welcome", pauses: [{ scope: "automation", since: "2026-11-21T12:00:00.000Z" }] });
    renderApp("/", server.session);
    expect(within(await row(/Welcome/)).getByText("Paused")).toBeTruthy();
    expect(within(await row(/Renewal/)).queryByText("Paused")).toBeNull();
  });

  it("that are paused are told of in the builder, with a way on", async () => {
    server.add({ id: "a1", name: "Welcome", pauses: [{ scope: "automation", since: "2026-11-21T12:00:00.000Z" }] });
    const { user } = renderApp("/automations/a1", server.session);
    await user.click(await screen.findByRole("button", { name: "Resume runs" }, { timeout: 20_000 }));
    await waitFor(() => expect(screen.queryByText(/have been paused/)).toBeNull());
    expect(server.automations.get("a1")).not.toHaveProperty("pauses");
  });
});
