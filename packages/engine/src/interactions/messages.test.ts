import { describe, expect, it } from "vitest";
import { automation, line, wait } from "../workspace/testing/scenarios.ts";
import type { WorkspaceAutomation } from "../workspace/types.ts";
import { analysed, say, when } from "./testing/steps.ts";

const says = (id: string, count: number, pause = 60): WorkspaceAutomation =>
  automation(
    id,
    "deal_created",
    line(...Array.from({ length: count }, (_, at) => [wait(`w${at}`, pause), say(`m${at}`, `${id} ${at}`)]).flat()),
  );

describe("messages that are too many together", () => {
  it("are shown where one event starts their automations, with those that are sent", () => {
    const { findings } = analysed([says("a", 2), says("b", 2), says("c", 2), says("d", 2)]);
    expect(findings.map(({ code, params, places }) => [code, params["count"], places.length])).toEqual([
      ["many-messages", 8, 8],
    ]);
    expect(new Set(findings[0]?.places.map(({ automationId }) => automationId))).toEqual(new Set(["a", "b", "c", "d"]));
  });

  it("are shown of those that one deal starts, where it cannot start all", () => {
    const small = { ...says("c", 3), ...when("deal.value", "<", 5) };
    const { findings } = analysed([{ ...says("a", 3), ...when("deal.value", ">", 10) }, says("b", 3), small]);
    expect(
      findings.map(({ places }) => [...new Set(places.map(({ automationId }) => automationId))].join(" ")),
    ).toEqual(["a b"]);
  });

  it.each<[name: string, automations: WorkspaceAutomation[]]>([
    ["are no more than five", [says("a", 3), says("b", 2)]],
    ["come from one automation alone", [says("a", 6)]],
    ["come over several days", [says("a", 4, 50_000), says("b", 4, 50_000)]],
    [
      "are never all of one deal",
      [
        { ...says("a", 3), ...when("deal.value", ">", 10) },
        { ...says("b", 3), ...when("deal.value", "<", 5) },
      ],
    ],
    ["start from different events", [says("a", 3), { ...says("b", 3), triggerType: "task_completed" }]],
  ])("are none where they %s", (_, automations) => {
    expect(analysed(automations).findings).toEqual([]);
  });
});
