import type { Locator } from "@playwright/test";
import type { Graph } from "../support/graphs.ts";
import { expect, test } from "../support/test.ts";

const wait = (id: string): Graph["nodes"][number] => ({
  id,
  type: "wait",
  config: { delaySeconds: 86_400, ui: { label: `Let the customer think about it for a while, ${id}` } },
});

/** A chain that is parted by a condition into so many ways. */
const wide = (ways: number): Graph => {
  const ids = Array.from({ length: ways }, (_, index) => `w${index}`);
  const branches = ids.slice(1).map((id) => ({ id, label: id, query: { combinator: "and", rules: [] } }));
  return {
    version: 2,
    nodes: [{ id: "t", type: "trigger" }, { id: "c", type: "condition", condition: { branches } }, ...ids.map(wait)],
    edges: [
      { id: "e", source: "t", target: "c" },
      ...ids.map((id, index) => ({
        id: `e${id}`,
        source: "c",
        target: id,
        sourceHandle: index === 0 ? "fallback" : `branch_${id}`,
      })),
    ],
  };
};

const chainOf = (length: number): Graph => ({
  version: 2,
  nodes: [
    { id: "t", type: "trigger" },
    ...Array.from({ length }, (_, index) => ({ id: `w${index}`, type: "wait" as const, config: { delaySeconds: 60 } })),
  ],
  edges: Array.from({ length }, (_, index) => ({
    id: `e${index}`,
    source: index === 0 ? "t" : `w${index - 1}`,
    target: `w${index}`,
  })),
});

/** How small the smallest text of the drawing is on the screen, in px. */
const smallestText = (canvas: Locator): Promise<number> =>
  canvas.evaluate((root) => {
    const viewport = root.querySelector<HTMLElement>(".react-flow__viewport");
    const zoom = new DOMMatrix(viewport ? getComputedStyle(viewport).transform : "").a;
    const texts = [...(viewport?.querySelectorAll<HTMLElement>("span, div, button") ?? [])].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        [...element.childNodes].some(({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim()),
    );
    return Math.min(...texts.map((element) => Number.parseFloat(getComputedStyle(element).fontSize) * zoom));
  });

const ring = (locator: Locator): Promise<string> => locator.evaluate((element) => getComputedStyle(element).boxShadow);

/** The steps that the overview map lies over. */
const covered = (canvas: Locator): Promise<number> =>
  canvas.evaluate((root) => {
    const map = root.querySelector(".react-flow__minimap");
    if (map === null || getComputedStyle(map).visibility === "hidden") return 0;
    const area = map.getBoundingClientRect();
    const isUnder = (box: DOMRect): boolean =>
      box.right > area.left && box.left < area.right && box.bottom > area.top && box.top < area.bottom;
    return [...root.querySelectorAll("[data-node-id]")].filter((card) => isUnder(card.getBoundingClientRect())).length;
  });

/** How many cards are not wholly in sight. */
const outOfSight = (canvas: Locator): Promise<number> =>
  canvas.evaluate((root) => {
    const area = root.getBoundingClientRect();
    return [...root.querySelectorAll("[data-node-id]")].filter((card) => {
      const { left, right, top, bottom } = card.getBoundingClientRect();
      return left < area.left || right > area.right || top < area.top || bottom > area.bottom;
    }).length;
  });

/** Titles that are there and not cut off before their first letters. */
const titlesIn = (canvas: Locator): Promise<number> =>
  canvas.evaluate(
    (root) => [...root.querySelectorAll<HTMLElement>("[data-title]")].filter((title) => title.clientHeight > 0).length,
  );

/** What of the drawing's texts is seen beyond the box that it may be cut at. */
const runOver = (canvas: Locator): Promise<string[]> =>
  canvas.evaluate((root) =>
    [...root.querySelectorAll("[data-node-id] span")]
      .filter((text) => text.textContent && text.scrollWidth > text.clientWidth && text.clientWidth > 0)
      .filter((text) => getComputedStyle(text).display !== "inline" && getComputedStyle(text).overflowX === "visible")
      .map(({ textContent }) => textContent ?? ""),
  );

/** Texts of cards that Chromium clips. */
const clipped = (canvas: Locator): Promise<number> =>
  canvas.evaluate(
    (root) =>
      [...root.querySelectorAll("[data-node-id] span")].filter((text) => getComputedStyle(text).overflowX === "hidden")
        .length,
  );

for (const [name, graph, map] of [
  ["a small one has no map", chainOf(3), "none"],
  ["a long one", chainOf(14), "any"],
  ["a wide one", wide(8), "any"],
  ["the widest one", wide(12), "any"],
] as const) {
  test(`${name}: opened, its texts have 12 px; fitted, all is in sight, texts have 10 px and no step lies below the map`, async ({
    page,
    given,
    builder,
  }) => {
    await given(graph);
    const { root } = builder.canvas;
    await expect(root.locator("[data-step-id]").first()).toBeInViewport({ ratio: 0.99 });
    expect(await smallestText(root)).toBeGreaterThanOrEqual(12 - 1e-6);
    await builder.canvas.fit();
    await expect.poll(() => outOfSight(root)).toBe(0);
    await expect.poll(() => smallestText(root)).toBeGreaterThanOrEqual(10 - 1e-6);
    expect(await titlesIn(root)).toBe(graph.nodes.length);
    expect(await covered(root)).toBe(0);
    if (map === "none") return expect(root.locator(".react-flow__minimap")).toHaveCount(0);
    const box = await root.boundingBox();
    if (box === null) throw new Error("The canvas has no place.");
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    for (const [x, y] of [
      [60, 90],
      [60, 90],
      [-200, 40],
    ] as const) {
      await page.mouse.wheel(x, y);
      await expect.poll(() => covered(root)).toBe(0);
    }
  });
}

test("a long title uses its second line, and the focus ring goes round the whole card", async ({ given, builder }) => {
  await given(wide(3));
  const title = builder.canvas.root.getByText("Let the customer think about it for a while, w1", { exact: true });
  const { lines, isWhole } = await title.evaluate((element) => ({
    lines: Math.round(element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight)),
    isWhole: element.scrollHeight <= element.clientHeight + 1,
  }));
  expect([lines, isWhole]).toEqual([2, true]);

  const step = builder.canvas.root.locator('[data-step-id="c"]');
  const card = builder.canvas.root.locator('[data-node-id="c"]');
  await builder.canvas.root.locator('[data-step-id="t"]').focus();
  await builder.page.keyboard.press("ArrowDown");
  await expect(step).toBeFocused();
  expect(await ring(step)).toBe("none");
  expect(await ring(card)).toMatch(/0px 0px 0px 2px.*0px 0px 0px [45]px/);
});

