import { DAY_SECONDS, HOUR_SECONDS, WEEK_SECONDS } from "../contract/durations.ts";
import { ACTION_LABELS, NODE_LABELS } from "../contract/labels.ts";
import { enUntil } from "./en-until.ts";
import type { Locale } from "./locale.ts";
import { nodeNames } from "./text.ts";
import { untilName } from "./until.ts";

export const kinds = { ...ACTION_LABELS, ...NODE_LABELS };

const { bare, node, nodes } = nodeNames({
  kinds,
  unknown: "Unknown step",
  unreadable: "an unreadable step",
  units: [
    ["week", "weeks", WEEK_SECONDS],
    ["day", "days", DAY_SECONDS],
    ["hour", "hours", HOUR_SECONDS],
    ["minute", "minutes", 60],
    ["second", "seconds", 1],
  ],
  until: enUntil,
  and: "and",
  more: (count) => `${count} more`,
});

export { node as name, nodes as names };

/** What steps are called in English, and how long they wait: all that a drawing needs, apart from what is said of problems. */
export const enNames: Pick<Locale, "kinds" | "nodeName" | "until"> = {
  kinds,
  nodeName: bare,
  until: (until, fieldName) => untilName(until, enUntil, fieldName),
};
