import { surroundings } from "../../document/surroundings.ts";
import { lazyPart } from "../../ui/loading/lazy-part.tsx";
import { Skeleton } from "../../ui/loading/skeleton.tsx";

/** The forms are loaded with the first step that is selected, or while nothing else goes on. */
const inspector = lazyPart(
  async () => {
    const { liquidRules, NodeInspector } = await import("./node-inspector.tsx");
    // What reads texts comes with the forms: from here on their problems are found as well.
    surroundings.setState({ texts: liquidRules(), textsFor: liquidRules });
    return NodeInspector;
  },
  { fallback: <Skeleton height="180px" radius="8px" /> },
);

export const NodeInspector = inspector.Part;
export const nodeInspectorCode = inspector.code;
