import { lazyPart } from "../../ui/loading/lazy-part.tsx";
import { Skeleton } from "../../ui/loading/skeleton.tsx";
import { whenIdle } from "../../ui/loading/when-idle.ts";
import { LayerSkeleton } from "./layer-skeleton.tsx";

/** Comparing and merging bring the engine's analysis along: none of it is in the first picture. */
const compare = lazyPart(async () => (await import("./compare-layer.tsx")).CompareLayer, {
  fallback: <LayerSkeleton />,
});
const merge = lazyPart(async () => (await import("../../features/compare/merge-layer.tsx")).MergeLayer, {
  fallback: <LayerSkeleton />,
});
const version = lazyPart(async () => (await import("./versions/version-layer.tsx")).VersionLayer, {
  fallback: <LayerSkeleton />,
});
/** Asks the service whenever it is opened: without a network there is nothing for it to show. */
const flow = lazyPart(async () => (await import("../../features/runs/flow-bar.tsx")).FlowBar, {
  fallback: <Skeleton height="3rem" />,
});
/** What others do can wait until the drawing is there. */
const beside = lazyPart(
  async () => {
    await new Promise<void>(whenIdle);
    return (await import("./beside/beside.tsx")).Beside;
  },
  { missing: "nowhere" },
);

export const Beside = beside.Part;
export const CompareLayer = compare.Part;
export const MergeLayer = merge.Part;
export const VersionLayer = version.Part;
export const FlowBar = flow.Part;

/** Fetched early: a conflict must be solvable whatever the network does. */
export const LAYERS = [compare.code, merge.code] as const;
