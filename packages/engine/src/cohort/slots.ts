import type { JsonValue } from "../contract/json.ts";
import { isObject } from "../graph/parts.ts";
import { fieldPath, readPath } from "../query/fields.ts";
import { withPath } from "../simulate/world.ts";
import type { FactStore } from "../simulate/world.ts";

/** Facts of one run after the other, only those fields that are asked for. */
export class Slots implements FactStore {
  private readonly paths: readonly (readonly string[])[];
  private readonly index: ReadonlyMap<string, number>;
  private readonly initial: (slot: number) => JsonValue;
  private readonly values: JsonValue[];
  /** By slot, the run whose value it holds. */
  private readonly runs: number[];
  private readonly touched = new Map<string, readonly number[]>();
  private run = -1;

  /** `initial` says what the current run has in a slot at its start; it is asked at most once. */
  constructor(fields: readonly string[], initial: (slot: number) => JsonValue) {
    this.paths = fields.map(fieldPath);
    this.index = new Map(fields.map((field, slot) => [field, slot]));
    this.initial = initial;
    this.values = fields.map(() => null);
    this.runs = fields.map(() => -1);
  }

  /** Another run begins. */
  begin(run: number): void {
    this.run = run;
  }

  get(field: string): JsonValue {
    const slot = this.index.get(field);
    return slot === undefined ? null : this.at(slot);
  }

  /** What a slot holds now. */
  at(slot: number): JsonValue {
    if (this.runs[slot] !== this.run) this.put(slot, this.initial(slot));
    return this.values[slot] ?? null;
  }

  set(field: string, value: JsonValue): void {
    for (const slot of this.touchedBy(field)) this.put(slot, this.changed(slot, fieldPath(field), value));
  }

  private put(slot: number, value: JsonValue): void {
    this.values[slot] = value;
    this.runs[slot] = this.run;
  }

  private changed(slot: number, path: readonly string[], value: JsonValue): JsonValue {
    const own = this.paths[slot] ?? [];
    if (own.length >= path.length) return readPath(value, own.slice(path.length));
    const before = this.at(slot);
    return withPath(isObject(before) ? before : {}, path, own.length, value);
  }

  /** The slots in which a change of a field shows. */
  private touchedBy(field: string): readonly number[] {
    const known = this.touched.get(field);
    if (known) return known;
    const path = fieldPath(field);
    const slots = this.paths.flatMap((own, slot) =>
      own.every((key, at) => at >= path.length || key === path[at]) ? [slot] : [],
    );
    this.touched.set(field, slots);
    return slots;
  }
}
