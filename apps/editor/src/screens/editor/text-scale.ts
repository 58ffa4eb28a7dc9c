/** How many times larger than usual the person's browser writes: 1 at a text size of 16 pixels. */
export function textScale(): number {
  const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return Number.isFinite(size) && size > 0 ? size / 16 : 1;
}

/** The width of the window in pixels of usual text: with text twice as large, there is half the room. */
export const roomInWindow = (): number => window.innerWidth / textScale();
