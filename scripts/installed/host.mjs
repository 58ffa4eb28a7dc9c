import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findChromium } from "../chromium.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const { chromium } = createRequire(join(root, "e2e/package.json"))("@playwright/test");

export const REACT = ["react@19.3.1", "react-dom@19.3.1"];
export const packagesOf = (tarballs) =>
  ["@trilho/editor", "@trilho/engine", "@trilho/api-client"].map((name) => tarballs[name]);

/** A component of another product with the editor in it. */
export const HOST = `"use client";
import { AutomationEditor } from "@trilho/editor";
import type { GraphDefinition } from "@trilho/engine";
import { useState } from "react";

const START: GraphDefinition = {
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    { id: "pause", type: "wait", config: { delaySeconds: 3600 } },
    { id: "done", type: "end" },
  ],
  edges: [
    { id: "e1", source: "start", target: "pause" },
    { id: "e2", source: "pause", target: "done" },
  ],
};

export function Host() {
  const [definition, setDefinition] = useState(START);
  return (
    <div style={{ height: "900px" }}>
      <AutomationEditor value={definition} onChange={setDefinition} />
    </div>
  );
}
`;

/**
 * Opens a page with that component: the automation is drawn with the editor's styles, simulated once and for many deals,
 * and nothing in the page fails. Answers whether workers did the latter, which not every bundler makes files of.
 */
export async function tryHost(name, url) {
  const executablePath = findChromium() ?? undefined;
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const failures = [];
    page.on("pageerror", (error) => failures.push(String(error)));
    let workers = 0;
    page.on("worker", () => (workers += 1));
    await page.goto(url);
    await page.locator('[data-step-id="pause"]').waitFor();
    assert.equal(await page.locator("[data-step-id]").count(), 3, name);
    const sizing = await page.locator('[data-step-id="pause"]').evaluate((step) => getComputedStyle(step).boxSizing);
    assert.equal(sizing, "border-box", `${name}: the editor's styles are there`);
    await page.getByRole("button", { name: "Simulate", exact: true }).click();
    await page.getByText("The trigger fired").first().waitFor();
    await page.getByRole("tab", { name: "Many deals" }).click();
    const panel = page.getByRole("tabpanel", { name: "Many deals" });
    await panel.getByRole("button", { name: /^Simulate [\d,.]+ deals$/ }).click();
    await panel.getByRole("region", { name: "Result" }).waitFor();
    assert.deepEqual(failures, [], name);
    return workers > 1;
  } finally {
    await browser.close();
  }
}
