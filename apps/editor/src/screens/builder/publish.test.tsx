import { once } from "node:events";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { disconnect } from "../../data/session.ts";
import { ContractServer, refusal } from "../../testing/contract-server.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { navigate, setLeaveGuard } from "../../browser/location.ts";
import { loadAll } from "../../ui/loading/on-demand.ts";
import { LAYERS } from "./lazy-layers.tsx";

const server = new ContractServer();
// As in the browser, where they are there long before they are asked for.
beforeAll(async () => void (await loadAll(LAYERS)), 60_000);
beforeEach(async () => {
  server.automations.clear();
  server.asked.length = 0;
  server.instead = null;
  await server.start();
});
afterEach(async () => {
  setLeaveGuard(null);
  disconnect();
  await server.stop();
});

const nameField = () => screen.findByRole("textbox", { name: "Name of the automation" });
const publishButton = () => screen.getByRole<HTMLButtonElement>("button", { name: "Publish" });

/** A trigger with nothing after it is published all the same. */
const agree = async (user: UserEvent) =>
  user.click(await screen.findByRole("button", { name: "Publish with 1 warning" }));

const rename = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

/** Answers what a new automation asks first. */
const startWith = async (user: UserEvent, trigger: string) =>
  user.click(await screen.findByRole("option", { name: new RegExp(`^${trigger}`) }));

async function openAndRename(to: string) {
  server.add({ id: "a1", name: "Welcome", version: 4 });
  const { user } = renderApp("/automations/a1", server.session);
  rename(await nameField(), to);
  return user;
}

