import type { Diagnostic, GraphDefinition, GraphNode, JsonObject } from "@trilho/engine";
import { validateGraph } from "@trilho/engine";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { NodeInspector } from "./node-inspector.tsx";
import { Connected, stubWorkspace } from "./testing/workspace.tsx";

beforeEach(() => stubWorkspace());
afterEach(() => vi.unstubAllGlobals());

/** Shows the form of one node of a graph, and keeps what the form says. */
function show(node: Partial<GraphNode>, options: { problems?: Diagnostic[]; readOnly?: boolean } = {}) {
  const start: GraphNode = { id: "n1", type: "action", ...node };
  const now = { node: start, fields: [] as string[], renamed: "" };
  function Host() {
    const [current, setCurrent] = useState(start);
    const definition: GraphDefinition = {
      version: 2,
      nodes: [{ id: "start", type: "trigger" }, current],
      edges: [{ source: "start", target: "n1" }],
    };
    return (
      <NodeInspector
        node={current}
        definition={definition}
        problems={options.problems ?? validateGraph(definition).problems}
        readOnly={options.readOnly ?? false}
        onChange={(patch, { field }) => {
          now.node = { ...now.node, ...patch };
          now.fields.push(field);
          setCurrent(now.node);
        }}
        onRename={(label) => {
          now.renamed = label;
        }}
      />
    );
  }
  render(<Host />, { wrapper: Connected });
  return now;
}

const config = (now: { node: GraphNode }): JsonObject => now.node.config ?? {};
const branches = (now: { node: GraphNode }): JsonObject[] => (now.node.condition?.["branches"] ?? []) as JsonObject[];

const choose = async (user: ReturnType<typeof userEvent.setup>, box: string, option: string): Promise<void> => {
  await user.click(screen.getByRole("combobox", { name: box }));
  await user.click(await screen.findByRole("option", { name: option }));
};

describe("until when a wait lasts", () => {
  test("is a date, moved by days, at a time; the fixed time is what it lasts without it", async () => {
    const user = userEvent.setup();
    const now = show({ type: "wait", config: { delaySeconds: 172_800 } });
    await choose(user, "How long it waits", "Until a date");
    await choose(user, "Before or after the date", "days before");
    await user.clear(screen.getByRole("textbox", { name: "Days before or after the date" }));
    await user.type(screen.getByRole("textbox", { name: "Days before or after the date" }), "3");
    const until = { kind: "field", field: "deal.expectedCloseAt", offsetDays: -3, at: "09:00" };
    expect(config(now)).toEqual({ delaySeconds: 172_800, until });
    expect(screen.getByText(/^With Expected close on .+, it would go on .+ 9:00 AM/)).toBeDefined();
    expect(screen.getByRole("textbox", { name: "Where the date is empty or past, wait" })).toHaveProperty("value", "2");
    await choose(user, "How long it waits", "A set time");
    expect(config(now)).toEqual({ delaySeconds: 172_800 });
  });

  test("is a weekday and time, in the workspace's time zone", async () => {
    const user = userEvent.setup();
    const now = show({ type: "wait", config: {} });
    await choose(user, "How long it waits", "Until a weekday");
    await user.click(screen.getByRole("button", { name: "Thursday" }));
    const until = { kind: "weekday", days: [1, 4], at: "09:00" };
    expect(config(now)).toEqual({ delaySeconds: 86_400, until });
    expect(screen.getByText(/^If it came here now, it would go on (Mon|Thurs)day.+ 9:00 AM/)).toBeDefined();
    expect(screen.queryByRole("textbox", { name: "Wait for" })).toBeNull();
  });

  test("is the next opening", async () => {
    const user = userEvent.setup();
    const now = show({ type: "wait", config: { delaySeconds: 60 } });
    await choose(user, "How long it waits", "Until business hours");
    expect(config(now)).toEqual({ delaySeconds: 60, until: { kind: "opening" } });
    expect(screen.getByText(/^If it came here now, it would go on/)).toBeDefined();
  });

  test("is kept where it cannot be read, with what is wrong at its field", () => {
    const now = show({ type: "wait", config: { delaySeconds: 60, until: { kind: "weekday", days: [], at: "09:00" } } });
    expect(screen.getByText("Choose a day")).toBeDefined();
    expect(screen.getByText(/does not say which days of the week it waits for/)).toBeDefined();
    expect(now.fields).toEqual([]);
  });
});

