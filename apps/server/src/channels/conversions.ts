import { isObject } from "@trilho/engine";
import { failureReason } from "@trilho/engine/failures";
import type { Graph } from "./meta/graph.ts";
import { notSent } from "../areas/conversations/sender.ts";
import type { Conversions } from "../runs/actions/port.ts";

/** Meta's Conversions API, over the Graph API. */
export const createConversions = (graph: Graph, pixelId: string): Conversions => ({
  async report(event, testEventCode) {
    const answer = await graph.post(`${encodeURIComponent(pixelId)}/events`, {
      data: [event],
      ...(testEventCode !== null && { test_event_code: testEventCode }),
    });
    if (!answer.ok) return answer;
    if (isObject(answer.body) && answer.body["events_received"] === 1) return { ok: true };
    return notSent(false, [failureReason("meta-event-not-taken")]);
  },
});
