/** What the list shows once its rows are there, loaded as one: it has texts of its own. */
export { ActivityCell } from "./activity-cell.tsx";
export { ActivityLegend } from "./activity-line.tsx";
export { BulkBar } from "./bulk-bar.tsx";
export { RunSparkline } from "./run-sparkline.tsx";