test("an e-mail is shown as its inbox shows it and as it opens, with the example deal filled in", () => {
  const texts = {
    subject: "Hi {{ contact.firstName }}",
    previewText: "For you",
    body: "One\n\nTwo",
    plainText: "Plain",
  };
  show({ actionType: "send_email", config: texts });
  const mail = within(screen.getByRole("figure"));
  for (const words of ["Hi Ana", "For you", "One", "Two", "Plain"]) expect(mail.getByText(words)).toBeDefined();
});

describe("durations", () => {
  test("are entered as amount and unit, and kept in seconds", async () => {
    const user = userEvent.setup();
    const now = show({ type: "wait", config: { delaySeconds: 172_800 } });
    const amount = screen.getByRole("textbox", { name: "Wait for" });
    expect(amount).toHaveProperty("value", "2");
    expect(screen.getByRole("combobox", { name: "Wait for: unit" }).textContent).toContain("days");
    await user.clear(amount);
    await user.type(amount, "1.5");
    expect(config(now)).toEqual({ delaySeconds: 129_600 });
    expect(screen.getByText("That is 1 day 12 h.")).toBeDefined();
    expect(new Set(now.fields)).toEqual(new Set(["delaySeconds"]));
  });

  test("a wait below five seconds is a problem at its field", async () => {
    show({ type: "wait", config: { delaySeconds: 2 } });
    const group = screen.getByRole("group", { name: /Wait for/ });
    expect(group.textContent).toMatch(/5 seconds/);
  });
});

describe("pickers", () => {
  test("of tags create one that is missing", async () => {
    const user = userEvent.setup();
    const now = show({ actionType: "add_tag", config: { tagIds: ["t1"] } });
    await screen.findByText("VIP");
    await user.type(screen.getByRole("combobox", { name: /Tags to add/ }), "Gold");
    await user.click(await screen.findByRole("option", { name: "Create ‘Gold’" }));
    await screen.findByText("Gold");
    expect(config(now)).toEqual({ tagIds: ["t1", "t9"] });
  });

  test("show names and colours, and keep several ids", async () => {
    const user = userEvent.setup();
    const now = show({ actionType: "add_tag", config: { tagIds: ["t1"], note: "kept" } });
    await screen.findByText("VIP");
    await user.click(screen.getByRole("combobox", { name: /Tags to add/ }));
    await user.click(await screen.findByRole("option", { name: "Hot" }));
    expect(config(now)).toEqual({ tagIds: ["t1", "t2"], note: "kept" });
  });

  test("keep an id that nothing has any more until it is changed", async () => {
    const now = show({ actionType: "move_stage", config: { targetStageId: "gone" } });
    const box = screen.getByRole("combobox", { name: /Stage/ });
    await waitFor(() => expect(box).toHaveProperty("value", "Deleted stage (gone)"));
    expect(config(now)).toEqual({ targetStageId: "gone" });
  });

  test("group stages under their pipeline", async () => {
    const user = userEvent.setup();
    const now = show({ actionType: "move_stage" });
    await user.click(screen.getByRole("combobox", { name: /Stage/ }));
    expect(await screen.findByText("Renewals")).toBeDefined();
    await user.click(screen.getByRole("option", { name: "Proposta" }));
    expect(config(now)).toEqual({ targetStageId: "s2" });
  });

  test("do not offer people who left, and take an id by hand when the list cannot be had", async () => {
    stubWorkspace(["/users"]);
    const user = userEvent.setup();
    const now = show({ actionType: "assign_responsible" });
    await screen.findByText("The list of people could not be loaded.");
    await user.type(screen.getByRole("textbox", { name: /Responsible/ }), "u7");
    expect(config(now)).toEqual({ userId: "u7" });
    stubWorkspace();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    const box = await screen.findByRole("combobox", { name: /Responsible/ });
    await waitFor(() => expect(box).toHaveProperty("value", "Deleted person (u7)"));
    await user.clear(box);
    await user.click(box);
    expect(await screen.findByRole("option", { name: /Ana Souza/ })).toBeDefined();
    expect(screen.queryByRole("option", { name: /João/ })).toBeNull();
  });
});

