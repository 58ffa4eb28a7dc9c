import type { Automation } from "@trilho/api-client";
import { render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ClientProvider } from "../../../data/client-provider.tsx";
import { draftOf } from "../../../document/draft/draft.ts";
import { isDrawable } from "../../../document/document.ts";
import { showLanguage } from "../../../i18n/set-up.ts";
import { ContractServer, refusal } from "../../../testing/contract-server.ts";
import { AutomationEditor } from "../../editor/automation-editor.tsx";
import { loadParts } from "../../editor/lazy-parts.tsx";
import { BesideNote } from "../review/beside-note.tsx";
import { Beside } from "./beside.tsx";

/** Where jsdom has no layout: what the editor asks of it. */
class NoResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** Is asked to analyse, says nothing, and may be given up. */
class SilentWorker {
  static asked: SilentWorker[] = [];
  isGivenUp = false;
  addEventListener(): void {}
  postMessage({ type }: { type?: string }): void {
    if (type === "analysis") SilentWorker.asked.push(this);
  }
  terminate(): void {
    this.isGivenUp = true;
  }
}

const server = new ContractServer();
beforeAll(loadParts, 60_000);
beforeEach(async () => {
  vi.stubGlobal("innerWidth", 400);
  vi.stubGlobal("ResizeObserver", NoResizeObserver);
  server.automations.clear();
  server.instead = null;
  await server.start();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await showLanguage("en");
  await server.stop();
});

type Graph = Automation["graphDefinition"];

const writing = (text: string, more: object = {}): Graph => ({
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    {
      id: "write",
      type: "action",
      actionType: "send_whatsapp",
      config: { text, ui: { label: "The greeting" }, ...more },
    },
  ],
  edges: [{ id: "e", source: "start", target: "write" }],
});

const asking = (text: string): Graph => writing(text, { awaitReply: true, replyTimeoutSeconds: 86_400 });

interface DrawnProps {
  stored: Automation;
  graph: Graph;
}

/** The builder's part of it: what is drawn, its problems, and what publishing tells. */
function Drawn({ stored, graph }: DrawnProps) {
  const draft = { ...draftOf(stored), definition: graph };
  return (
    <ClientProvider session={server.session}>
      {isDrawable(graph) && <AutomationEditor value={graph} onChange={() => undefined} />}
      <Beside id={stored.id} draft={draft} published={graph === stored.graphDefinition ? null : stored} />
      <BesideNote />
    </ClientProvider>
  );
}

/** Draws one automation, as it is stored unless told otherwise, and opens the list of its problems. */
async function draw(stored: Automation, graph: Graph = stored.graphDefinition) {
  const user = userEvent.setup();
  const { rerender } = render(<Drawn stored={stored} graph={graph} />);
  await user.click(screen.getByRole("button", { name: /^Problems/ }));
  return { user, redraw: (next: Graph) => rerender(<Drawn stored={stored} graph={next} />) };
}

const problems = () => within(screen.getByRole("region", { name: "Problems" }));
const beside = () => problems().findByRole("region", { name: "Beside other automations" }, { timeout: 20_000 });

const greeting = (fields: Partial<Automation> = {}) =>
  server.add({ id: "a2", name: "Proposal follow-up", enabled: true, graphDefinition: writing("Hello!"), ...fields });

