import type { Automation, RunMigration, RunMigrationPreview } from "@trilho/api-client";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { GraphDefinition, GraphNode } from "@trilho/engine";
import { afterEach, expect, it, vi } from "vitest";
import { ClientProvider } from "../../data/client-provider.tsx";
import { EMPTY_LOOKUP } from "../../document/lookup.ts";
import { MigrateDialog } from "./migrate-dialog.tsx";

afterEach(() => void vi.unstubAllGlobals());

const session = { baseUrl: "http://crm.test", apiKey: "trk_test_0123456789abcdef0123456789abcdef" };
const undoing: RunMigration = {
  id: "m1",
  fromVersions: [1],
  toVersion: 2,
  status: "undoing",
  reason: null,
  by: { id: "u1", name: "Ana", apiKey: null },
  runs: 2,
  moved: 2,
  ended: 0,
  left: 0,
  undone: 0,
  createdAt: "2026-11-21T12:00:00.000Z",
  finishedAt: null,
};
const waiting = (runs: number, latest: RunMigration): RunMigrationPreview => ({
  toVersion: 2,
  groups:
    runs === 0
      ? []
      : [
          {
            version: 1,
            nodeId: "w",
            phase: "sleeping",
            future: "same",
            runs,
            nextAttemptAt: null,
            at: null,
            changes: [],
            reason: null,
          },
        ],
  versions: [],
  latest,
  earlier: [],
});

const group = (automationVersion: number, nodeId: string, runs: number) => ({
  nodeId,
  automationVersion,
  runs,
  awaitingReply: 0,
  nextAttemptAt: null,
});
const STATS = {
  from: undoing.createdAt,
  to: undoing.createdAt,
  runs: 0,
  byStatus: [],
  ways: [],
  waiting: [group(2, "w", 3), group(2, "later", 2), group(1, "w", 2)],
};

function show(onMigrating: (migration: RunMigration) => void = vi.fn()): void {
  const automation = { id: "a1", version: 2 } as Automation;
  render(
    <ClientProvider session={session}>
      <MigrateDialog open onClose={vi.fn()} automation={automation} names={EMPTY_LOOKUP} onMigrating={onMigrating} />
    </ClientProvider>,
  );
}

it("shows the runs that came back as waiting again once they are back", async () => {
  const undone: RunMigration = { ...undoing, status: "undone", undone: 2 };
  let isOver = false;
  vi.stubGlobal("fetch", async (request: Request | string) => {
    const url = typeof request === "string" ? request : request.url;
    const isPreview = url.endsWith("/migration-preview");
    if (url.includes("/stats?")) return Response.json({ data: STATS, message: null });
    const data = isPreview ? waiting(isOver ? 2 : 0, isOver ? undone : undoing) : undone;
    if (!isPreview) isOver = true;
    return Response.json({ data, message: null });
  });
  show();
  await screen.findByText(/no run waits in an earlier version/);
  const inThis = await screen.findByRole("link", { name: "5 runs already wait in version 2" });
  expect(inThis.getAttribute("href")).toBe("/automations/a1/runs?status=waiting&version=2");
  await screen.findByText("2 runs are back in their versions.", undefined, { timeout: 5000 });
  await screen.findByText(/2 runs in version 1/);
  expect(screen.queryByText(/no run waits in an earlier version/)).toBeNull();
});

it("undoes an earlier move as well as the latest one", async () => {
  const [latest, earlier] = ["m2", "m1"].map((id): RunMigration => ({ ...undoing, id, status: "done" }));
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (input: Request | string, init?: RequestInit) => {
    const { url, method } = new Request(input, init);
    if (url.endsWith("/migration-preview")) {
      return Response.json({ data: { ...waiting(0, undoing), latest, earlier: [earlier] }, message: null });
    }
    if (url.endsWith("/undo")) asked.push(url);
    return Response.json({ data: method === "GET" && url.endsWith("m2") ? latest : earlier, message: null });
  });
  show();
  const [, second] = await screen.findAllByRole("button", { name: "Undo the move" });
  expect(screen.getAllByText("by Ana, Nov 21, 2026, 12:00 PM. Undoing puts them back into version 1.")).toHaveLength(2);
  if (second) await userEvent.click(second);
  await vi.waitFor(() => expect(asked).toEqual(["http://crm.test/api/v1/automations/a1/migrations/m1/undo"]));
});

