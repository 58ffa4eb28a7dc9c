/** A run may use as much as so many configs, each filled in once. */
const FULL_CONFIGS = 5;

/** The part that each config of a run with so many actions may use of what filling in one may cost. */
export const renderShare = (actions: number): number => Math.min(1, FULL_CONFIGS / Math.max(actions, 1));
