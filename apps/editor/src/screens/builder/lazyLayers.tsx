import { lazyPart } from "../../ui/lazyPart.tsx";
import { LayerSkeleton } from "./LayerSkeleton.tsx";

/** Comparing and merging bring the engine's analysis along: none of it is in the first picture. */
const compare = lazyPart(async () => (await import("../../compare/CompareLayer.tsx")).CompareLayer, {
  fallback: <LayerSkeleton />,
});
const merge = lazyPart(async () => (await import("../../compare/MergeLayer.tsx")).MergeLayer, {
  fallback: <LayerSkeleton />,
});

export const CompareLayer = compare.Part;
export const MergeLayer = merge.Part;

/** Fetched early: a conflict must be solvable whatever the network does. */
export const LAYERS = [compare.code, merge.code] as const;
