import { failureReason } from "@trilho/engine/failures";
import type { Graph } from "../channels/meta/graph.ts";
import { notSent } from "../domain/channels.ts";
import { isObject } from "../domain/json.ts";
import type { Conversions } from "../domain/runs/actions/port.ts";

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
