import type { Page } from "@playwright/test";

const agreeing = new WeakSet<Page>();

/** Publishes what has warnings all the same, wherever that is asked: most tests are about something else. */
export function agreeToWarnings(page: Page): void {
  if (agreeing.has(page)) return;
  agreeing.add(page);
  const asked = page.getByRole("dialog", { name: /^(?:Publish with|Publicar com) \d+ / });
  void page.addLocatorHandler(asked, () =>
    asked.getByRole("button", { name: /^(?:Publish|Publicar) / }).press("Enter"),
  );
}
