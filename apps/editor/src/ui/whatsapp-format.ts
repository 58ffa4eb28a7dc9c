/** A part of a message that WhatsApp shows in another way; what it holds may hold others. */
export interface Marked {
  readonly mark: Mark;
  readonly of: readonly Formatted[];
}

export type Mark = "bold" | "italic" | "struck" | "mono";
export type Formatted = string | Marked;

const MARKS: Readonly<Record<string, Mark>> = { "*": "bold", _: "italic", "~": "struck" };
/** Text between these is shown as it stands; that between three may have several lines. */
const CODE = /```(?!`)([^]+?)```|`([^`\n]+)`/g;
const WORD = /[\p{L}\p{N}]/u;
const BLANK = /\s/;

/**
 * Reads `*bold*`, `_italic_`, `~struck~`, `` `mono` `` and ```` ```mono``` ```` as WhatsApp does: a mark opens before a
 * text and not within a word, and closes behind it in the same line; where it does not, it is a character like any other.
 */
export function whatsappFormat(text: string): readonly Formatted[] {
  const codes = new Map<number, { end: number; inner: string }>();
  for (const { index, 0: whole, 1: block, 2: inline } of text.matchAll(CODE))
    codes.set(index, { end: index + whole.length, inner: block ?? inline ?? "" });

  function read(from: number, to: number): Formatted[] {
    const parts: Formatted[] = [];
    /** By sign: up to where none closes, so that each place is looked at once. */
    const barren = new Map<string, number>();
    let plain = from;
    const take = (start: number, end: number, marked: Marked): number => {
      if (start > plain) parts.push(text.slice(plain, start));
      parts.push(marked);
      plain = end;
      return end;
    };
    for (let at = from; at < to;) {
      const code = codes.get(at);
      const sign = text[at] ?? "";
      const mark = MARKS[sign];
      if (code !== undefined) at = take(at, code.end, { mark: "mono", of: [code.inner] });
      else if (mark !== undefined && opens(text, at) && at >= (barren.get(sign) ?? 0)) {
        const { close, stop } = closing(at, to);
        if (!close) barren.set(sign, stop);
        at = close ? take(at, stop + 1, { mark, of: read(at + 1, stop) }) : at + 1;
      } else at += 1;
    }
    if (to > plain) parts.push(text.slice(plain, to));
    return parts;
  }

  /** Where a mark closes, or how far none does: its line ends there. */
  function closing(open: number, to: number): { close: boolean; stop: number } {
    let at = open + 1;
    while (at < to && text[at] !== "\n") {
      const code = codes.get(at);
      if (code !== undefined) at = code.end;
      else if (text[at] === text[open] && closes(text, at)) return { close: true, stop: at };
      else at += 1;
    }
    return { close: false, stop: at };
  }

  return read(0, text.length);
}

function opens(text: string, at: number): boolean {
  const [before = "", sign, next = " "] = [text[at - 1], text[at], text[at + 1]];
  return !WORD.test(before) && !BLANK.test(next) && next !== sign;
}

function closes(text: string, at: number): boolean {
  const [before = " ", next = ""] = [text[at - 1], text[at + 1]];
  return !BLANK.test(before) && !WORD.test(next);
}
