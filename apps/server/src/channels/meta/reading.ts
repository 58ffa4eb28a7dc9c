import { DAY_MS, isObject } from "@trilho/engine";

/** Careful access to what a stranger sent: what is not as it should be is not there. */
export const objectIn = (value: unknown, key: string): Record<string, unknown> | null => {
  const inner = isObject(value) && Object.hasOwn(value, key) ? value[key] : null;
  return isObject(inner) ? inner : null;
};

export const listIn = (value: unknown, key: string): unknown[] => {
  const inner = isObject(value) && Object.hasOwn(value, key) ? value[key] : null;
  return Array.isArray(inner) ? inner : [];
};

/** Text, or a number as text: providers write ids both ways. Empty text is none. */
export const textIn = (value: unknown, key: string): string | null => {
  const inner = isObject(value) && Object.hasOwn(value, key) ? value[key] : null;
  if (typeof inner === "number" && Number.isFinite(inner)) return String(inner);
  return typeof inner === "string" && inner !== "" ? inner : null;
};

/** A name, by characters, so that none is cut in half. */
export const nameIn = (value: unknown, key: string): string | null => {
  const name = textIn(value, key);
  return name === null ? null : Array.from(name).slice(0, 255).join("");
};

/** An id: text of a sane length. */
export const idIn = (value: unknown, key: string): string | null => {
  const id = textIn(value, key);
  return id !== null && id.length <= 500 ? id : null;
};

/** Unix seconds or milliseconds as ISO 8601; `now` for what is no time, or one to come. */
export function instantOf(value: unknown, now: number): string {
  const number = Number(value);
  const ms = number > 1e11 ? number : number * 1000;
  const isTime = Number.isFinite(ms) && ms > 0 && ms < now + DAY_MS;
  return new Date(isTime ? ms : now).toISOString();
}
