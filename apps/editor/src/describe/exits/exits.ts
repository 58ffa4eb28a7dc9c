import type { GraphNode } from "@trilho/engine";
import { DAY_SECONDS, isObject } from "@trilho/engine";
import type { Port } from "../../document/layout/geometry.ts";
import { formatDuration } from "../../i18n/duration.ts";
import { handleWord } from "../node-label.ts";
import type { T } from "../node-label.ts";

type Explained = Pick<Port, "kind" | "side" | "label" | "number">;

/** How long a step waits for an answer, in words. */
function patience({ config }: GraphNode): string {
  const seconds = isObject(config) ? config["replyTimeoutSeconds"] : undefined;
  return formatDuration(typeof seconds === "number" && seconds > 0 ? seconds : DAY_SECONDS, 2);
}

/** When a run leaves by an exit, in a sentence: "Nobody answered within 1 day." Empty for the only way on. */
export function exitHelp(node: GraphNode, port: Explained, t: T): string {
  const { kind, side } = port;
  if (kind === "next" || kind === "unknown") return "";
  if (kind === "fallback") return t(side ? "exit.failure" : "exit.otherwise");
  if (kind === "timeout") return t("exit.timeout", { duration: patience(node) });
  if (kind === "branch" || kind === "rr" || kind === "btn") return t(`exit.${kind}`, { name: handleWord(port, t) });
  return t(`exit.${kind}`);
}
