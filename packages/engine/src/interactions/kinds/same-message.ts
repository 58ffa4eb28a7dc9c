import { DAY_MS } from "../../contract/durations.ts";
import { isFilled } from "../../contract/filled.ts";
import type { JsonObject, JsonValue } from "../../contract/json.ts";
import { canonical } from "../../json/canonical.ts";
import { shorten } from "../../messages/text.ts";
import type { WorkspaceResult } from "../../workspace/types.ts";
import type { WorkspaceIndex } from "../model/workspace-index.ts";
import type { Place } from "../touches/types.ts";
import { findWay } from "../witness/way.ts";
import { instantsOf, tryOut, witnessOf } from "../witness/trial.ts";
import type { Inquiry } from "../witness/trial.ts";
import { firstSought, inTurn, placeOf, sentAt, together } from "./kind.ts";
import type { Candidate, Kind, Meeting, Sought, Spot, Told } from "./kind.ts";
import { Lineage } from "./lineage.ts";

/** One thing happens, and the contact is sent the same message by two automations within a day. */
export const sameMessage: Kind = { code: "same-message", candidates, holds };

/** What a message says, apart from how it is sent. */
const CONTENT: Readonly<Record<string, readonly string[]>> = {
  send_whatsapp: [
    "text",
    "templateName",
    "templateLanguageCode",
    "templateParameters",
    "mediaAssetId",
    "mediaLink",
    "scriptId",
  ],
  send_email: ["to", "subject", "body"],
  reply_instagram_comment: ["text"],
  send_instagram_private_reply: ["text"],
};
/** What says something by itself. */
const SAYING = ["text", "templateName", "mediaAssetId", "mediaLink", "scriptId", "subject", "body"];

function* candidates(index: WorkspaceIndex): Generator<Candidate | null> {
  const byContent = new Map<string, Spot[]>();
  for (const automation of index.known) {
    for (const action of automation.actions) {
      const content = contentOf(action.node.actionType ?? "", action.config);
      if (content !== null) byContent.set(content, [...(byContent.get(content) ?? []), { automation, action }]);
    }
  }
  for (const spots of byContent.values()) {
    for (const pair of index.pairs(spots)) {
      if (pair === null) {
        yield null;
        continue;
      }
      const [one, other] = pair;
      if (index.shared(one.automation, other.automation).length > 0) yield candidate(index, pair, "one-event");
      for (const turned of [pair, [other, one] as const]) {
        const [before, after] = turned;
        const isLed = index.startsOf(before.automation).some(({ automation }) => automation === after.automation);
        if (isLed) yield candidate(index, turned, "one-starts-other");
      }
    }
  }
}

function candidate(index: WorkspaceIndex, pair: readonly [Spot, Spot], meeting: Meeting): Candidate {
  const told = tell(pair, meeting);
  return { told, seek: (inquiry) => seek(index, pair, told, inquiry) };
}

/** Equal for messages that say the same; null for what says nothing. */
function contentOf(actionType: string, config: JsonObject): string | null {
  const keys = Object.hasOwn(CONTENT, actionType) ? CONTENT[actionType] : undefined;
  if (keys === undefined || !keys.some((key) => SAYING.includes(key) && isFilled(config[key]))) return null;
  return canonical([actionType, ...keys.map((key) => spaced(config[key] ?? null))]);
}

const spaced = (value: JsonValue): JsonValue =>
  typeof value === "string" ? value.trim().replaceAll(/\s+/g, " ").toLowerCase() : value;

function tell([before, after]: readonly [Spot, Spot], meeting: Meeting): Told {
  const { text, subject, templateName } = before.action.config;
  const said = [text, subject, templateName].find(isFilled) ?? "";
  return {
    code: "same-message",
    params: { meeting, text: shorten(said) },
    places: [placeOf(before), placeOf(after)],
  };
}

function seek(index: WorkspaceIndex, pair: readonly [Spot, Spot], told: Told, inquiry: Inquiry): Sought {
  const [before, after] = pair;
  const acts =
    told.params["meeting"] === "one-event"
      ? index.shared(before.automation, after.automation).map((occurrence) => together(occurrence, pair))
      : index.occurrencesOf(before.automation).map((occurrence) => inTurn(occurrence, pair));
  return firstSought(
    acts.map((each) => (): Sought => {
      const way = findWay(each, inquiry);
      if (typeof way === "string") return way;
      const instants = instantsOf(each, inquiry);
      const trial = instants && tryOut(witnessOf(each, way, instants), inquiry);
      return trial !== null && holds(told, trial.result) ? { told, witness: trial.witness } : "not-seen";
    }),
    inquiry,
  );
}

function holds({ places }: Told, result: WorkspaceResult): boolean {
  const lineage = new Lineage(result);
  const sent = (place: Place | undefined) =>
    lineage.runsOf(place?.automationId ?? "").flatMap((run) => {
      const at = sentAt(run, place?.nodeId ?? null);
      return at === null || run.contactId === null ? [] : [{ run, at }];
    });
  const [first, second] = places;
  return sent(first).some((one) =>
    sent(second).some(
      (other) =>
        one.run !== other.run &&
        one.run.contactId === other.run.contactId &&
        Math.abs(one.at - other.at) < DAY_MS &&
        lineage.rootOf(one.run) === lineage.rootOf(other.run),
    ),
  );
}
