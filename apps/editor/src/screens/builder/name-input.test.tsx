import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { NameInput } from "./name-input.tsx";

const said: string[] = [];

function Named() {
  const [name, setName] = useState("Follow up");
  const follow = (next: string): void => {
    said.push(next);
    setName(next);
  };
  return (
    <main>
      <NameInput name={name} onName={follow} />
    </main>
  );
}

afterEach(() => {
  cleanup();
  said.length = 0;
});

const open = (): HTMLInputElement => {
  render(<Named />);
  const field = screen.getByRole<HTMLInputElement>("textbox");
  field.focus();
  return field;
};
const write = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

describe("the name of an automation", () => {
  it("is the document's with every letter", () => {
    const field = open();
    write(field, "Remind");
    expect(field.value).toBe("Remind");
    expect(said).toEqual(["Remind"]);
  });

  it("is given back by Escape", () => {
    const field = open();
    write(field, "Remind");
    fireEvent.keyDown(field, { key: "Escape" });
    expect(field.value).toBe("Follow up");
    expect(document.activeElement).toBe(screen.getByRole("main"));
  });

  it.each(["", "   "])("is never %j: it stays what it was when the field was entered", (empty) => {
    const field = open();
    write(field, "F");
    write(field, empty);
    expect([field.value, field.getAttribute("aria-invalid")]).toEqual(["", "true"]);
    expect(said).not.toContain(empty);
    fireEvent.keyDown(field, { key: "Enter" });
    fireEvent.blur(field);
    expect([field.value, field.getAttribute("aria-invalid")]).toEqual(["Follow up", null]);
  });

  it("is taken as a whole by F2", () => {
    const field = open();
    field.setSelectionRange(2, 2);
    fireEvent.keyDown(field, { key: "F2" });
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, "Follow up".length]);
  });
});
