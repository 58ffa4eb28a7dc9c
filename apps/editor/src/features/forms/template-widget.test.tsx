import type { MessageTemplate, MessageTemplateSync } from "@trilho/api-client";
import type { Diagnostic, GraphDefinition, GraphNode, JsonObject } from "@trilho/engine";
import { validateGraph } from "@trilho/engine";
import { whatsappRules } from "@trilho/engine/whatsapp";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ClientProvider } from "../../data/client-provider.tsx";
import { showLanguage } from "../../i18n/set-up.ts";
import { NodeInspector } from "./node-inspector.tsx";

const template = (name: string, components: JsonObject[], more: Partial<MessageTemplate> = {}): MessageTemplate => ({
  channelId: "wa",
  channelName: "Sales",
  name,
  language: "pt_BR",
  category: "utility",
  status: "approved",
  components,
  syncedAt: null,
  ...more,
});

const TEMPLATES = [
  template("order", [
    { type: "HEADER", format: "TEXT", text: "Order {{1}}", example: { header_text: ["4711"] } },
    { type: "BODY", text: "*Hi* {{1}}, see you {{2}}", example: { body_text: [["Bia", "Monday"]] } },
    { type: "FOOTER", text: "Acme" },
    {
      type: "BUTTONS",
      buttons: [
        { type: "QUICK_REPLY", text: "Plan a visit" },
        { type: "URL", text: "Track it", url: "https://acme.example/{{1}}" },
      ],
    },
  ]),
  template("order", [{ type: "BODY", text: "Hello {{1}}" }], { language: "en_US", status: "paused" }),
  template("summer", [{ type: "BODY", text: "Summer is here" }], { category: "marketing", status: "pending" }),
];

const SYNCED: MessageTemplateSync = {
  channels: [{ channelId: "wa", channelName: "Sales", outcome: "synced", count: 3, error: null }],
};

interface Answers {
  list: { status: number; body: unknown };
  sync: MessageTemplateSync;
}
let answers: Answers;