describe("publishing", () => {
  it("stores the draft over the version it started from", async () => {
    const user = await openAndRename("Welcome VIPs");
    expect(screen.getByText("Unpublished changes")).toBeTruthy();
    act(() => publishButton().focus());
    await user.keyboard("{Enter}");
    await screen.findByText("Version 5");
    expect(server.automations.get("a1")).toMatchObject({ name: "Welcome VIPs", version: 5 });
    expect(document.activeElement).toBe(publishButton());
    expect(publishButton().getAttribute("aria-disabled")).toBe("true");
    await user.tab();
    expect(publishButton().disabled).toBe(true);
  });

  it("asks first where something is most likely a mistake, and leads to it", async () => {
    server.add({ id: "a1", graphDefinition: { version: 2, nodes: [{ id: "t", type: "trigger" }], edges: [] } });
    const { user } = renderApp("/automations/a1", server.session);
    rename(await nameField(), "Renamed");
    await user.click(publishButton());
    const dialog = await screen.findByRole("dialog", { name: "Publish with 1 warning?" });
    await user.click(within(dialog).getByRole("button", { name: /^Show: .*leads nowhere/ }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(server.automations.get("a1")?.version).toBe(1);
    await user.click(publishButton());
    await agree(user);
    await screen.findByText("Version 2");
  });

  it("of one that is on says so beside what else is asked", async () => {
    const graphDefinition = { version: 2 as const, nodes: [{ id: "t", type: "trigger" as const }], edges: [] };
    server.add({ id: "a1", enabled: true, graphDefinition });
    const { user } = renderApp("/automations/a1", server.session);
    rename(await nameField(), "Renamed");
    await user.click(publishButton());
    const dialog = await screen.findByRole("dialog", { name: "Publish version 2?" });
    expect(within(dialog).getByRole("region", { name: "1 warning" }).textContent).toContain("leads nowhere");
    await agree(user);
    await screen.findByText("Version 2");
  });

  it("keeps what the editor does not show", async () => {
    server.add({ id: "a1", conditions: { combinator: "and", rules: [] }, outboundChannelId: "ch_1" });
    const { user } = renderApp("/automations/a1", server.session);
    rename(await nameField(), "Renamed");
    await user.click(publishButton());
    await screen.findByText("Version 2");
    expect(server.automations.get("a1")).toMatchObject({
      conditions: { combinator: "and", rules: [] },
      outboundChannelId: "ch_1",
    });
  });

  it.each(["Publish", "Try it"])("of a new automation creates it switched off at its address: %s", async (by) => {
    const { user } = renderApp("/automations/new", server.session);
    const field = await nameField();
    expect(screen.getByText("Not published yet")).toBeTruthy();
    await startWith(user, "Deal created");
    rename(field, "Mine");
    await user.click(screen.getByRole("button", { name: by }));
    const first = by === "Try it" && (await screen.findByRole("alertdialog", { name: "Publish it first" }));
    if (first) await user.click(within(first).getByRole("button", { name: "Publish" }));
    await agree(user);
    await screen.findByText("Version 1");
    expect(window.location.pathname).toBe("/automations/created");
    expect(server.automations.get("created")).toMatchObject({ name: "Mine", enabled: false });
    expect((await nameField()).isConnected).toBe(true);
  });

  it("shows a webhook's secret once, until the person says it is kept", async () => {
    server.nextSecret = "whsec_once";
    const user = await openAndRename("Hooked");
    await user.click(publishButton());
    const dialog = await screen.findByRole("dialog", { name: "The secret of your webhooks" });
    expect(within(dialog).getByText("whsec_once")).toBeTruthy();
    await user.keyboard("{Escape}");
    expect(screen.queryByText("whsec_once")).toBeTruthy();
    await user.click(within(dialog).getByRole("button", { name: "I have kept it" }));
    await waitFor(() => expect(screen.queryByText("whsec_once")).toBeNull());
  });

  it("refuses a name that is too long before asking the server", async () => {
    server.add({ id: "a1" });
    const { user } = renderApp("/automations/a1", server.session);
    rename(await nameField(), "n".repeat(256));
    await user.click(publishButton());
    const dialog = await screen.findByRole("dialog", { name: "Automation settings" });
    expect(within(dialog).getByText("At most 255 characters")).toBeTruthy();
    expect(server.asked.some((asked) => asked.startsWith("PUT"))).toBe(false);
  });

  it("refuses a rule without a value, which would let no deal start a run, and says so where it is seen at once", async () => {
    const rules = [{ field: "deal.value", operator: ">=", value: "" }];
    server.add({ id: "a1", triggerConfig: { filter: { combinator: "and", rules } } });
    const { user } = renderApp("/automations/a1", server.session);
    rename(await nameField(), "Big deals");
    expect(await screen.findByText("Deal created · if deal value is at least …")).toBeTruthy();
    await user.click(publishButton());
    const dialog = await screen.findByRole("dialog", { name: "Automation settings" });
    expect((await within(dialog).findByRole("alert")).textContent).toBe(
      "Nothing was published yet. First: Enter the value of each rule, or remove the rule.",
    );
    await user.click(within(dialog).getByRole("button", { name: "Change what starts it" }));
    const form = await screen.findByTestId("inspector");
    // At the step and at its field.
    await within(form).findAllByText("Enter the value of each rule, or remove the rule");
    expect(server.asked.some((asked) => asked.startsWith("PUT"))).toBe(false);
  });

  it("refuses a graph with errors before asking the server, and names each of them", async () => {
    server.add({
      id: "a1",
      graphDefinition: {
        version: 2,
        nodes: [
          { id: "t", type: "trigger" },
          { id: "w", type: "action", actionType: "webhook", config: {} },
        ],
        edges: [{ source: "t", target: "w" }],
      },
    });
    const { user } = renderApp("/automations/a1", server.session);
    rename(await nameField(), "Renamed");
    await user.click(publishButton());
    const dialog = await screen.findByRole("dialog", { name: "One problem keeps this from being published" });
    expect(within(dialog).getByRole("button", { name: /^Show:/ })).toBeTruthy();
    expect(server.asked.some((asked) => asked.startsWith("PUT"))).toBe(false);
  });

  it("shows what the server refuses, field by field", async () => {
    const user = await openAndRename("Odd");
    server.instead = refusal(400, "VALIDATION_ERROR", { fieldErrors: [{ field: "name", message: "is odd" }] });
    await user.click(publishButton());
    const dialog = await screen.findByRole("dialog", { name: "The server did not accept this automation" });
    expect(within(dialog).getByText("is odd")).toBeTruthy();
  });

  it("a key that is revoked meanwhile is told at the first answer that says so, and the next key leads back", async () => {
    const user = await openAndRename("Welcome VIPs");
    server.instead = refusal(401, "UNAUTHORIZED");
    await user.click(screen.getByRole("switch", { name: "Run this automation" }));
    await user.click(await screen.findByRole("button", { name: "Connect again" }));
    const address = await screen.findByLabelText("Address of the CRM");
    server.instead = null;
    fireEvent.change(address, { target: { value: server.session.baseUrl } });
    fireEvent.change(screen.getByLabelText("API key"), { target: { value: server.session.apiKey } });
    await user.click(screen.getByRole("button", { name: "Connect" }));
    await nameField();
    expect(screen.queryByRole("button", { name: "Connect again" })).toBeNull();
  });

  it("that fails keeps the draft and says why", async () => {
    const user = await openAndRename("Kept");
    server.onWrite = refusal(500, "INTERNAL_ERROR");
    await user.click(publishButton());
    await screen.findByText("Not published: The server had a problem");
    expect(((await nameField()) as HTMLInputElement).value).toBe("Kept");
    expect(screen.getByText("Unpublished changes")).toBeTruthy();
  });
});

/** Renamed and published while there is none; `back` brings it back. */
async function queue(automation: Parameters<typeof server.add>[0]) {
  server.add(automation);
  const { user } = renderApp("/automations/a1", server.session);
  rename(await nameField(), "Renamed");
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event("offline")));
  await user.click(publishButton());
  await screen.findByText(/if there is something to decide, you are asked first/);
  const back = () => {
    online.mockRestore();
    act(() => void window.dispatchEvent(new Event("online")));
  };
  return { user, back };
}

