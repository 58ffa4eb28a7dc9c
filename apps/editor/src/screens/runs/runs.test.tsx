import { failureReason, failureMessage } from "@trilho/engine/failures";
import type { AutomationRun } from "@trilho/api-client";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { disconnect } from "../../data/session.ts";
import { showLanguage } from "../../i18n/set-up.ts";
import { ContractServer, refusal } from "../../testing/contract-server.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { runOf } from "../../testing/run.ts";

const server = new ContractServer();
beforeEach(async () => {
  server.runs.clear();
  server.instead = null;
  await server.start();
  server.add({ id: "a1", name: "Welcome", version: 3 });
});
afterEach(async () => {
  disconnect();
  await server.stop();
});

const run = (number: number, fields: Partial<AutomationRun> = {}) =>
  runOf({ runId: `r${number}`, dealId: `deal-${number}`, ...fields });
const open = () => renderApp("/automations/a1/runs", server.session);
const rows = () => screen.getAllByRole("row").length - 1;

describe("the runs of an automation", () => {
  it("say what happened, and for how long", async () => {
    server.runs.set("a1", [run(1), run(2, { status: "failed", lastError: "No such stage", completedAt: null })]);
    open();
    expect(within(await screen.findByRole("row", { name: /deal-1/ })).getByText("2 days 4 h")).toBeTruthy();
    const failed = screen.getByRole("row", { name: /deal-2/ });
    expect(within(failed).getByText("Failed")).toBeTruthy();
    expect(within(failed).getByText("No such stage")).toBeTruthy();
  });

  it.each([
    ["en", "crm.example.com was not found: check the address (ENOTFOUND).", null],
    ["pt-BR", "crm.example.com não foi encontrado: confira o endereço (ENOTFOUND).", null],
    ["en", "No such stage", "en"],
    ["pt-BR", "No such stage", "en"],
  ] as const)("say in %s why they failed: %s", async (language, told, lang) => {
    const failure = [failureReason("host-not-found", { host: "crm.example.com", detail: "ENOTFOUND" })];
    const why =
      lang === null ? { lastError: failureMessage(failure), lastFailure: failure } : { lastError: "No such stage" };
    server.runs.set("a1", [run(2, { status: "failed", ...why, completedAt: null })]);
    open();
    await showLanguage(language);
    const row = await screen.findByRole("row", { name: /deal-2/ });
    const said = await within(row).findByText(told);
    expect(said.getAttribute("lang")).toBe(lang);
    await showLanguage("en");
  });

  it.each([
    [
      "en",
      "h.example did not answer several times in a row, so it is left alone for a while: this waits, and nothing is lost.",
    ],
    [
      "pt-BR",
      "h.example não respondeu várias vezes seguidas, por isso fica em paz por um tempo: isto espera, e nada se perde.",
    ],
  ] as const)("say in %s what they were put off for, and until when", async (language, told) => {
    const lastFailure = [failureReason("host-left-alone", { host: "h.example" })];
    const waiting = {
      status: "waiting",
      attempts: 0,
      nextAttemptAt: "2026-03-03T10:00:00Z",
      completedAt: null,
    } as const;
    server.runs.set("a1", [run(1, { ...waiting, lastError: failureMessage(lastFailure), lastFailure })]);
    open();
    await showLanguage(language);
    const row = await screen.findByRole("row", { name: /deal-1/ });
    expect(await within(row).findByText(told)).toBeTruthy();
    expect(row.textContent).toMatch(/2026/);
    await showLanguage("en");
  });

  it("say why they are tried again, and when", async () => {
    const lastError = "No such stage";
    const nextAttemptAt = "2026-03-03T10:00:00Z";
    server.runs.set("a1", [run(1, { status: "waiting", attempts: 2, lastError, nextAttemptAt, completedAt: null })]);
    open();
    const row = await screen.findByRole("row", { name: /deal-1/ });
    expect(within(row).getByText(/^tries again on Mar 3, 2026/)).toBeTruthy();
    expect(within(row).getByText("No such stage").parentElement?.textContent).toBe("No such stage (2 attempts)");
  });

  it("come page by page", async () => {
    server.runs.set(
      "a1",
      Array.from({ length: 45 }, (_, index) => run(index)),
    );
    const { user } = open();
    await screen.findByRole("row", { name: /deal-0/ });
    expect(rows()).toBe(20);
    await user.click(screen.getByRole("button", { name: "Load more" }));
    await waitFor(() => expect(rows()).toBe(40));
    await user.click(screen.getByRole("button", { name: "Load more" }));
    await waitFor(() => expect(rows()).toBe(45));
    expect(screen.queryByRole("button", { name: "Load more" })).toBeNull();
  });

  it("are filtered by status", async () => {
    server.runs.set("a1", [run(1), run(2, { status: "waiting" })]);
    const { user } = open();
    await screen.findByRole("row", { name: /deal-1/ });
    await user.click(screen.getByRole("combobox", { name: "Status" }));
    await user.click(await screen.findByRole("option", { name: /^Waiting/ }));
    await waitFor(() => expect(rows()).toBe(1));
    expect(screen.getByRole("row", { name: /deal-2/ })).toBeTruthy();
  });

  it("are filtered by version and by step, which come with the address and stay for who looks at a run", async () => {
    const nodes = [
      { id: "t", type: "trigger" as const },
      { id: "pause", type: "wait" as const, config: { delaySeconds: 3600 } },
    ];
    const edges = [{ id: "tp", source: "t", target: "pause" }];
    server.add({ id: "a1", name: "Welcome", version: 3, graphDefinition: { version: 2, nodes, edges } });
    server.runs.set("a1", [
      run(1, { currentNodeId: "pause", status: "waiting" }),
      run(2, { currentNodeId: "pause", automationVersion: 2, status: "waiting" }),
      run(3, { currentNodeId: "ask", automationVersion: 2, status: "waiting" }),
    ]);
    const { user } = renderApp("/automations/a1/runs?status=waiting&at=pause", server.session);
    await screen.findByRole("row", { name: /deal-2/ });
    await waitFor(() => expect(screen.getByRole("combobox", { name: "Step" }).textContent).toBe("Wait 1 hour"));
    expect(rows()).toBe(2);
    await user.click(screen.getByRole("combobox", { name: "Version" }));
    await user.click(await screen.findByRole("option", { name: "Version 2" }));
    await waitFor(() => expect(rows()).toBe(1));
    const link = within(screen.getByRole("row", { name: /deal-2/ })).getByRole("link", { name: "Waiting" });
    expect(link.getAttribute("href")).toBe("/automations/a1/runs/r2?status=waiting&version=2&at=pause");
    await user.click(screen.getByRole("combobox", { name: "Step" }));
    await user.click(await screen.findByRole("option", { name: "All steps" }));
    await waitFor(() => expect(rows()).toBe(2));
    expect(screen.queryByRole("row", { name: /deal-1/ })).toBeNull();
  });

  it("that no filter finds are told as such, with a way back to all", async () => {
    server.runs.set("a1", [run(1)]);
    const { user } = renderApp("/automations/a1/runs?at=gone", server.session);
    await screen.findByText("No run matches this filter");
    expect(screen.getByRole("combobox", { name: "Step" }).textContent).toBe("A step of an older version");
    await user.click(screen.getByRole("button", { name: "Show all runs" }));
    await screen.findByRole("row", { name: /deal-1/ });
  });

  it("are explained while there are none", async () => {
    open();
    await screen.findByText("No runs yet");
    await screen.findByText("This automation is off. Switch it on in the builder to let it act.");
  });

  it("stay when a refresh fails", async () => {
    server.runs.set("a1", [run(1)]);
    const { user } = open();
    await screen.findByRole("row", { name: /deal-1/ });
    server.instead = refusal(500, "INTERNAL_ERROR");
    await user.click(screen.getByRole("button", { name: "Refresh" }));
    await screen.findByRole("alert");
    expect(screen.getByRole("row", { name: /deal-1/ })).toBeTruthy();
  });
});

describe("runs that wait, in the builder", () => {
  it("at steps that the live version has lost are told of, with a way to them", async () => {
    server.runs.set("a1", [run(1, { status: "waiting" }), run(2, { status: "waiting" })]);
    const { user } = renderApp("/automations/a1", server.session);
    await screen.findByText("2 runs wait at steps that version 3 no longer has.", undefined, { timeout: 20_000 });
    const counted = screen.getByRole("link", { name: "2 runs wait" });
    expect(counted.getAttribute("href")).toBe("/automations/a1/runs?status=waiting");
    await user.click(screen.getByRole("button", { name: "Waiting runs" }));
    await screen.findByRole("dialog", { name: "Waiting runs" });
  });
});
