import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { Button } from "./Button.tsx";
import { Combobox } from "./Combobox.tsx";
import { MultiCombobox } from "./MultiCombobox.tsx";
import { NumberField } from "./NumberField.tsx";
import { Select } from "./Select.tsx";
import { Switch } from "./Switch.tsx";
import { TextArea } from "./TextArea.tsx";
import { TextField } from "./TextField.tsx";

const stages = [
  { value: "s1", label: "Leads", color: "#6366f1" },
  { value: "s2", label: "Proposta" },
  { value: "s3", label: "Fechamento" },
];

it("a text field has a name, a hint and an error", async () => {
  const change = vi.fn();
  render(<TextField label="Name" hint="As people see it." error="Too long." value="" onValueChange={change} />);
  const field = screen.getByRole("textbox", { name: "Name", description: "As people see it. Too long." });
  expect(field.getAttribute("aria-invalid")).toBe("true");
  await userEvent.type(field, "A");
  expect(change).toHaveBeenLastCalledWith("A");
});

it("a text area is typed into", async () => {
  const change = vi.fn();
  render(<TextArea label="Message" value="" onValueChange={change} />);
  await userEvent.type(screen.getByRole("textbox", { name: "Message" }), "H");
  expect(change).toHaveBeenLastCalledWith("H");
});

it("a number field takes numbers and is empty as null", async () => {
  const change = vi.fn();
  function Held() {
    const [value, setValue] = useState<number | null>(4);
    return <NumberField label="Weight" value={value} onValueChange={(next) => (setValue(next), change(next))} />;
  }
  render(<Held />);
  const field = screen.getByRole("textbox", { name: "Weight" });
  await userEvent.clear(field);
  expect(change).toHaveBeenLastCalledWith(null);
  await userEvent.type(field, "12");
  expect(change).toHaveBeenLastCalledWith(12);
});

it("a select chooses by keyboard", async () => {
  const change = vi.fn();
  render(<Select label="Stage" options={stages} value="s1" onValueChange={change} />);
  const trigger = screen.getByRole("combobox", { name: "Stage" });
  expect(trigger.textContent).toBe("Leads");
  trigger.focus();
  await userEvent.keyboard("{Enter}");
  await screen.findByRole("option", { name: "Proposta" });
  await userEvent.keyboard("{ArrowDown}{Enter}");
  expect(change).toHaveBeenCalledWith("s2");
});

describe("a combobox", () => {
  it("finds by typing", async () => {
    const change = vi.fn();
    render(<Combobox label="Stage" options={stages} value={null} onValueChange={change} />);
    await userEvent.type(screen.getByRole("combobox", { name: "Stage" }), "prop");
    await userEvent.click(await screen.findByRole("option", { name: "Proposta" }));
    expect(change).toHaveBeenCalledWith("s2");
  });

  it("keeps the title of a group whose first choice the search leaves out", async () => {
    const grouped = [
      { value: "a", label: "Leads", group: "Homes" },
      { value: "b", label: "Proposta", group: "Homes" },
      { value: "c", label: "Proposta", group: "Businesses" },
      { value: "d", label: "Ganho", group: "Businesses" },
    ];
    render(<Combobox label="Stage" options={grouped} value={null} onValueChange={() => undefined} />);
    await userEvent.type(screen.getByRole("combobox", { name: "Stage" }), "prop");
    expect(screen.getByRole("group", { name: "Homes" }).textContent).toBe("HomesProposta");
    expect(screen.getByRole("group", { name: "Businesses" }).textContent).toBe("BusinessesProposta");
    await userEvent.clear(screen.getByRole("combobox", { name: "Stage" }));
    await userEvent.keyboard("ganho");
    expect(screen.queryByRole("group", { name: "Homes" })).toBeNull();
  });

  it("shows a value that no longer exists", () => {
    render(
      <Combobox
        label="Stage"
        options={stages}
        value="gone"
        onValueChange={() => undefined}
        unknownLabel={(id) => `Unknown stage (${id})`}
      />,
    );
    expect(screen.getByDisplayValue("Unknown stage (gone)")).toBe(screen.getByRole("combobox", { name: "Stage" }));
  });

  it("of several values removes one by its button and adds one by typing", async () => {
    const change = vi.fn();
    render(<MultiCombobox label="Stages" options={stages} value={["s1", "gone"]} onValueChange={change} />);
    await userEvent.click(screen.getByRole("button", { name: "Remove gone" }));
    expect(change).toHaveBeenLastCalledWith(["s1"]);
    await userEvent.type(screen.getByRole("combobox", { name: "Stages" }), "fech{Enter}");
    expect(change).toHaveBeenLastCalledWith(["s1", "gone", "s3"]);
  });
});

it("a switch says what it switches", async () => {
  const change = vi.fn();
  render(<Switch label="Enabled" checked={false} onCheckedChange={change} />);
  await userEvent.click(screen.getByRole("switch", { name: "Enabled" }));
  expect(change).toHaveBeenCalledWith(true);
});

it("a loading button keeps the focus and does nothing", async () => {
  const press = vi.fn();
  render(
    <Button loading onClick={press}>
      Push
    </Button>,
  );
  const button = screen.getByRole("button", { name: "Push" });
  await userEvent.click(button);
  expect(document.activeElement).toBe(button);
  expect(press).not.toHaveBeenCalled();
});

it("Escape closes the list of a combobox, and never clears what is chosen", async () => {
  const one = vi.fn();
  const several = vi.fn();
  render(
    <>
      <Combobox label="Stage" options={stages} value="s1" onValueChange={one} />
      <MultiCombobox label="Stages" options={stages} value={["s1", "s2"]} onValueChange={several} />
    </>,
  );
  for (const name of ["Stage", "Stages"]) {
    await userEvent.click(screen.getByRole("combobox", { name }));
    await screen.findByRole("listbox");
    await userEvent.keyboard("{Escape}");
    await expect.poll(() => screen.queryByRole("listbox")).toBeNull();
    await userEvent.keyboard("{Escape}{Escape}");
  }
  expect(one).not.toHaveBeenCalled();
  expect(several).not.toHaveBeenCalled();
});
