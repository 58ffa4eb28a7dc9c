import type { Part, Sentence, SentenceTree } from "../../describe/sentences/tree.ts";

/** How a tree is written: what stands before an exit, and how a piece of a sentence looks. */
interface Style {
  bullet: string;
  indent: string;
  part: (part: Part) => string;
}

const PLAIN: Style = { bullet: "• ", indent: "  ", part: ({ text }) => text };

const MARKDOWN: Style = {
  bullet: "- ",
  indent: "  ",
  part: ({ kind, text }) => (kind === "lead" ? `**${escaped(text)}**` : escaped(text)),
};

/** Characters that Markdown and the HTML inside it take for marks. */
const escaped = (text: string): string => text.replace(/[\\`*_[\]<>#|~]/g, String.raw`\$&`);

export const asText = (tree: SentenceTree, apart: string): string => written(tree, apart, PLAIN);

export const asMarkdown = (tree: SentenceTree, apart: string): string =>
  written(tree, `**${escaped(apart)}**`, MARKDOWN);

function written({ main, apart }: SentenceTree, heading: string, style: Style): string {
  const chains = apart.flatMap((chain) => ["", ...linesOf(chain, 0, style)]);
  const lines = [...linesOf(main, 0, style), ...(chains.length > 0 ? ["", heading, ...chains] : [])];
  return `${lines.join("\n").trim()}\n`;
}

function linesOf(sentences: readonly Sentence[], depth: number, style: Style): string[] {
  return sentences.flatMap(({ parts, exits }, index) => {
    // A sentence after the exits of the one before is indented as that one is.
    const start = depth === 0 ? "" : style.indent.repeat(depth - 1) + (index === 0 ? style.bullet : style.indent);
    const gap = depth === 0 && index > 0 ? [""] : [];
    const line = start + parts.map(style.part).join("");
    return [...gap, line, ...exits.flatMap((exit) => linesOf(exit.sentences, depth + 1, style))];
  });
}