beforeEach(() => {
  answers = { list: { status: 200, body: { data: TEMPLATES, message: null } }, sync: SYNCED };
  vi.stubGlobal("fetch", (input: URL | RequestInfo, init?: RequestInit) => {
    const path = new URL(String(input instanceof Request ? input.url : input)).pathname.replace(/^.*\/api\/v1/, "");
    if (path === "/message-templates/sync")
      return Promise.resolve(Response.json({ data: answers.sync, message: null }));
    const { status, body } = answers.list;
    if (path === "/message-templates") return Promise.resolve(Response.json(body, { status }));
    return Promise.resolve(Response.json({ data: init?.method === undefined ? [] : [], message: null }));
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await showLanguage("en");
});

const problemsOf = (definition: GraphDefinition): Diagnostic[] =>
  validateGraph(definition, { extraRules: whatsappRules({ template: TEMPLATES }) }).problems;

/** The form of a message, and its problems with the templates of the workspace. */
function show(config: JsonObject, { connected = true, readOnly = false } = {}) {
  const start: GraphNode = { id: "n1", type: "action", actionType: "send_whatsapp", config };
  const now = { node: start };
  function Host() {
    const [current, setCurrent] = useState(start);
    const nodes = [{ id: "start", type: "trigger" as const }, current];
    const definition: GraphDefinition = { version: 2, nodes, edges: [{ source: "start", target: "n1" }] };
    return (
      <NodeInspector
        node={current}
        definition={definition}
        problems={problemsOf(definition)}
        readOnly={readOnly}
        onChange={(patch) => {
          now.node = { ...now.node, ...patch };
          setCurrent(now.node);
        }}
        onRename={() => undefined}
      />
    );
  }
  const queries = new QueryClient();
  render(
    connected ? (
      <ClientProvider session={{ baseUrl: "http://crm.test", apiKey: `trk_test_${"0".repeat(32)}` }}>
        <Host />
      </ClientProvider>
    ) : (
      <QueryClientProvider client={queries}>
        <Host />
      </QueryClientProvider>
    ),
  );
  return () => now.node.config ?? {};
}

const VALUES = { header: { "1": "7" }, body: { "1": "{{ contact.firstName }}", "2": "today" }, buttons: { "1": "x" } };
const ORDER = { templateName: "order", templateLanguageCode: "pt_BR" };
const preview = async () => within(await screen.findByRole("figure"));

describe("the template of a WhatsApp message", () => {
  test("is found by typing, and kept with its language", async () => {
    const user = userEvent.setup();
    const config = show({});
    const box = await screen.findByRole("combobox", { name: "Template" });
    await user.type(box, "ord");
    const options = await screen.findAllByRole("option");
    expect(options.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining("order (pt_BR)Approved: *Hi* {{1}}"),
      expect.stringContaining("order (en_US)Paused: Hello"),
    ]);
    await user.keyboard("{Enter}");
    expect(config()).toEqual(ORDER);
    expect(screen.getByText("Approved")).toBeDefined();
    expect(screen.getByText("Utility")).toBeDefined();
  });

  test("is shown with its examples until it has values, and with these for the example deal", async () => {
    const user = userEvent.setup();
    const config = show(ORDER);
    const shown = await preview();
    for (const words of ["Order 4711", "Acme", "Plan a visit", "Track it"])
      expect(shown.getByText(words)).toBeDefined();
    expect(shown.getByText("Hi", { selector: "strong" }).parentElement?.textContent).toBe("Hi Bia, see you Monday");
    const first = screen.getByRole("textbox", { name: "Text, gap 1" });
    expect(first).toHaveProperty("placeholder", "Such as Bia");
    await user.type(first, "{{{{first");
    await user.keyboard("{Enter}");
    expect(config()).toEqual({ ...ORDER, templateParameters: { body: { "1": "{{ contact.firstName }}" } } });
    expect(shown.getByText("Hi", { selector: "strong" }).parentElement?.textContent).toBe("Hi Ana, see you Monday");
    await user.clear(first);
    expect(config()).toEqual(ORDER);
  });

  test("asks for a value of each gap, and says which are missing", async () => {
    show(ORDER);
    await preview();
    for (const name of ["Heading, gap 1", "Text, gap 1", "Text, gap 2", "End of the address of “Track it”"])
      expect(screen.getByRole("textbox", { name })).toBeDefined();
    expect(screen.getByText(/needs a value for \{\{1\}\}, \{\{1\}\}, \{\{2\}\}, “Track it”/)).toBeDefined();
  });

  test("keeps the values that another one has gaps for", async () => {
    const user = userEvent.setup();
    const config = show({ ...ORDER, templateParameters: VALUES });
    await preview();
    await user.click(screen.getByRole("combobox", { name: "Template" }));
    await user.click(await screen.findByRole("option", { name: /^order \(en_US\)/ }));
    expect(config()).toEqual({
      ...ORDER,
      templateLanguageCode: "en_US",
      templateParameters: { body: { "1": "{{ contact.firstName }}" } },
    });
    expect(screen.getByText(/has not approved the template “order” \(paused\)/)).toBeDefined();
  });

  test("is taken away with all that belongs to it", async () => {
    const user = userEvent.setup();
    const config = show({ text: "Hi", ...ORDER, templateParameters: VALUES });
    await preview();
    const field = screen.getByRole("combobox", { name: "Template" }).parentElement;
    if (field === null) throw new Error("The list stands in no field");
    await user.click(within(field).getByRole("button", { name: "Clear" }));
    expect(config()).toEqual({ text: "Hi" });
  });

  test("gives its quick replies to the step", async () => {
    const user = userEvent.setup();
    const config = show({ ...ORDER, templateParameters: VALUES });
    await user.click(await screen.findByRole("button", { name: "Wait for the template's buttons" }));
    expect(config()["buttons"]).toEqual([{ id: expect.stringMatching(/^k_/), label: "Plan a visit" }]);
    expect(screen.queryByRole("button", { name: "Wait for the template's buttons" })).toBeNull();
  });

  test("that is in no list stays, and says so", async () => {
    const config = show({ templateName: "gone" });
    const box = await screen.findByRole("combobox", { name: "Template" });
    await vi.waitFor(() => expect(box).toHaveProperty("value", "gone (pt_BR) is not in the list"));
    expect(config()).toEqual({ templateName: "gone" });
  });

  test("reads in Portuguese", async () => {
    await showLanguage("pt-BR");
    show(ORDER);
    expect((await preview()).getByText("O que o contato recebe")).toBeDefined();
    expect(screen.getByText("Aprovado")).toBeDefined();
    expect(screen.getByRole("textbox", { name: "Texto, lacuna 1" })).toBeDefined();
  });

  test("only shows itself where nothing may be changed", async () => {
    show({ ...ORDER, templateParameters: VALUES }, { readOnly: true });
    await preview();
    expect(screen.queryByRole("button", { name: "Fetch from WhatsApp" })).toBeNull();
    expect(screen.getByRole("textbox", { name: "Text, gap 2" })).toHaveProperty("readOnly", true);
  });
});

describe("the list of templates", () => {
  test("is fetched anew", async () => {
    const user = userEvent.setup();
    show({});
    await user.click(await screen.findByRole("button", { name: "Fetch from WhatsApp" }));
    expect(await screen.findByText("3 templates are here now.")).toBeDefined();
  });

  test("stays where it cannot be fetched, with the reason in words", async () => {
    const user = userEvent.setup();
    const failure = [{ code: "meta-not-connected", params: {} }];
    answers.sync = {
      channels: [{ channelId: "wa", channelName: "Sales", outcome: "kept", count: 3, error: "English words", failure }],
    };
    show({});
    await user.click(await screen.findByRole("button", { name: "Fetch from WhatsApp" }));
    expect(await screen.findByText(/^Sales: This server has no access to Meta/)).toBeDefined();
    await user.click(screen.getByRole("combobox", { name: "Template" }));
    expect(await screen.findAllByRole("option")).toHaveLength(3);
  });

  test("is not missed by a service without one: names are typed", async () => {
    answers.list = { status: 404, body: { error: "No", code: "NOT_FOUND", requestId: "r1" } };
    const user = userEvent.setup();
    const config = show({});
    expect(await screen.findByText(/^This service has no list of templates/)).toBeDefined();
    await user.type(screen.getByRole("textbox", { name: "Template" }), "welcome");
    await user.type(screen.getByRole("textbox", { name: "Template language" }), "en_US");
    expect(config()).toEqual({ templateName: "welcome", templateLanguageCode: "en_US" });
    expect(screen.getByRole("textbox", { name: "Template values" })).toBeDefined();
  });

  test("can be asked for again after a failure", async () => {
    answers.list = { status: 400, body: { error: "Down", code: "BAD_REQUEST", requestId: "r1" } };
    const user = userEvent.setup();
    show({});
    expect(await screen.findByText("The list of templates could not be loaded.")).toBeDefined();
    answers.list = { status: 200, body: { data: TEMPLATES, message: null } };
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("combobox", { name: "Template" })).toBeDefined();
  });

  test("is not asked for what Liquid names", async () => {
    show({ templateName: "{{ deal.source }}" });
    expect(screen.getByRole("textbox", { name: "Template" })).toHaveProperty("value", "{{ deal.source }}");
  });

  test("is nowhere without a service", () => {
    show({ templateName: "welcome" }, { connected: false });
    expect(screen.getByText("Connect to a service to choose from a list.")).toBeDefined();
  });
});