test("while a step is dragged, only texts that do not fit are clipped", async ({ page, given, builder }) => {
  const text = "A message that is far longer than the two lines that a card has for it. ".repeat(4);
  const { nodes, edges } = chainOf(2);
  const long: Graph["nodes"][number] = { id: "m", type: "action", actionType: "send_whatsapp", config: { text } };
  await given({
    version: 2,
    nodes: [...nodes, long],
    edges: [...(edges ?? []), { id: "m", source: "w1", target: "m" }],
  });
  const { root } = builder.canvas;
  const still = await clipped(root);
  const card = await root.locator('[data-step-id="w0"]').boundingBox();
  if (card === null) throw new Error("The step has no place.");
  await page.mouse.move(card.x + 50, card.y + 20);
  await page.mouse.down();
  await page.mouse.move(card.x + 90, card.y + 40, { steps: 4 });
  await expect.poll(() => clipped(root)).toBeLessThan(still / 2);
  expect(await clipped(root)).toBeGreaterThan(0);
  expect(await runOver(root)).toEqual([]);
  await page.mouse.up();
  await expect.poll(() => clipped(root)).toBe(still);
});

/** Where a card begins on the screen, and how far the end of its incoming edge is from there, in px. */
const cardAndEdge = (canvas: Locator, id: string, edge: string): Promise<{ x: number; y: number; gap: string }> =>
  canvas.evaluate(
    (root, [nodeId, edgeId]) => {
      const { x, y } = root.querySelector(`[data-node-id="${nodeId}"]`)?.getBoundingClientRect() ?? new DOMRect();
      const path = root.querySelector<SVGPathElement>(`.react-flow__edge[data-id="${edgeId}"] .react-flow__edge-path`);
      const end = path?.getPointAtLength(path.getTotalLength()).matrixTransform(path.getScreenCTM() ?? undefined);
      const gap = end ? `${Math.round(end.x - x)} ${Math.round(end.y - y)}` : "";
      return { x: Math.round(x), y: Math.round(y), gap };
    },
    [id, edge] as const,
  );

test("a step that is dragged follows the pointer with its edge, move by move, and stays where it is dropped", async ({
  page,
  given,
  builder,
}) => {
  await given(chainOf(3));
  const { root } = builder.canvas;
  const card = await root.locator('[data-step-id="w1"]').boundingBox();
  if (card === null) throw new Error("The step has no place.");
  const [x, y] = [card.x + 50, card.y + 20];
  const before = await cardAndEdge(root, "w1", "e1");
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 20, y + 20);
  const start = await cardAndEdge(root, "w1", "e1");
  // Nearer to where it was, its edge would be drawn straight.
  for (let by = 20; by <= 60; by += 1) {
    await page.mouse.move(x + 20 + by * 4, y + 20 + by);
    await expect
      .poll(() => cardAndEdge(root, "w1", "e1"))
      .toEqual({ x: start.x + by * 4, y: start.y + by, gap: before.gap });
  }
  await page.mouse.up();
  await expect
    .poll(() => cardAndEdge(root, "w1", "e1"))
    .toEqual({ x: start.x + 240, y: start.y + 60, gap: before.gap });
  await expect(root.locator('.react-flow__node[data-id="w1"]')).not.toHaveAttribute("style", /[^-]translate:/);
  await builder.undo.click();
  await expect.poll(() => cardAndEdge(root, "w1", "e1")).toEqual(before);
});
