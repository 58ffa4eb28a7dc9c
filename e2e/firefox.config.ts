import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";
import chromium from "./playwright.config.ts";

/**
 * The main journeys in a Firefox as it is released, driven over WebDriver BiDi: Playwright's own is a patched build. Not the
 * whole suite, for neither's BiDi is finished. TRILHO_FIREFOX names it.
 */
export default defineConfig(chromium, {
  projects: [
    { name: "drawing", testMatch: "journey.spec.ts" },
    { name: "keyboard", testMatch: "keyboard.spec.ts", grep: /nothing that is typed at once/ },
    { name: "running", testMatch: "runs.spec.ts", grep: /a failed run tells why/ },
  ],
  workers: 1,
  use: {
    browserName: "firefox",
    channel: "moz-firefox",
    launchOptions: {
      executablePath: fileURLToPath(new URL("support/firefox-relay.mjs", import.meta.url)),
      // Looks are not told over BiDi.
      firefoxUserPrefs: { "ui.prefersReducedMotion": 1, "layout.css.prefers-color-scheme.content-override": 1 },
    },
  },
});
