import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { showLanguage } from "../../i18n/set-up.ts";
import { Button } from "../button.tsx";
import { Combobox } from "./combobox.tsx";
import { MultiCombobox } from "./multi-combobox.tsx";
import { NumberField } from "./number-field.tsx";
import { Select } from "./select.tsx";
import { Switch } from "./switch.tsx";
import { TextArea } from "./text-area.tsx";
import { TextField } from "./text-field.tsx";

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

function numberShown() {
  const change = vi.fn<(value: number | null) => void>();
  function Held() {
    const [value, setValue] = useState<number | null>(null);
    return <NumberField label="Value" value={value} onValueChange={(next) => (setValue(next), change(next))} />;
  }
  render(<Held />);
  return { change, field: screen.getByRole<HTMLInputElement>("textbox", { name: "Value" }) };
}

describe("a number that is written as in another country", () => {
  it.each([
    ["10", 10],
    ["10,000", 10_000],
  ])("is asked about, and %s can be answered", async (answer, value) => {
    const { change, field } = numberShown();
    await userEvent.type(field, "10.000");
    await userEvent.tab();
    expect(screen.getByRole("status").textContent).toContain("“10.000” can be read in two ways");
    await userEvent.click(screen.getByRole("button", { name: answer }));
    expect(change).toHaveBeenLastCalledWith(value);
    expect(screen.queryByRole("status")).toBeNull();
  });

  it.each([
    ["en", "typed", "1.500,50", "1,500.5"],
    ["en", "pasted", "1.500,50", "1,500.5"],
    ["pt-BR", "typed", "1,500.50", "1.500,5"],
    ["pt-BR", "pasted", "1,500.50", "1.500,5"],
  ] as const)("is asked about with both signs: in %s, %s as %s", async (language, how, text, meant) => {
    await showLanguage(language);
    onTestFinished(() => showLanguage("en"));
    const { change, field } = numberShown();
    field.focus();
    await (how === "typed" ? userEvent.type(field, text) : userEvent.paste(text));
    await userEvent.tab();
    expect(screen.getByRole("status").textContent).toContain(`“${text}”`);
    await userEvent.click(screen.getByRole("button", { name: meant }));
    expect(change).toHaveBeenLastCalledWith(1500.5);
  });

  it("is not asked about where it is typed on", async () => {
    const { change, field } = numberShown();
    await userEvent.type(field, "10.0005");
    expect(change).toHaveBeenLastCalledWith(10.0005);
    expect(screen.queryByRole("status")).toBeNull();
  });
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

  it("keeps what is typed when its choices arrive meanwhile", async () => {
    const common = { label: "Stage", value: "s1", onValueChange: () => undefined };
    const { rerender } = render(<Combobox {...common} options={[]} loading />);
    const field = screen.getByRole<HTMLInputElement>("combobox", { name: "Stage" });
    await userEvent.clear(field);
    await userEvent.type(field, "Pr");
    rerender(<Combobox {...common} options={stages} />);
    await userEvent.type(field, "op");
    expect(field.value).toBe("Prop");
    await userEvent.keyboard("{Escape}");
    expect(field.value).toBe("Leads");
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
      Publish
    </Button>,
  );
  const button = screen.getByRole("button", { name: "Publish" });
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

const picker = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Stage" });
function pickerShown() {
  const change = vi.fn<(value: string | null) => void>();
  render(<Combobox label="Stage" options={stages} value="s1" onValueChange={change} />);
  return { change, user: userEvent.setup() };
}

function tagsShown(create: (name: string) => Promise<string | null>) {
  const change = vi.fn<(values: string[]) => void>();
  const creation = { label: (name: string) => `Create ‘${name}’`, create };
  function Held() {
    const [value, setValue] = useState<string[]>(["s1"]);
    const hold = (next: string[]) => (setValue(next), change(next));
    return <MultiCombobox label="Tags" options={stages} value={value} onValueChange={hold} creation={creation} />;
  }
  render(<Held />);
  return { change, user: userEvent.setup(), field: screen.getByRole("combobox", { name: "Tags" }) };
}

describe("a picker", () => {
  it.each<[string, (user: ReturnType<typeof userEvent.setup>) => Promise<void>]>([
    ["a press", (user) => user.click(picker())],
    ["its button", (user) => user.click(screen.getByRole("button", { name: "Stage" }))],
    ["an arrow key", async (user) => (picker().focus(), user.keyboard("{ArrowDown}"))],
  ])("that is opened by %s has its text selected, so that typing replaces it", async (_name, open) => {
    const { user } = pickerShown();
    await open(user);
    await waitFor(() => expect([picker().selectionStart, picker().selectionEnd]).toEqual([0, "Leads".length]));
    await user.keyboard("Prop");
    expect(picker().value).toBe("Prop");
    expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(["Proposta"]);
  });

  it("keeps what is typed before the browser comes to select its text", async () => {
    const frames: FrameRequestCallback[] = [];
    const { user } = pickerShown();
    vi.spyOn(window, "requestAnimationFrame").mockImplementation((frame) => frames.push(frame));
    onTestFinished(() => void vi.restoreAllMocks());
    await user.click(picker());
    await user.clear(picker());
    await user.keyboard("Pr");
    for (const frame of frames.splice(0)) frame(0);
    await user.keyboard("op");
    expect(picker().value).toBe("Prop");
  });
});

describe("a picker that makes what is missing", () => {
  it("offers to create what nothing is called", async () => {
    const { change, user, field } = tagsShown(async (name) => `id of ${name}`);
    await user.type(field, " Gold ");
    await user.click(await screen.findByRole("option", { name: "Create ‘Gold’" }));
    await waitFor(() => expect(change).toHaveBeenCalledExactlyOnceWith(["s1", "id of Gold"]));
  });

  it.each(["Leads", "leads ", "  "])("offers nothing of the kind for %j", async (typed) => {
    const { user, field } = tagsShown(async () => null);
    await user.type(field, typed);
    expect(screen.queryByRole("option", { name: /Create/ })).toBeNull();
  });

  it("keeps what was chosen when it cannot be created", async () => {
    const { change, user, field } = tagsShown(async () => null);
    await user.type(field, "Gold{Enter}");
    await user.clear(field);
    expect(change).not.toHaveBeenCalled();
  });
});
