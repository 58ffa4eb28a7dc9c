import { isObject } from "../contract/json.ts";
import type { JsonObject, JsonValue } from "../contract/json.ts";
import { fieldPath, readPath } from "../query/fields.ts";
import { iso } from "../simulate/instants.ts";
import { withPath } from "../simulate/world.ts";
import type { FactStore } from "../simulate/world.ts";

/** How a change of a field shows in a slot: as what lies `inside` the field's value, or somewhere `around` in the slot's. */
interface Change {
  readonly slot: number;
  readonly inside: readonly string[];
  readonly around: readonly string[];
}

/** Facts of one run after the other, only those fields that are asked for. */
export class Slots implements FactStore {
  private readonly paths: readonly (readonly string[])[];
  private readonly index: ReadonlyMap<string, number>;
  private readonly initial: readonly (() => JsonValue)[];
  private readonly values: JsonValue[];
  /** Values that are instants which nobody has read as text yet, Unix ms; not a number elsewhere. */
  private readonly instants: Float64Array;
  /** By slot, the run whose value it holds; runs are counted as they begin. */
  private readonly runs: number[];
  private readonly changes = new Map<string, readonly Change[]>();
  private run = 0;

  /** `initial` returns, by slot, what the current run has there at its start; it is asked at most once. */
  constructor(fields: readonly string[], initial: readonly (() => JsonValue)[]) {
    this.paths = fields.map(fieldPath);
    this.index = new Map(fields.map((field, slot) => [field, slot]));
    this.initial = initial;
    this.values = fields.map(() => null);
    this.instants = new Float64Array(fields.length).fill(Number.NaN);
    this.runs = fields.map(() => -1);
  }

  /** Another run begins. */
  begin(): void {
    this.run += 1;
  }

  get(field: string): JsonValue {
    const slot = this.index.get(field);
    return slot === undefined ? null : this.at(slot);
  }

  /** What a slot holds now. */
  at(slot: number): JsonValue {
    if (this.runs[slot] !== this.run) this.put(slot, this.initial[slot]?.() ?? null);
    else if (this.isInstant(slot)) this.put(slot, iso(this.instants[slot] ?? 0));
    return this.values[slot] ?? null;
  }

  set(field: string, value: JsonValue): void {
    for (const { slot, inside, around } of this.changesBy(field)) {
      if (around.length > 0) this.put(slot, withPath(asObject(this.at(slot)), around, 0, value));
      else this.put(slot, inside.length > 0 ? readPath(value, inside) : value);
    }
  }

  setInstant(field: string, at: number): void {
    for (const change of this.changesBy(field)) {
      if (change.around.length > 0 || change.inside.length > 0) return this.set(field, iso(at));
      this.instants[change.slot] = at;
      this.runs[change.slot] = this.run;
    }
  }

  keeps(field: string): boolean {
    return this.changesBy(field).length > 0;
  }

  /** Whether a slot surely holds an instant. */
  isInstant(slot: number): boolean {
    return this.runs[slot] === this.run && !Number.isNaN(this.instants[slot]);
  }

  private put(slot: number, value: JsonValue): void {
    this.values[slot] = value;
    this.instants[slot] = Number.NaN;
    this.runs[slot] = this.run;
  }

  private changesBy(field: string): readonly Change[] {
    const known = this.changes.get(field);
    if (known) return known;
    const path = fieldPath(field);
    const changes = this.paths.flatMap((own, slot): Change[] => {
      const shared = Math.min(own.length, path.length);
      const meet = own.slice(0, shared).every((key, at) => key === path[at]);
      return meet ? [{ slot, inside: own.slice(path.length), around: path.slice(own.length) }] : [];
    });
    this.changes.set(field, changes);
    return changes;
  }
}

function asObject(value: JsonValue): JsonObject {
  return isObject(value) ? value : {};
}
