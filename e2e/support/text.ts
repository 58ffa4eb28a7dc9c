/** A text as part of a regular expression. */
export const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);

/** What a step is called by assistive technology: its name, then its place, then its problems. */
export const stepNamed = (name: string): RegExp => new RegExp(`^${literally(name)}, step \\d+ of \\d+`);
