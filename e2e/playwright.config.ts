import { defineConfig } from "@playwright/test";
import { SLOWNESS } from "./support/slow.ts";

const executablePath = process.env["TRILHO_CHROMIUM"];
// Chromium refuses its sandbox to root.
const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
// Every window of a whole Chromium loads what its address bar may show, though nobody sees it: a second of processor a
// test. The last list counts, so those of Playwright's that matter here are repeated.
const without = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "HttpsUpgrades", "PaintHolding", "OptimizationHints"];

export default defineConfig({
  testDir: "specs",
  // One journey is long; a hung one must not hold the suite.
  timeout: 180_000 * SLOWNESS,
  expect: {
    timeout: 10_000,
    // A button that moved is more than this.
    toHaveScreenshot: { maxDiffPixelRatio: 0.0002, threshold: 0.1, stylePath: "support/pictures.css" },
  },
  snapshotPathTemplate: "{testDir}/../snapshots/{arg}{ext}",
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // A test that passes only when it is tried again has found something.
  retries: 0,
  reporter: [["list"], ["./summary-reporter.ts"]],
  use: {
    browserName: "chromium",
    actionTimeout: 15_000,
    // The canvas glides to its steps otherwise; what is measured in between is soon elsewhere.
    contextOptions: { reducedMotion: "reduce" },
    viewport: { width: 1440, height: 900 },
    // Taking one costs every test a third more: --trace on takes it where it is wanted.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        ...sandbox,
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-quic",
        `--disable-features=${without.join(",")}`,
      ],
    },
  },
});
