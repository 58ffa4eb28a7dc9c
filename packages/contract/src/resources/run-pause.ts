import { Type } from "typebox";
import { dateTime, oneOf } from "../schema.ts";

/** What keeps runs at their place: their automation, its workspace, or whoever operates the server. */
export const RunPause = Type.Object({ scope: oneOf(["automation", "workspace", "server"]), since: dateTime() });

/** Extension: whether the runs of a workspace are paused. Empty when nothing pauses them. */
export const WorkspacePauses = Type.Object({ pauses: Type.Array(RunPause) });
