import type { Automation } from "@trilho/api-client";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { disconnect } from "../../data/session.ts";
import { showLanguage } from "../../i18n/set-up.ts";
import { ContractServer, refusal } from "../../testing/contract-server.ts";
import { renderApp } from "../../testing/render-app.tsx";

const server = new ContractServer();
beforeEach(async () => {
  server.automations.clear();
  server.asked.length = 0;
  server.instead = null;
  await server.start();
});
afterEach(async () => {
  await showLanguage("en");
  disconnect();
  await server.stop();
});

type Graph = Automation["graphDefinition"];

const graph = (...acts: Graph["nodes"]): Graph => ({
  version: 2,
  nodes: [{ id: "start", type: "trigger" }, ...acts],
  edges: [
    { id: "e0", source: "start", target: acts[0]?.id ?? "" },
    ...acts.slice(1).map(({ id }, index) => ({ id: `e${index + 1}`, source: acts[index]?.id ?? "", target: id })),
  ],
});

/** Asks the contact of each new deal on WhatsApp. */
const asking = (text: string): Graph => {
  const asked = graph({
    id: "ask",
    type: "action",
    actionType: "send_whatsapp",
    config: { text, awaitReply: true, replyTimeoutSeconds: 86_400, ui: { label: "The question" } },
  });
  const tag = { id: "tag", type: "action" as const, actionType: "add_tag" as const, config: { tagIds: ["t1"] } };
  return {
    ...asked,
    nodes: [...asked.nodes, tag],
    edges: [...(asked.edges ?? []), { id: "r", source: "ask", sourceHandle: "replied", target: "tag" }],
  };
};

const twoQuestions = (): void => {
  server.add({ id: "a1", name: "Welcome", enabled: true, graphDefinition: asking("Do you want a visit?") });
  server.add({ id: "a2", name: "Follow-up", enabled: true, graphDefinition: asking("Is the budget settled?") });
};

const open = () => renderApp("/interactions", server.session);
const finding = () => screen.findByRole("article", {}, { timeout: 20_000 });