describe("custom fields", () => {
  test("choosing a field writes its id and drops the slug; the value is entered by the field's type", async () => {
    const user = userEvent.setup();
    const now = show({ actionType: "set_custom_field", config: { fieldSlug: "size", value: null } });
    const box = screen.getByRole("combobox", { name: /^Field/ });
    await waitFor(() => expect(box).toHaveProperty("value", "Company size"));
    await user.click(screen.getByRole("combobox", { name: /Value/ }));
    await user.click(await screen.findByRole("option", { name: "Big (200+)" }));
    expect(config(now)).toEqual({ fieldSlug: "size", value: "big" });
    await user.clear(box);
    await user.type(box, "Bud");
    await user.click(await screen.findByRole("option", { name: /Budget/ }));
    expect(config(now)).toEqual({ fieldId: "cf_budget", value: "big" });
  });
});

describe("texts with Liquid", () => {
  test("complete variables at {{ and preview what is sent", async () => {
    const user = userEvent.setup();
    const now = show({ actionType: "send_whatsapp" });
    const text = screen.getByRole("textbox", { name: "Message" });
    await user.type(text, "Hi {{{{first");
    expect(await screen.findByRole("option", { name: /first name/ })).toBeDefined();
    await user.keyboard("{Enter}");
    expect(config(now)).toEqual({ text: "Hi {{ contact.firstName }}" });
    expect(screen.getByText(/Hi Ana/)).toBeDefined();
  });

  test("preview a message as WhatsApp shows it", () => {
    show({ actionType: "send_whatsapp", config: { text: "*Hi* {{ contact.firstName }}" } });
    expect(screen.getByText("Hi", { selector: "strong" }).parentElement?.textContent).toMatch(/Hi Ana$/);
  });

  test("offer and preview what people call things, not their ids", async () => {
    const user = userEvent.setup();
    const now = show({ actionType: "send_whatsapp" });
    await user.type(screen.getByRole("textbox", { name: "Message" }), "Ask {{{{responsib");
    expect(await screen.findByRole("option", { name: /responsible.*Maria Lima/i })).toBeDefined();
    await user.keyboard("{Enter}");
    expect(config(now)).toEqual({ text: "Ask {{ deal.responsible }}" });
    expect(screen.getByText(/Ask Maria Lima/)).toBeDefined();
  });

  test("an emptied text takes its key away", async () => {
    const user = userEvent.setup();
    const now = show({ actionType: "send_whatsapp", config: { text: "Hi", ui: { label: "Greet" } } });
    await user.clear(screen.getByRole("textbox", { name: "Message" }));
    expect(config(now)).toEqual({ ui: { label: "Greet" } });
  });
});