describe("publishing without network", () => {
  it("happens by itself once it is back, where nothing is to be asked", async () => {
    const { back } = await queue({ id: "a1", name: "Welcome", version: 4 });
    back();
    await screen.findByText("Version 5");
    expect(server.automations.get("a1")?.name).toBe("Renamed");
  });

  const alone = { version: 2 as const, nodes: [{ id: "t", type: "trigger" as const }], edges: [] };
  it.each([
    ["warnings", { graphDefinition: alone }, "Publish with 1 warning?"],
    ["an automation that is on", { enabled: true }, "Publish version 5?"],
  ])("asks about %s first, as ever", async (_, of, title) => {
    const { user, back } = await queue({ id: "a1", version: 4, ...of });
    back();
    const dialog = await screen.findByRole("dialog", { name: title });
    expect(server.automations.get("a1")?.version).toBe(4);
    await user.click(within(dialog).getByRole("button", { name: /^Publish/ }));
    await screen.findByText("Version 5");
  });

  it("asked and cancelled, waits for nothing any more", async () => {
    const { user, back } = await queue({ id: "a1", version: 4, enabled: true });
    back();
    await screen.findByRole("dialog", { name: "Publish version 5?" });
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.queryByText("The network is back")).toBeNull();
    expect(server.automations.get("a1")?.version).toBe(4);
  });
});

async function conflict() {
  const user = await openAndRename("Mine");
  server.add({ id: "a1", name: "Theirs", version: 5 });
  await user.click(publishButton());
  const dialog = await screen.findByRole("dialog", { name: "Somebody else published version 5" });
  return { user, dialog };
}

describe("when somebody else published meanwhile", () => {
  it("nothing is overwritten and the draft can be edited on", async () => {
    const { user, dialog } = await conflict();
    await user.click(within(dialog).getByRole("button", { name: "Keep editing" }));
    expect(((await nameField()) as HTMLInputElement).value).toBe("Mine");
    expect(server.automations.get("a1")).toMatchObject({ name: "Theirs", version: 5 });
  });

  it("theirs replaces mine on the screen, and mine can be had back with its conflict", async () => {
    const { user, dialog } = await conflict();
    await user.click(within(dialog).getByRole("button", { name: "See theirs" }));
    await waitFor(async () => expect(((await nameField()) as HTMLInputElement).value).toBe("Theirs"));
    await user.click(screen.getByRole("button", { name: "Back to my draft" }));
    await waitFor(async () => expect(((await nameField()) as HTMLInputElement).value).toBe("Mine"));
    await user.click(publishButton());
    await screen.findByRole("dialog", { name: "Somebody else published version 5" });
    expect(server.automations.get("a1")?.name).toBe("Theirs");
  });

  it("mine replaces theirs only when the person says so", async () => {
    const { user, dialog } = await conflict();
    await user.click(within(dialog).getByRole("button", { name: "Replace theirs with mine" }));
    await screen.findByText("Version 6");
    expect(server.automations.get("a1")).toMatchObject({ name: "Mine", version: 6 });
  });

  it("a third version meets another refusal", async () => {
    const { user, dialog } = await conflict();
    server.add({ id: "a1", name: "Theirs again", version: 6 });
    await user.click(within(dialog).getByRole("button", { name: "Replace theirs with mine" }));
    await screen.findByRole("dialog", { name: "Somebody else published version 6" });
    expect(server.automations.get("a1")?.name).toBe("Theirs again");
  });

  it("a deleted automation can be published as a new one", async () => {
    const user = await openAndRename("Survivor");
    server.automations.clear();
    await user.click(publishButton());
    await user.click(await screen.findByRole("button", { name: "Publish as new" }));
    await waitFor(() => expect(window.location.pathname).toBe("/automations/created"));
    expect(server.automations.get("created")?.name).toBe("Survivor");
  });
});