describe("what a draft does beside other automations", () => {
  it("appears in the list of problems, and is new", async () => {
    greeting();
    const stored = server.add({ id: "a1", name: "Welcome", graphDefinition: writing("Welcome!") });
    const { user, redraw } = await draw(stored);
    redraw(writing("Hello!"));
    const section = within(await beside());
    const row = section.getByRole("button", { name: /^“Welcome” and “Proposal follow-up” send the same contact/ });
    await section.findByText("New");
    expect(problems().getByRole("button", { name: /^Problems.*1 interaction$/ })).toBeTruthy();
    await user.click(row);
    await screen.findByRole("dialog", { name: "Step settings" });
  });

  it("is not new where what is published does it too", async () => {
    greeting({ graphDefinition: asking("Is the budget settled?") });
    const stored = server.add({ id: "a1", name: "Welcome", graphDefinition: asking("Do you want a visit?") });
    const { redraw } = await draw(stored);
    await beside();
    redraw(writing("Hello!", { awaitReply: true, replyTimeoutSeconds: 3600 }));
    const section = within(await beside());
    section.getByRole("button", { name: /^“.*both wait for an answer/ });
    expect(section.queryByText("New")).toBeNull();
  });

  it("goes once it is settled", async () => {
    greeting();
    const stored = server.add({ id: "a1", name: "Welcome", graphDefinition: writing("Hello!") });
    const { redraw } = await draw(stored);
    await beside();
    redraw(writing("Welcome!"));
    await waitFor(() => expect(problems().queryByText("Beside other automations")).toBeNull(), { timeout: 20_000 });
  });

  it("is not looked for anew where steps are only moved about", async () => {
    vi.stubGlobal("Worker", SilentWorker);
    const stored = server.add({ id: "a1", name: "Welcome", graphDefinition: writing("Hello!") });
    const { redraw } = await draw(stored);
    await waitFor(() => expect(SilentWorker.asked.length).toBe(1), { timeout: 20_000 });
    const [asked] = SilentWorker.asked;
    redraw(writing("Hello!", { ui: { label: "The greeting", position: { x: 40, y: 200 } } }));
    expect(asked?.isGivenUp).toBe(false);
    redraw(writing("Welcome!"));
    expect(asked?.isGivenUp).toBe(true);
  });

  it("is played with the draft, moment by moment", async () => {
    greeting();
    const { user } = await draw(server.add({ id: "a1", name: "Welcome", graphDefinition: writing("Hello!") }));
    await user.click(within(await beside()).getByRole("button", { name: /^Show how it happens/ }));
    const dialog = await screen.findByRole("dialog", { name: /send the same contact the same message/ });
    const moments = within(dialog).getByRole("list", { name: "What happens, one thing after the other" });
    within(moments).getByText("A deal is created.");
    expect(within(moments).getAllByText("The greeting").length).toBe(2);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("is told before publishing, as something to know", async () => {
    greeting();
    await draw(server.add({ id: "a1", name: "Welcome", graphDefinition: writing("Hello!") }));
    await beside();
    const [, note] = screen.getAllByRole("region", { name: "Beside other automations" });
    within(note as HTMLElement).getByText("You can publish anyway.");
    within(note as HTMLElement).getByText(/send the same contact the same message/);
  });

  it("leaves out what is switched off", async () => {
    greeting({ enabled: false });
    server.add({ id: "a3", name: "Other", enabled: true, graphDefinition: writing("Hello!") });
    await draw(server.add({ id: "a1", name: "Welcome", graphDefinition: writing("Hello!") }));
    const section = within(await beside());
    expect(section.getAllByRole("listitem").length).toBe(1);
    section.getByRole("button", { name: /^“Welcome” and “Other”|^“Other” and “Welcome”/ });
  });

  it("is not told where the service has no list", async () => {
    server.instead = refusal(404, "NOT_FOUND");
    await draw(server.add({ id: "a1", name: "Welcome", graphDefinition: writing("Hello!") }));
    await problems().findByText("Nothing stands in the way.");
    await waitFor(() => expect(server.asked).toContain("GET /automations"));
    expect(problems().queryByText("Beside other automations")).toBeNull();
  });

  it("is told in Portuguese", async () => {
    await showLanguage("pt-BR");
    greeting();
    const user = userEvent.setup();
    const stored = server.add({ id: "a1", name: "Boas-vindas", graphDefinition: writing("Hello!") });
    render(<Drawn stored={stored} graph={stored.graphDefinition} />);
    await user.click(screen.getByRole("button", { name: /^Problemas/ }));
    const list = within(screen.getByRole("region", { name: "Problemas" }));
    const section = await list.findByRole("region", { name: "Ao lado de outras automações" }, { timeout: 20_000 });
    within(section).getByRole("button", { name: /^“.*enviam a mesma mensagem ao mesmo contato/ });
  });
});
