import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { chain, type Graph } from "../support/graphs.ts";
import { expect, test } from "../support/test.ts";

test.beforeEach(async ({ automationsPage, server, keys }) => {
  await automationsPage.open(server.url, keys.owner);
});

const file = (content: unknown) => ({
  name: "automation.json",
  content: typeof content === "string" ? content : JSON.stringify(content),
});

/** What the browser would save by "Export as JSON" in the builder. */
async function exported(page: Page): Promise<unknown> {
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Export as JSON" }).click();
  return JSON.parse(await readFile(await (await downloading).path(), "utf8"));
}

const REFUSED = {
  "that is not JSON": ['{"version": 2, "nodes": [', "It is not JSON."],
  "without an automation": [{ hello: "world" }, "It holds no automation"],
  "that is a list": [[1, 2, 3], "It holds no automation"],
  "over 2 MB": [`{"nodes": [], "note": "${"x".repeat(2 * 1024 * 1024)}"}`, "It is larger than 2 MB."],
} as const satisfies Record<string, readonly [unknown, string]>;

for (const [what, [content, reason]] of Object.entries(REFUSED)) {
  test(`a file ${what} is refused with the reason, and the list stays`, async ({ page, server, automationsPage }) => {
    await automationsPage.import(file(content));
    await expect(automationsPage.toasts).toContainText("This file could not be imported");
    await expect(automationsPage.toasts).toContainText(reason);
    await expect(page).toHaveURL(`${server.url}/`);
  });
}

test("an exported automation opens as it was, unsaved", async ({ page, automationsPage, builder }) => {
  await automationsPage.import(file({ name: "From a file", triggerType: "deal_won", graphDefinition: chain() }));
  await expect(builder.name).toHaveValue("From a file");
  await expect(builder.state("Not published yet")).toBeVisible();
  await expect(builder.canvas.steps).toHaveCount(3);
  expect(await exported(page)).toMatchObject({
    name: "From a file",
    triggerType: "deal_won",
    graphDefinition: chain(),
  });
});

const wait = (id: string) => ({ id, type: "wait" as const, config: { delaySeconds: 60, ui: { label: `Wait ${id}` } } });

const BROKEN: Record<string, { graph: Graph; steps: number; problems: RegExp[] }> = {
  "a circle": {
    graph: {
      version: 2,
      nodes: [{ id: "start", type: "trigger" }, wait("a"), wait("b")],
      edges: [
        { id: "e1", source: "start", target: "a" },
        { id: "e2", source: "a", target: "b" },
        { id: "e3", source: "b", target: "a" },
      ],
    },
    steps: 3,
    problems: [/Wait a.*(circle|loop)|(circle|loop).*Wait a/i],
  },
  "two edges out of one handle": {
    graph: {
      version: 2,
      nodes: [{ id: "start", type: "trigger" }, wait("a"), wait("b")],
      edges: [
        { id: "e1", source: "start", target: "a" },
        { id: "e2", source: "start", target: "b" },
      ],
    },
    steps: 3,
    problems: [/Two connections leave/],
  },
  "an action that nobody knows, an edge to nowhere and a second trigger": {
    graph: {
      version: 2,
      nodes: [
        { id: "start", type: "trigger" },
        { id: "again", type: "trigger" },
        { id: "odd", type: "action", actionType: "send_pigeon" as "webhook", config: { loft: "north" } },
      ],
      edges: [
        { id: "e1", source: "start", target: "odd" },
        { id: "e2", source: "odd", target: "ghost" },
      ],
    },
    steps: 3,
    problems: [/no action of this type/, /2 triggers/, /missing|does not exist|no step/],
  },
};

for (const [what, { graph, steps, problems }] of Object.entries(BROKEN)) {
  test(`a definition with ${what} opens with its problems, is not published, and keeps everything`, async ({
    page,
    automationsPage,
    builder,
  }) => {
    await automationsPage.import(file({ name: "Broken", graphDefinition: graph }));
    await expect(builder.canvas.steps).toHaveCount(steps);
    await builder.problems.open();
    for (const problem of problems) await expect(builder.problems.row(problem).first()).toBeVisible();
    await builder.publish.click();
    await expect(builder.blocked).toBeVisible();
    await builder.blocked.getByRole("button", { name: "Keep editing" }).click();
    await expect(page).toHaveURL(/\/automations\/new$/);
    expect(await exported(page)).toMatchObject({ graphDefinition: graph });
  });
}