describe("merging", () => {
  it("asks where both sides clash, and publishes the result over their version", async () => {
    const { user, dialog } = await conflict();
    await user.click(within(dialog).getByRole("button", { name: "Merge both" }));
    const apply = await screen.findByRole<HTMLButtonElement>("button", { name: "Merge into my draft" });
    expect(apply.disabled).toBe(true);
    await user.click(screen.getByRole("radio", { name: /^Theirs/ }));
    expect(apply.disabled).toBe(false);
    await user.click(apply);
    await waitFor(async () => expect(((await nameField()) as HTMLInputElement).value).toBe("Theirs"));
    expect(server.automations.get("a1")).toMatchObject({ name: "Theirs", version: 5 });
    expect(screen.queryByText(/Somebody else published/)).toBeNull();
  });

  it("can be left, and the draft is as it was", async () => {
    const { user, dialog } = await conflict();
    await user.click(within(dialog).getByRole("button", { name: "Merge both" }));
    await user.click(await screen.findByRole("button", { name: "Back to editing" }));
    expect(((await nameField()) as HTMLInputElement).value).toBe("Mine");
    await screen.findByText("Somebody else published version 5 meanwhile.");
  });
});

describe("comparing", () => {
  it("says in words what the draft changes", async () => {
    const user = await openAndRename("Welcome VIPs");
    await user.click(screen.getByRole("button", { name: "Compare" }));
    const settings = await screen.findByRole("region", { name: "Settings" });
    expect(settings.textContent).toContain("“Welcome”");
    expect(settings.textContent).toContain("“Welcome VIPs”");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("region", { name: "Settings" })).toBeNull());
  });
});

describe("leaving", () => {
  it("with unsaved changes asks first", async () => {
    const user = await openAndRename("Unsaved");
    await user.click(screen.getByRole("link", { name: "Automations" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Leave without publishing?" });
    await user.click(within(dialog).getByRole("button", { name: "Keep editing" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(window.location.pathname).toBe("/automations/a1");
    await user.click(screen.getByRole("link", { name: "Automations" }));
    await user.click(await screen.findByRole("button", { name: "Discard changes" }));
    await screen.findByRole("heading", { name: /^Automations/ });
    expect(window.location.pathname).toBe("/");
  });

  it("while a new automation is published is for good: the answer leads nobody back", async () => {
    const { user } = renderApp("/automations/new", server.session);
    await startWith(user, "Deal created");
    rename(await nameField(), "Left");
    const answering = new AbortController();
    server.until = once(answering.signal, "abort").then(() => undefined);
    await user.click(publishButton());
    await agree(user);
    await waitFor(() => expect(server.automations.get("created")?.name).toBe("Left"));
    act(() => navigate("/", { force: true }));
    answering.abort();
    await screen.findByText("Published as version 1");
    expect(window.location.pathname).toBe("/");
  });

  it("without changes does not", async () => {
    server.add({ id: "a1" });
    const { user } = renderApp("/automations/a1", server.session);
    await nameField();
    await user.click(screen.getByRole("link", { name: "Automations" }));
    await screen.findByRole("heading", { name: /^Automations/ });
  });
});

describe("what cannot be drawn", () => {
  it("opens as JSON beside its problems and becomes a drawing once fixed", async () => {
    const twins = {
      version: 2,
      nodes: [
        { id: "t", type: "trigger" },
        { id: "t", type: "end" },
      ],
    } as const;
    server.add({ id: "a1", graphDefinition: { ...twins, nodes: [...twins.nodes] } });
    const { user } = renderApp("/automations/a1", server.session);
    const json = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Definition as JSON" });
    expect(JSON.parse(json.value)).toEqual(twins);
    await user.clear(json);
    await user.click(json);
    await user.paste('{"version":2,"nodes":[{"id":"t","type":"trigger"}]}');
    await user.click(screen.getByRole("button", { name: "Apply" }));
    await screen.findByTestId("automation-editor");
  });
});
