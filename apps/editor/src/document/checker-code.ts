import { onDemand } from "../ui/loading/on-demand.ts";
import { surroundings } from "./surroundings.ts";

/** What looks for problems: they show a moment after the drawing. */
export const checkerCode = onDemand(async () => {
  const { checker } = await import("./checker.ts");
  surroundings.setState({ checker });
  return checker;
});
