import { describe, expect, it } from "vitest";
import { action, automation, line, move, tag, wait } from "../workspace/testing/scenarios.ts";
import type { WorkspaceAutomation } from "../workspace/types.ts";
import { analysed, ask, field, on, say, untag, when } from "./testing/steps.ts";

const HOUR = 3600;
const DAY = 24 * HOUR;

const onProposal = on({ stageId: "proposal" });

describe("what looks like a finding, and is none", () => {
  it.each<[name: string, automations: WorkspaceAutomation[]]>([
    [
      "a tag that is taken off two hours later",
      [
        automation("a", "deal_created", line(tag("x"))),
        automation("b", "deal_created", line(wait("w", 2 * HOUR), untag("x"))),
      ],
    ],
    [
      "a move on to the next stage",
      [
        automation("a", "deal_created", line(move("proposal"))),
        automation("b", "stage_entered", line(move("won")), onProposal),
      ],
    ],
    [
      "a field that goes on to another value",
      [
        automation("a", "deal_created", line(field("measured"))),
        automation("b", "custom_field_changed", line(field("paid")), on({ fieldSlug: "roof", value: "measured" })),
      ],
    ],
    [
      "the same value of a field",
      [automation("a", "deal_created", line(field("tile"))), automation("b", "deal_created", line(field("tile")))],
    ],
    [
      "a tag of deals that are large, and of those that are small",
      [
        automation("a", "deal_created", line(tag("x")), when("deal.value", ">=", 1000)),
        automation("b", "deal_created", line(untag("x")), when("deal.value", "<", 1000)),
      ],
    ],
    [
      "the same message a day later",
      [
        automation("a", "deal_created", line(say("m", "Hello"))),
        automation("b", "deal_created", line(wait("w", DAY + HOUR), say("n", "Hello"))),
      ],
    ],
    [
      "the same message of two pipelines",
      [
        automation("a", "stage_entered", line(say("m", "Hello")), { scope: "pipeline", pipelineId: "sales" }),
        automation("b", "stage_entered", line(say("n", "Hello")), { scope: "pipeline", pipelineId: "delivery" }),
      ],
    ],
    [
      "five messages in a day, and two more of a run that one of theirs starts",
      [
        automation("a", "deal_created", line(untag("x"), tag("x"), say("m1", "One"))),
        automation("b", "deal_created", line(say("m2", "Two"), say("m3", "Three"), wait("w", DAY), say("m4", "Four"))),
        automation("c", "tag_added", line(say("m5", "Five"), say("m6", "Six")), on({ tagIds: ["x"] })),
      ],
    ],
    [
      "a message without words",
      [automation("a", "deal_created", line(say("m", " "))), automation("b", "deal_created", line(say("n", "")))],
    ],
    [
      "a question when the time of the other one is over",
      [
        automation("a", "deal_created", line(ask("Now?"))),
        automation("b", "deal_created", line(wait("w", 2 * DAY), ask("Later?"))),
      ],
    ],
    [
      "two questions of which a deal starts one alone",
      [
        automation("a", "deal_created", line(ask("Large?")), when("deal.value", ">=", 1000)),
        automation("b", "deal_created", line(ask("Small?")), when("deal.value", "<", 1000)),
      ],
    ],
    [
      "a message after a deal went away and came back",
      [
        automation("follows", "stage_entered", line(wait("w", DAY), say("m", "Our proposal?")), onProposal),
        automation("moves", "stage_entered", line(move("new"), wait("w", HOUR), move("proposal")), {
          triggerConfig: { stageId: "proposal", entry: { again: "once" } },
        }),
      ],
    ],
    [
      "a message after a deal came back and was moved on by the automation that writes",
      [
        automation(
          "follows",
          "stage_entered",
          line(wait("w", DAY), say("m", "Our proposal?"), move("new")),
          onProposal,
        ),
        automation("moves", "stage_entered", line(move("won"), wait("w", HOUR), move("proposal")), {
          triggerConfig: { stageId: "proposal", entry: { again: "once" } },
        }),
      ],
    ],
    [
      "an automation that ends the others before it writes",
      [
        automation("follows", "stage_entered", line(wait("w", DAY), say("m", "Our proposal?")), onProposal),
        automation("moves", "stage_entered", line(action("stop", "stop_automations"), move("won")), onProposal),
      ],
    ],
    [
      "a deal that is moved about by hand",
      [automation("a", "stage_entered", line(say("m", "Hello"))), automation("b", "stage_left", line(say("n", "Bye")))],
    ],
  ])("%s", (_, automations) => {
    expect(analysed(automations).findings).toEqual([]);
  });
});