describe("the interactions of a workspace", () => {
  it("are reached from the automations", async () => {
    server.add({ id: "a1", name: "Welcome" });
    const { user } = renderApp("/", server.session);
    await screen.findByRole("table", { name: "Automations" });
    await user.click(screen.getByRole("link", { name: "Interactions" }));
    await screen.findByRole("heading", { name: "Interactions", level: 1 });
    expect(window.location.pathname).toBe("/interactions");
  });

  it("have automations that nothing can start apart, with nothing to play", async () => {
    const rules = [1, 2].map((value) => ({ field: "deal.value", operator: "=", value }));
    const conditions = { combinator: "and", rules };
    server.add({ id: "a1", name: "Welcome", enabled: true, graphDefinition: asking("A visit?"), conditions });
    open();
    const card = await finding();
    within(card).getByRole("heading", { name: /^“Welcome” never starts/ });
    within(card).getByRole("link", { name: "Welcome" });
    expect(within(card).queryByRole("button", { name: /Show how it happens/ })).toBeNull();
    within(screen.getByRole("region", { name: "Never starts" })).getByRole("article");
    screen.getByText("1 never starts · among 1 automation");
  });

  it("are told in a sentence, with each automation at its step", async () => {
    twoQuestions();
    open();
    const card = await finding();
    within(card).getByText("Answer taken away");
    within(card).getByRole("heading", { name: /“.+” and “.+” both wait for an answer of the same contact/ });
    const links = within(within(card).getByRole("list", { name: "Where" })).getAllByRole("link");
    expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual(
      expect.arrayContaining([
        ["Welcome: The question", "/automations/a1?step=ask"],
        ["Follow-up: The question", "/automations/a2?step=ask"],
      ]),
    );
    within(screen.getByRole("region", { name: "Seen" })).getByRole("article");
    screen.getByText("1 seen · among 2 automations");
  });

  it("are played moment by moment, forward and back", async () => {
    twoQuestions();
    const { user } = open();
    await user.click(within(await finding()).getByRole("button", { name: /^Show how it happens/ }));
    const story = await screen.findByRole("list", { name: "What happens, one thing after the other" });
    const moments = within(story).getAllByRole("listitem");
    const words = moments.map(({ textContent }) => textContent);
    expect(words[0]).toMatch(/^Day 0, .*A deal is created\.$/);
    const answer = words.findIndex((each) => /The contact answers “Yes” to “(Welcome|Follow-up)”/.test(each ?? ""));
    expect(words[answer]).toMatch(/It is meant for “(Welcome|Follow-up)”, but “(Welcome|Follow-up)” takes it\.$/);
    expect(words[answer + 1]).toMatch(/The question/);
    expect(words.at(-1)).toMatch(/^Day 1, .*The question .*[Nn]o reply/);
    const current = () => moments.findIndex((each) => each.getAttribute("aria-current") === "step");
    expect(current()).toBe(0);
    await user.click(screen.getByRole("button", { name: "One step forward" }));
    expect(current()).toBe(1);
    await user.keyboard("{ArrowRight}{ArrowLeft}{End}");
    expect(current()).toBe(moments.length - 1);
    await user.click(within(moments[answer] as HTMLElement).getByRole("button"));
    expect(current()).toBe(answer);
    await user.click(screen.getByRole("button", { name: /^Hide how it happens/ }));
    expect(screen.queryByRole("list", { name: "What happens, one thing after the other" })).toBeNull();
  });

  it("leave out what is switched off, unless it is asked for", async () => {
    twoQuestions();
    server.add({ ...(server.automations.get("a2") as Automation), enabled: false });
    const { user } = open();
    await screen.findByText("Nothing found among 1 automation", {}, { timeout: 20_000 });
    await user.click(screen.getByRole("button", { name: "Also those that are off" }));
    within(await finding()).getByText("Off");
  });

  it("say that none is switched on", async () => {
    server.add({ id: "a1", name: "Welcome" });
    const { user } = open();
    await screen.findByText("No automation is switched on");
    await user.click(screen.getByRole("button", { name: "Look at all" }));
    await screen.findByText("Nothing found among 1 automation", {}, { timeout: 20_000 });
  });

  it("name what cannot be read, and show the others", async () => {
    twoQuestions();
    const broken = { version: 2, nodes: "none", edges: [] } as unknown as Graph;
    server.add({ id: "a3", name: "Broken", enabled: true, graphDefinition: broken });
    open();
    await finding();
    screen.getByText("This automation cannot run as it is, so nothing is known of what it does:");
    expect(screen.getByRole("link", { name: "Broken" }).getAttribute("href")).toBe("/automations/a3");
  });

  it("say why the automations could not be read, and are asked for again", async () => {
    server.instead = refusal(403, "FORBIDDEN");
    const { user } = open();
    await screen.findByRole("alert");
    server.instead = null;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText("There are no automations yet");
  });

  it("are narrowed down to those of one automation", async () => {
    for (const name of ["Ana", "Bia", "Caio", "Davi"])
      server.add({ id: name, name, enabled: true, graphDefinition: asking(`Is it you, ${name}?`) });
    const { user } = open();
    const all = await screen.findAllByRole("article", {}, { timeout: 20_000 });
    expect(all.length).toBe(6);
    await user.click(await screen.findByRole("combobox", { name: "Filter by automation" }));
    await user.click(await screen.findByRole("option", { name: /^Bia/ }));
    const own = await waitFor(() => {
      const cards = screen.getAllByRole("article");
      expect(cards.length).toBe(3);
      return cards;
    });
    for (const card of own) within(card).getByRole("link", { name: "Bia: The question" });
  });

  it("are drawn on a map; of many, one with those that it has to do with", async () => {
    for (let pair = 10; pair < 23; pair += 1)
      for (const actionType of ["add_tag", "remove_tag"] as const) {
        const name = `${actionType === "add_tag" ? "Adds" : "Takes off"} ${pair}`;
        const act = { id: "act", type: "action" as const, actionType, config: { tagIds: [`t${pair}`] } };
        server.add({ id: name, name, enabled: true, graphDefinition: graph(act) });
      }
    const { user } = open();
    await screen.findAllByRole("article", {}, { timeout: 20_000 });
    await user.click(screen.getByRole("button", { name: "Show the map" }));
    screen.getByText(/^These are too many for one map\./);
    expect(screen.queryByRole("application")).toBeNull();
    await user.click(await screen.findByRole("combobox", { name: "Filter by automation" }));
    await user.click(await screen.findByRole("option", { name: /^Adds 10/ }));
    const map = await screen.findByRole("application", { name: "Map of the automations" });
    const card = await within(map).findByRole("button", { name: /^Adds 10/, hidden: true });
    expect(card.getAttribute("aria-pressed")).toBe("true");
    within(map).getByRole("button", { name: /^Takes off 10/, hidden: true });
    expect(within(map).queryByRole("button", { name: /^Takes off 11/, hidden: true })).toBeNull();
  });

  it("are told in Portuguese", async () => {
    twoQuestions();
    await showLanguage("pt-BR");
    open();
    const card = await finding();
    within(card).getByRole("heading", { name: /esperam uma resposta do mesmo contato/ });
    await waitFor(() => expect(within(card).getByText("Resposta desviada")).toBeTruthy());
  });
});

const tagging: Graph = graph({
  id: "tag",
  type: "action",
  actionType: "add_tag",
  config: { tagIds: ["t1"], ui: { label: "The mark" } },
});

describe("where things are used", () => {
  it("is told of what the workspace has, and of what is gone, with links to the places", async () => {
    server.add({ id: "a1", name: "Welcome", graphDefinition: tagging });
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Where used" }));
    expect(window.location.search).toBe("?used");
    const tags = await screen.findByRole("region", { name: "Tags" }, { timeout: 20_000 });
    const row = within(tags).getByText("t1").closest("summary") as HTMLElement;
    expect(row.textContent).toBe("t1Does not existwritten by 1");
    await user.click(row);
    const places = await within(tags).findByRole("list", { name: "Where" });
    expect(places.textContent).toBe("Welcome: The markOffwritten");
    expect(within(places).getByRole("link").getAttribute("href")).toBe("/automations/a1?step=tag");

    await user.type(screen.getByRole("searchbox", { name: "Find by name" }), "zzz");
    await screen.findByText("Nothing has this name");
    await user.click(screen.getByRole("link", { name: "Interactions" }));
    await screen.findByText("No automation is switched on");
  });

  it("looks for no findings, and is told in Portuguese", async () => {
    server.add({ id: "a1", name: "Welcome", enabled: true, graphDefinition: tagging });
    await showLanguage("pt-BR");
    renderApp("/interactions?used", server.session);
    await screen.findByText("1 item, 0 sem uso", {}, { timeout: 20_000 });
    within(screen.getByRole("region", { name: "Tags" })).getByText("1 define");
    expect(screen.queryByText(/Testando/)).toBeNull();
  });
});
