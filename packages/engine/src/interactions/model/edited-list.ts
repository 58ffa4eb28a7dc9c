import { readAutomation } from "./read-automations.ts";
import type { ReadAutomation } from "./read-automations.ts";

/** The automations of a workspace as they are edited, each read once. */
export class EditedList {
  private readonly fieldSlugs: Readonly<Record<string, string>>;
  /** Not read yet, or read. */
  private entries: ({ readonly given: unknown } | ReadAutomation)[];

  constructor(given: unknown, fieldSlugs: Readonly<Record<string, string>>) {
    this.fieldSlugs = fieldSlugs;
    this.entries = listed(given).map((each) => ({ given: each }));
  }

  /** Takes the place of the first that has its id, or the last one. */
  set(given: unknown): void {
    const read = readAutomation(given, this.fieldSlugs);
    const place = read.id === null ? -1 : this.readAll().findIndex(({ id }) => id === read.id);
    if (place < 0) this.entries.push(read);
    else this.entries[place] = read;
  }

  remove(id: string): void {
    this.entries = this.readAll().filter((each) => each.id !== id);
  }

  /** All of them, of which one at a step is read. */
  *all(): Generator<void, readonly ReadAutomation[]> {
    const read: ReadAutomation[] = [];
    for (const [place, entry] of this.entries.entries()) {
      read.push(this.readAt(place));
      if ("given" in entry) yield;
    }
    return read;
  }

  private readAll(): ReadAutomation[] {
    return this.entries.map((_, place) => this.readAt(place));
  }

  private readAt(place: number): ReadAutomation {
    const entry = this.entries[place] as (typeof this.entries)[number];
    const read = "given" in entry ? readAutomation(entry.given, this.fieldSlugs) : entry;
    this.entries[place] = read;
    return read;
  }
}

/** The items of a list, as far as it lets itself be read. */
function listed(given: unknown): unknown[] {
  try {
    return Array.isArray(given) ? [...(given as unknown[])] : [];
  } catch {
    return [];
  }
}