const STRANGE = {
  "step type": { node: { id: "odd", type: "teleport", config: { to: "the moon" } }, called: "Unknown step: teleport" },
  action: {
    node: { id: "odd", type: "action", actionType: "send_pigeon", config: { to: "the moon" } },
    called: "Action: send_pigeon",
  },
};

for (const [what, { node, called }] of Object.entries(STRANGE)) {
  test(`${what === "action" ? "an" : "a"} ${what} that nobody knows is drawn, can be named, and is kept`, async ({
    page,
    automationsPage,
    builder,
  }) => {
    const graph = chain();
    await automationsPage.import(file({ name: "Odd", graphDefinition: { ...graph, nodes: [...graph.nodes, node] } }));
    await expect(builder.canvas.steps).toHaveCount(4);
    await builder.canvas.select(called);
    await expect(builder.inspector.root.getByText(/does not know steps of the type/)).toBeVisible();
    await builder.inspector.name.fill("Beam up");
    await expect(builder.canvas.step("Beam up")).toBeVisible();
    expect(await exported(page)).toMatchObject({
      graphDefinition: {
        nodes: expect.arrayContaining([{ ...node, config: { to: "the moon", ui: { label: "Beam up" } } }]),
      },
    });
  });
}

test("a thousand steps open, name the limit, and one of them can be changed", async ({
  page,
  automationsPage,
  builder,
}) => {
  const ids = Array.from({ length: 999 }, (_, index) => `n${index}`);
  const graph = {
    version: 2,
    nodes: [{ id: "start", type: "trigger" }, ...ids.map(wait)],
    edges: ids.map((target, index) => ({ id: `e${index}`, source: ids[index - 1] ?? "start", target })),
  };
  await automationsPage.import(file({ name: "Long", graphDefinition: graph }));
  await expect(builder.canvas.step("Wait n0")).toBeVisible();
  await builder.problems.open();
  await expect(builder.problems.row(/1,?000 (steps|nodes)/)).toBeVisible();
  await builder.canvas.select("Wait n0");
  await builder.inspector.waitFor("2", "hours");
  await builder.publish.click();
  await expect(builder.blocked).toBeVisible();
  await builder.blocked.getByRole("button", { name: "Keep editing" }).click();
  const saved = await exported(page);
  expect(saved).toMatchObject({ graphDefinition: { edges: graph.edges } });
  expect(saved).toHaveProperty("graphDefinition.nodes.length", 1_000);
  expect(saved).toHaveProperty("graphDefinition.nodes.1.config.delaySeconds", 7_200);
});

test("what cannot be drawn at all is shown as JSON beside its problems, and drawn once fixed", async ({
  page,
  automationsPage,
  builder,
}) => {
  const graph = { version: 2, nodes: "none", note: "keep me" };
  await automationsPage.import(file({ name: "Raw", graphDefinition: graph }));
  await expect(page.getByRole("heading", { name: "This definition cannot be drawn" })).toBeVisible();
  const json = page.getByRole("textbox", { name: "Definition as JSON" });
  await expect(json).toHaveValue(/keep me/);
  expect(await exported(page)).toMatchObject({ graphDefinition: graph });

  await json.fill("{ half");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText(/^Not JSON: /)).toBeVisible();
  await json.fill(JSON.stringify({ ...chain(), note: "keep me" }));
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(builder.canvas.steps).toHaveCount(3);
  expect(await exported(page)).toMatchObject({ graphDefinition: { note: "keep me" } });
});

test("hostile names are shown as text and stored as they are", async ({ page, api, automationsPage, builder }) => {
  const graph = {
    version: 2 as const,
    nodes: [
      { id: "__proto__", type: "trigger" as const },
      {
        id: "<img src=x onerror=alert(1)>",
        type: "wait" as const,
        config: { delaySeconds: 60, ui: { label: "<b>bold</b>" } },
      },
    ],
    edges: [{ id: "constructor", source: "__proto__", target: "<img src=x onerror=alert(1)>" }],
  };
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await automationsPage.import(file({ name: "<script>alert(1)</script>", graphDefinition: graph }));
  await builder.canvas.select("<b>bold</b>");
  await expect(builder.inspector.name).toHaveValue("<b>bold</b>");
  await builder.publish.click();
  await expect(builder.state("Version 1")).toBeVisible();
  const stored = await api.automations.get(builder.id());
  expect(stored.name).toBe("<script>alert(1)</script>");
  expect(stored.graphDefinition.nodes.map(({ id }) => id)).toEqual(graph.nodes.map(({ id }) => id));
  expect(stored.graphDefinition.edges).toMatchObject(graph.edges);
  expect(dialogs).toEqual([]);
});
