import type { MessageParams } from "../contract/diagnostic.ts";
import type { UntilFault } from "../graph/until.ts";
import { text } from "./text.ts";
import type { UntilTexts } from "./until.ts";

export const enUntil: UntilTexts = {
  days: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
  or: "or",
  dates: {
    "deal.expectedCloseAt": "expected close",
    "deal.createdAt": "deal created",
    "deal.stageChangedAt": "stage changed",
    "deal.lastMessageAt": "last message",
    "contact.optedOutAt": "opted out",
  },
  date: (date, days, at) => `until ${days === 0 ? "" : `${daysFrom(days)} `}${date}${at === null ? "" : `, ${at}`}`,
  weekday: (days, at) => `until ${days} ${at}`,
  opening: "until business hours",
};

export const UNTIL_FAULTS: Readonly<Record<UntilFault, string>> = {
  kind: "what it waits for cannot be read",
  field: "it does not say which date it waits for",
  offsetDays: "the days before or after its date are no whole number within ten years",
  days: "it does not say which days of the week it waits for",
  at: "its time of day is none from 00:00 to 23:59",
};

/** "3 days before". */
const daysFrom = (days: number): string =>
  `${Math.abs(days)} ${Math.abs(days) === 1 ? "day" : "days"} ${days < 0 ? "before" : "after"}`;

/** Why a wait lasts its fixed time. */
export function untilLack({ lack, field }: MessageParams): string {
  if (lack === "empty") return `${text(field)} is empty`;
  if (lack === "past") return `${text(field)} gives no moment ahead`;
  return lack === "never-open" ? "business hours never open" : `${text(field)} is no date`;
}