describe("lists", () => {
  test("buttons are added with an id of their own, renamed, moved and deleted", async () => {
    const user = userEvent.setup();
    const now = show({ actionType: "send_whatsapp", config: { buttons: [{ id: "yes", label: "Yes" }] } });
    await user.click(screen.getByRole("button", { name: "Add button" }));
    const second = screen.getByRole("textbox", { name: "Button 2: text" });
    await user.clear(second);
    await user.type(second, "No");
    const [, added] = config(now)["buttons"] as JsonObject[];
    expect(added).toEqual({ id: expect.stringMatching(/^[A-Za-z0-9_-]+$/), label: "No" });
    await user.click(screen.getByRole("button", { name: "Move No up" }));
    expect((config(now)["buttons"] as JsonObject[]).map(({ label }) => label)).toEqual(["No", "Yes"]);
    await user.click(screen.getByRole("button", { name: "Delete Yes" }));
    await user.click(screen.getByRole("button", { name: "Delete No" }));
    expect(config(now)).toEqual({});
  });

  test("exits show their share", async () => {
    const user = userEvent.setup();
    const exits: JsonObject[] = [{ id: "a", label: "Ana", weight: 3 }, { id: "b" }];
    show({ type: "round_robin", config: { exits } });
    expect(screen.getByText("75%")).toBeDefined();
    const weight = screen.getByRole("textbox", { name: "Weight of Exit 2" });
    await user.type(weight, "1");
    await user.tab();
    expect(screen.getByText("25%")).toBeDefined();
  });
});

describe("branches", () => {
  test("are added with rules, which read as a sentence", async () => {
    const user = userEvent.setup();
    const now = show({ type: "condition", condition: null });
    await user.click(screen.getByRole("button", { name: "Add branch" }));
    expect(screen.getByText("Every deal, as there are no rules yet")).toBeDefined();
    const rules = await screen.findByRole("group", { name: "Rules of Branch 1" });
    await user.click(within(rules).getByRole("button", { name: "Add rule" }));
    const field = within(rules).getByRole("combobox", { name: "Field" });
    await user.clear(field);
    await user.type(field, "Deal val");
    await user.click(await screen.findByRole("option", { name: "Deal value" }));
    await user.type(await within(rules).findByRole("textbox", { name: "Value" }), "10000");
    expect(screen.getByText("When deal value is at least 10,000")).toBeDefined();
    expect(branches(now)[0]?.["query"]).toEqual({
      combinator: "and",
      rules: [{ field: "deal.value", operator: ">=", value: 10_000 }],
    });
  });

  test("a branch that leads nowhere is told of below it, and its name is not marked as wrong", () => {
    show({
      type: "condition",
      condition: { branches: [{ id: "a", label: "VIP", query: { combinator: "and", rules: [] } }] },
    });
    expect(screen.getByText(/the branch “VIP” leads nowhere/)).toBeDefined();
    expect(screen.getByRole("textbox", { name: "Branch 1: name" }).getAttribute("aria-invalid")).toBeNull();
  });

  test("what is no query is kept until the person starts over", async () => {
    const user = userEvent.setup();
    const now = show({ type: "condition", condition: { branches: [{ id: "a", query: "broken" }] } });
    expect(branches(now)[0]?.["query"]).toBe("broken");
    await user.click(await screen.findByRole("button", { name: "Start over" }));
    expect(branches(now)).toEqual([{ id: "a", query: { combinator: "and", rules: [] } }]);
  });
});

test("the name is the label of the step, and its summary without one", async () => {
  const user = userEvent.setup();
  const now = show({ type: "wait", config: { delaySeconds: 60 } });
  const name = screen.getByRole("textbox", { name: "Name" });
  expect(name).toHaveProperty("placeholder", "Wait 1 minute");
  await user.type(name, "P");
  expect(now.renamed).toBe("P");
});

test("problems that belong to no field are shown above them", () => {
  const problem: Diagnostic = {
    code: "x",
    severity: "error",
    message: "Not reachable.",
    path: "/nodes/1",
    nodeId: "n1",
  };
  show({ type: "end" }, { problems: [problem] });
  expect(screen.getByText("Not reachable.")).toBeDefined();
  expect(screen.getByText("There is nothing to set here.")).toBeDefined();
});

test("read-only forms show everything and change nothing", async () => {
  const now = show({ actionType: "add_tag", config: { tagIds: ["t1"] } }, { readOnly: true });
  await screen.findByText("VIP");
  expect(screen.queryByRole("button", { name: /Remove VIP/ })).toBeNull();
  expect(now.fields).toEqual([]);
});
