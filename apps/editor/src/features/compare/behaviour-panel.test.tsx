import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { GraphDefinition } from "@trilho/engine";
import { afterEach, expect, test, vi } from "vitest";
import { Connected, stubWorkspace } from "../forms/testing/workspace.tsx";
import { EMPTY_LOOKUP } from "../../document/lookup.ts";
import { BehaviourPanel } from "./behaviour-panel.tsx";
import { compareBehaviour, type BehaviourNews, type BehaviourRequest } from "./work.ts";

/** Deals of at least so much are visited. */
const graph = (limit: number, visit = "Visit"): GraphDefinition => ({
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    {
      id: "if",
      type: "condition",
      condition: {
        branches: [
          {
            id: "vip",
            query: { combinator: "and", rules: [{ field: "deal.value", operator: ">=", value: limit }] },
          },
        ],
      },
    },
    { id: "visit", type: "action", actionType: "create_task", config: { title: "Visit", ui: { label: visit } } },
  ],
  edges: [
    { source: "start", target: "if" },
    { source: "if", sourceHandle: "branch_vip", target: "visit" },
  ],
});

/** A worker that does its work when it is told to. */
class SlowWorker {
  static open: SlowWorker[] = [];
  ended = false;
  private hear: (event: { data: BehaviourNews }) => void = () => undefined;
  private fail: (event: { message: string }) => void = () => undefined;
  private asked: BehaviourRequest | null = null;
  constructor() {
    SlowWorker.open.push(this);
  }
  addEventListener(type: string, listener: never): void {
    if (type === "message") this.hear = listener;
    if (type === "error") this.fail = listener;
  }
  postMessage(request: BehaviourRequest): void {
    this.asked = request;
  }
  terminate(): void {
    this.ended = true;
  }
  tell(data: BehaviourNews): void {
    this.hear({ data });
  }
  breakDown(message: string): void {
    this.fail({ message });
  }
  async work(): Promise<void> {
    if (this.asked) await compareBehaviour(this.asked, { pause: () => Promise.resolve() }, (data) => this.tell(data));
  }
}

const workers = () => {
  const [scenarios, deals] = SlowWorker.open;
  if (!scenarios || !deals) throw new Error("There are no two workers.");
  return { scenarios, deals };
};

function open() {
  stubWorkspace();
  const view = render(
    <BehaviourPanel before={graph(1000)} after={graph(5000, "Call")} names={EMPTY_LOOKUP} onShow={() => undefined} />,
    { wrapper: Connected },
  );
  return { user: userEvent.setup(), view };
}

const section = (name: string) => {
  const found = screen.getByRole("heading", { name }).closest("section");
  if (!found) throw new Error(`There is no section “${name}”.`);
  return within(found);
};

afterEach(() => {
  vi.unstubAllGlobals();
  SlowWorker.open = [];
});

test("without workers, both are compared in between", async () => {
  open();
  expect(await screen.findByText(/scenarios take another path/)).toBeDefined();
  expect(await screen.findByText(/^[1-9]\d* of 2,000 deals compared/)).toBeDefined();
});

test("the earlier path has the names of the earlier version", async () => {
  open();
  await screen.findByText(/scenarios take another path/);
  expect(screen.getByText("Before").nextSibling?.textContent).toContain("Visit");
  expect(screen.queryByText(/Call/)).toBeNull();
});

test("a path names the exits that were taken, where a step has several", async () => {
  open();
  await screen.findByText(/scenarios take another path/);
  const paths = ["Before", "Now"].map((version) => screen.getByText(version).nextSibling?.textContent);
  expect(paths).toEqual([
    "Trigger → Condition: 1 branch (Branch 1) → Visit",
    "Trigger → Condition: 1 branch (Otherwise)",
  ]);
});

test("the work is done by workers, which end when they have told what they found", async () => {
  vi.stubGlobal("Worker", SlowWorker);
  open();
  expect(section("Scenarios").getByText("Running the scenarios through both…")).toBeDefined();
  act(() => workers().deals.tell({ type: "progress", done: 700 }));
  expect(await section("Sample deals").findByText("700 of 2,000 deals compared…")).toBeDefined();
  await Promise.all([workers().scenarios.work(), workers().deals.work()]);
  expect(await section("Scenarios").findByText(/take another path/)).toBeDefined();
  expect(await section("Sample deals").findByText(/take another path/)).toBeDefined();
  expect(SlowWorker.open.map(({ ended }) => ended)).toEqual([true, true]);
});

test("each part can be cancelled, and begun again", async () => {
  vi.stubGlobal("Worker", SlowWorker);
  const { user } = open();
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect([workers().scenarios.ended, workers().deals.ended]).toEqual([false, true]);
  expect(section("Sample deals").getByText("The comparison was cancelled.")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Cancel the scenarios" }));
  expect(section("Scenarios").getByText("The comparison was cancelled.")).toBeDefined();
  await user.click(section("Sample deals").getByRole("button", { name: "Compare again" }));
  await SlowWorker.open[2]?.work();
  expect(await section("Sample deals").findByText(/take another path/)).toBeDefined();
});

test("a worker that breaks says so, and may be tried again", async () => {
  vi.stubGlobal("Worker", SlowWorker);
  open();
  act(() => workers().scenarios.breakDown("Out of memory"));
  expect(await section("Scenarios").findByText("The comparison was interrupted.")).toBeDefined();
  expect(section("Scenarios").getByRole("button", { name: "Compare again" })).toBeDefined();
});

test("what a worker should do that cannot be loaded is done in between", async () => {
  vi.stubGlobal("Worker", SlowWorker);
  open();
  // As when a page's policy forbids it, or its file is not there: no reason is given.
  act(() => workers().scenarios.breakDown(""));
  expect(await section("Scenarios").findByText(/take another path/)).toBeDefined();
});

test("so is what a worker should do that a page may not open", async () => {
  vi.stubGlobal("Worker", function refuse() {
    throw new DOMException("Of another origin", "SecurityError");
  });
  open();
  expect(await section("Scenarios").findByText(/take another path/)).toBeDefined();
});

test("leaving ends the workers", () => {
  vi.stubGlobal("Worker", SlowWorker);
  open().view.unmount();
  expect(SlowWorker.open.map(({ ended }) => ended)).toEqual([true, true]);
});
