/** How little room an editor has, by its own width in CSS pixels of usual text: it may be a column of a wide page. */
export interface Room {
  /** The inspector stands only beside a step that it is about. */
  snug: boolean;
  /** Palette and inspector are sheets. */
  narrow: boolean;
  /** The outline is what opens first. */
  small: boolean;
  /** As narrow as a phone: of the toolbar, what is used least goes into a menu. */
  tiny: boolean;
}

const SNUG = 1200;
const NARROW = 900;
const SMALL = 600;
const TINY = 480;

export const roomOf = (width: number): Room => ({
  snug: width < SNUG,
  narrow: width < NARROW,
  small: width < SMALL,
  tiny: width < TINY,
});

/** For style sheets: `[data-room~="small"]`. */
export const roomMarks = (room: Room): string =>
  Object.entries(room)
    .flatMap(([name, holds]) => (holds ? [name] : []))
    .join(" ");
