/** One choice of a Select or a Combobox. */
export interface Option<Value extends string = string> {
  value: Value;
  label: string;
  /** A second line, in smaller type. */
  description?: string;
  /** `#rrggbb`: shown as a dot before the label. */
  color?: string;
  /** Of a person: "AL", drawn as an avatar before the name. */
  initials?: string;
  disabled?: boolean;
  /** Options of one group follow each other under its title. */
  group?: string;
}

export interface OptionGroup<Value extends string = string> {
  title: string | null;
  items: Option<Value>[];
}

/** Neighbours of one group under one title, in the given order. */
export function groupOptions<Value extends string>(options: readonly Option<Value>[]): OptionGroup<Value>[] {
  const groups: OptionGroup<Value>[] = [];
  for (const option of options) {
    const title = option.group ?? null;
    const last = groups.at(-1);
    if (last && last.title === title) last.items.push(option);
    else groups.push({ title, items: [option] });
  }
  return groups;
}
