import type { NodeProps } from "@xyflow/react";
import { memo } from "react";
import { notesCode } from "../../document/notes/notes-code.ts";
import { lazyPart } from "../../ui/loading/lazy-part.tsx";
import type { NoteFlowNode } from "../flow-model.ts";

const { Part, code } = lazyPart(
  async () => {
    const [{ NoteNode }, isHere] = await Promise.all([import("./note-node.tsx"), notesCode.load()]);
    if (!isHere) throw new Error("What notes are changed with cannot be had.");
    return NoteNode;
  },
  { missing: "nowhere" },
);

export const noteCode = code;

/** A note or frame on the drawing. Its code comes with the first one; where it is, is none of its business. */
export const NotePart = memo(
  function NotePart({ data }: Pick<NodeProps<NoteFlowNode>, "data">) {
    return <Part data={data} />;
  },
  (a, b) => a.data === b.data,
);
