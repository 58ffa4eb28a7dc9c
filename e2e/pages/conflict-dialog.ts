import type { Locator, Page } from "@playwright/test";

/** The choice between a draft and a newer version. */
export class ConflictDialog {
  readonly page: Page;
  readonly root: Locator;
  readonly theirs: Locator;
  readonly yours: Locator;
  readonly keepEditing: Locator;
  readonly seeTheirs: Locator;
  readonly replace: Locator;
  readonly merge: Locator;
  readonly compare: Locator;
  readonly download: Locator;

  constructor(page: Page) {
    this.page = page;
    this.root = page.getByRole("dialog", { name: /^Somebody else published version/ });
    this.theirs = this.root.getByRole("region", { name: "Theirs" });
    this.yours = this.root.getByRole("region", { name: "Yours" });
    this.keepEditing = this.root.getByRole("button", { name: "Keep editing" });
    this.seeTheirs = this.root.getByRole("button", { name: "See theirs" });
    this.replace = this.root.getByRole("button", { name: "Replace theirs with mine" });
    this.merge = this.root.getByRole("button", { name: "Merge both" });
    this.compare = this.root.getByRole("button", { name: "Compare mine with theirs" });
    this.download = this.root.getByRole("button", { name: "Download my draft" });
  }
}
