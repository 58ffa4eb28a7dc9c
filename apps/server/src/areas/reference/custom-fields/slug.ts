const MAX_LENGTH = 60;

/** A slug of a name: `Data da visita (prevista)` is `data_da_visita_prevista`. */
export function slugOf(name: string): string {
  const words = name
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_");
  return trimmed(trimmed(words).slice(0, MAX_LENGTH)) || "field";
}

const trimmed = (slug: string): string => slug.replaceAll(/^_|_$/g, "");

/** The slug, numbered from 2 where it is taken. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  let free = slug;
  for (let number = 2; taken.has(free); number++) free = `${slug}_${number}`;
  return free;
}
