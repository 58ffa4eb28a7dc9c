import { waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { keepFocus } from "./keep-focus.ts";

let stop = (): void => undefined;
beforeEach(() => {
  document.body.innerHTML = `
    <button id="outside">Outside</button>
    <main>
      <section aria-label="Runs"><button id="first">First</button><button id="second">Second</button></section>
      <button id="third">Third</button>
    </main>`;
  stop = keepFocus(document.body);
});
afterEach(() => {
  stop();
  document.body.innerHTML = "";
});

const find = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`There is no ${selector}`);
  return found;
};
const focus = (selector: string): HTMLElement => {
  const element = find(selector);
  element.focus();
  return element;
};
const expectFocus = (selector: string): Promise<void> =>
  waitFor(() => expect(document.activeElement).toBe(find(selector)));

describe("what had the focus is taken away", () => {
  it("the part around it gets it", async () => {
    focus("#first").remove();
    await expectFocus("section");
  });

  it("the main part gets it where nothing closer is left", async () => {
    focus("#first");
    find("section").remove();
    await expectFocus("main");
  });

  it("the main part gets it when it was outside of all parts", async () => {
    focus("#outside").remove();
    await expectFocus("main");
  });

  it("what opened a dialog gets it with the dialog gone", async () => {
    focus("#third");
    const dialog = document.createElement("div");
    dialog.setAttribute("role", "dialog");
    dialog.innerHTML = '<button id="yes">Yes</button>';
    document.body.append(dialog);
    focus("#yes");
    dialog.remove();
    await expectFocus("#third");
  });

  it("the part around what opened a dialog gets it where both are gone", async () => {
    focus("#first");
    const dialog = document.createElement("div");
    dialog.innerHTML = '<button id="yes">Yes</button>';
    document.body.append(dialog);
    focus("#yes");
    find("#first").remove();
    dialog.remove();
    await expectFocus("section");
  });

  it("another screen gets it once it is there", async () => {
    focus("#first");
    find("main").remove();
    await new Promise(requestAnimationFrame);
    const main = document.createElement("main");
    document.body.append(main);
    await expectFocus("main");
  });

  it("who chose a better place is left there", async () => {
    focus("#first").remove();
    focus("#second");
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    await expectFocus("#second");
  });
});
