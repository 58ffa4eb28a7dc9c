// Makes the README's animated picture from the product itself: node scripts/readme-picture.mjs
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import gifenc from "gifenc";
import { PNG } from "pngjs";
import { buildProduct } from "./build.mjs";
import { findChromium } from "./chromium.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { chromium } = createRequire(join(root, "e2e/package.json"))("@playwright/test");
// Node.js knows no names of this CommonJS package.
// oxlint-disable-next-line import/no-named-as-default-member
const { applyPalette, GIFEncoder, quantize } = gifenc;

const SIZE = { width: 1200, height: 750 };
const COLORS = 128;

/** A server with the demo, in a folder of its own; its link. */
async function startDemo(folder) {
  const env = { ...process.env, PORT: "0", TRILHO_DATA_DIR: folder };
  const server = spawn(process.execPath, [join(root, "apps/server/dist/bundle/main.js")], { env });
  let said = "";
  for await (const part of server.stdout.setEncoding("utf8")) {
    said += part;
    const link = /http:\/\/\S+#key=\S+/.exec(said)?.[0];
    if (link !== undefined) return { server, link };
  }
  throw new Error(`The server ended: ${said}`);
}

/** Frames of one size, each of which keeps what the one before showed where nothing changed. */
function createMovie() {
  const gif = GIFEncoder();
  let before = null;
  return {
    add(png, ms) {
      const { data, width, height } = PNG.sync.read(png);
      const palette = quantize(data, COLORS - 1);
      const index = applyPalette(data, palette);
      const transparentIndex = palette.length;
      const now = new Uint32Array(data.buffer, data.byteOffset, width * height);
      const isSame = (at) => before !== null && now[at] === before[at];
      for (let at = 0; at < now.length; at += 1) if (isSame(at)) index[at] = transparentIndex;
      const options = { palette: [...palette, [0, 0, 0]], delay: ms, transparent: before !== null, transparentIndex };
      gif.writeFrame(index, width, height, { ...options, dispose: 1 });
      before = Uint32Array.from(now);
    },
    bytes() {
      gif.finish();
      return gif.bytes();
    },
  };
}

/** An automation of the demo, simulated step by step, then as it ends for another deal. */
async function play(page, link, take) {
  await page.goto(link);
  await page.getByRole("link", { name: "Proposal follow-up" }).click();
  await page.locator(".react-flow__node").first().waitFor();
  await page.getByTestId("tour").getByRole("button", { name: "Skip the tour" }).click();
  await take(1600);
  await page.getByRole("button", { name: "Simulate", exact: true }).click();
  const simulation = page.getByRole("region", { name: "Simulate", exact: true });
  await simulation.waitFor();
  const scenarios = simulation.getByRole("list", { name: "Scenarios" }).getByRole("button");
  await simulation.getByRole("button", { name: "To the start", exact: true }).click();
  await take(1200);
  const forward = simulation.getByRole("button", { name: "One step forward", exact: true });
  while (await forward.isEnabled()) {
    await forward.click();
    await take(700);
  }
  await take(1200);
  if ((await scenarios.count()) > 1) {
    await scenarios.nth(1).click();
    await take(1600);
  }
}

await buildProduct();
const executablePath = findChromium();
const folder = mkdtempSync(join(tmpdir(), "trilho-picture-"));
const { server, link } = await startDemo(folder);
const browser = await chromium.launch({ ...(executablePath !== null && { executablePath }), args: ["--no-sandbox"] });
try {
  const page = await browser.newPage({
    viewport: SIZE,
    reducedMotion: "reduce",
    colorScheme: "light",
    locale: "en-US",
  });
  const movie = createMovie();
  const take = async (ms) => {
    await page.waitForLoadState("networkidle");
    movie.add(await page.screenshot({ animations: "disabled" }), ms);
  };
  await play(page, link, take);
  const bytes = movie.bytes();
  const file = join(root, "docs/pictures/trilho.gif");
  writeFileSync(file, bytes);
  console.log(`${file}: ${Math.round(bytes.length / 1024)} kB`);
} finally {
  await browser.close();
  server.kill("SIGINT");
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