it.each([
  ["where the runs wait", "w", true],
  ["ahead of them", "later", false],
])("says from when a new time counts: of a step %s", async (_, nodeId, isSaid) => {
  const [stood] = waiting(2, undoing).groups;
  const changes = [{ nodeId, changes: [{ path: "/delayMs", before: 60_000, after: 120_000 }] }];
  const preview = { ...waiting(0, undoing), groups: [{ ...stood, future: "different", changes }], latest: null };
  vi.stubGlobal("fetch", async () => Response.json({ data: preview, message: null }));
  show();
  await screen.findByText("Go on differently");
  expect(screen.queryByText(/^The time that runs have already waited counts/) !== null).toBe(isSaid);
});

const say = (id: string, text: string): GraphNode => ({
  id,
  type: "action",
  actionType: "send_whatsapp",
  config: { text, awaitReply: id === "w" },
});

/** A question and what follows while nobody answers. */
const asking = (...then: GraphNode[]): GraphDefinition => {
  const nodes = [say("w", "Shall we?"), ...then];
  const edges = then.map(({ id }, at) => ({
    source: nodes[at]?.id ?? "",
    target: id,
    ...(at === 0 && { sourceHandle: "timeout" }),
  }));
  return { version: 2, nodes: [{ id: "start", type: "trigger" }, ...nodes], edges };
};

it("tells all that is otherwise ahead of runs, and what leads elsewhere as each version calls it", async () => {
  const before = asking(say("again", "Any questions?"));
  const after = asking({ id: "extra", type: "wait", config: { delaySeconds: 86_400 } }, say("again", "Until Friday"));
  const [those] = waiting(2, undoing).groups;
  const changes = [
    { nodeId: "w", changes: [{ path: "/edges/timeout", before: "again", after: "extra" }] },
    { nodeId: "again", changes: [{ path: "/config/text", before: "Any questions?", after: "Until Friday" }] },
  ];
  const preview = {
    ...waiting(0, undoing),
    groups: [{ ...those, phase: "awaiting_reply", future: "different", changes }],
    versions: [
      { version: 1, graphDefinition: before },
      { version: 2, graphDefinition: after },
    ],
    latest: null,
  };
  vi.stubGlobal("fetch", async () => Response.json({ data: preview, message: null }));
  show();
  const from = await screen.findByText("From “Send WhatsApp: Shall we?” on");
  expect(from.nextElementSibling?.textContent).toBe(
    "No reply: Before: Send WhatsApp: Any questions? → Now: Wait 1 day",
  );
  const later = screen.getByText("Later, at “Send WhatsApp: Any questions?”");
  expect(later.nextElementSibling?.textContent).toBe("Message: Before: “Any questions?” → Now: “Until Friday”");
});

it("moves as many of a group as are asked for", async () => {
  const asked: unknown[] = [];
  vi.stubGlobal("fetch", async (input: Request | string, init?: RequestInit) => {
    const request = new Request(input, init);
    if (request.url.endsWith("/migration-preview")) {
      return Response.json({ data: { ...waiting(200, undoing), latest: null }, message: null });
    }
    if (request.method === "GET") return Response.json({ data: STATS, message: null });
    asked.push(await request.json());
    return Response.json({ data: { ...undoing, status: "running" }, message: null }, { status: 201 });
  });
  const onMigrating = vi.fn();
  show(onMigrating);
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Move" }));
  expect(screen.getByRole("button", { name: "Move 200 runs" })).toBeTruthy();
  const limit = screen.getByRole("textbox", { name: "How many" });
  await user.type(limit, "1000");
  expect(screen.getByRole("button", { name: "Move 200 runs" })).toBeTruthy();
  await user.clear(limit);
  await user.type(limit, "100");
  await user.click(screen.getByRole("button", { name: "Move 100 runs" }));
  await vi.waitFor(() => expect(onMigrating).toHaveBeenCalled());
  const meant = { version: 1, nodeId: "w", phase: "sleeping", future: "same" };
  expect(asked).toEqual([{ toVersion: 2, choices: [{ ...meant, choice: "move", limit: 100 }] }]);
});
