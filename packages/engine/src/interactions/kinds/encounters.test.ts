import { expect, it } from "vitest";
import { action, automation, line, move, tag, wait } from "../../workspace/testing/scenarios.ts";
import type { WorkspaceAutomation } from "../../workspace/types.ts";
import { analysed, ask, on, say, untag, when } from "../testing/steps.ts";

const HOUR = 3600;
const set = (id: string, value: string) => action(id, "set_custom_field", { fieldSlug: "roof", value });
const three = (id: string) => line(...[1, 2, 3].map((count) => say(`${id}${count}`, `${id} ${count}`)));
const tagged = (tagId: string) => on({ tagIds: [tagId] });
const onProposal = on({ stageId: "proposal" });

it.each<[name: string, automations: WorkspaceAutomation[], found: string]>([
  [
    "an automation starts another one by a step behind its message, if the deal has the tag",
    [
      automation("a", "deal_created", line(say("m", "Olá"), untag("x"))),
      automation("b", "tag_removed", line(say("n", "Olá"))),
    ],
    "same-message: a b",
  ],
  [
    "an automation starts a third one, which starts the other",
    [
      automation("a", "task_completed", line(say("m", "Olá"), tag("x"))),
      automation("third", "tag_added", line(tag("y")), tagged("x")),
      automation("b", "tag_added", line(say("n", "Olá")), tagged("y")),
    ],
    "same-message: a b",
  ],
  [
    "one event starts an automation and a third one, which starts the other",
    [
      automation("a", "task_completed", line(say("m", "Olá"))),
      automation("third", "task_completed", line(tag("y"))),
      automation("b", "tag_added", line(say("n", "Olá")), tagged("y")),
    ],
    "same-message: a b",
  ],
  [
    "a third automation starts both, each by another step",
    [
      automation("third", "task_completed", line(tag("x"), tag("y"))),
      automation("a", "tag_added", line(say("m", "Olá")), tagged("x")),
      automation("b", "tag_added", line(say("n", "Olá")), tagged("y")),
    ],
    "same-message: a b",
  ],
  [
    "a contact answers so late that the one writes right after the other",
    [
      automation("a", "deal_created", line(ask("Well?"), tag("x"))),
      automation("b", "deal_created", line(wait("w", 2 * HOUR), untag("x"))),
    ],
    "opposite-writes: b a",
  ],
  [
    "an automation that has asked starts itself again, as another one has changed back by then what it writes",
    [
      automation("a", "tag_added", line(untag("x"), { ...untag("x"), id: "again" }), tagged("x")),
      automation("b", "tag_added", line(ask("Well?"), tag("x")), tagged("x")),
    ],
    "loop: b a",
  ],
  [
    "an automation starts itself again, as another one changes back what it writes",
    [
      automation("a", "stage_entered", line(wait("w", 2 * HOUR), move("proposal")), onProposal),
      automation("b", "stage_entered", line(move("won")), onProposal),
    ],
    "loop: a b",
  ],
  [
    "the first step that may start the automation again changes nothing, and the last one does",
    [
      automation("a", "custom_field_changed", line(set("same", "tile"), set("other", "metal"), set("back", "tile")), {
        triggerConfig: { fieldSlug: "roof", value: "tile" },
      }),
    ],
    "loop: a",
  ],
  [
    "of three automations that write, two never do so together",
    [
      automation("a", "deal_created", three("a"), when("deal.value", ">", 100)),
      automation("b", "deal_created", three("b"), when("deal.value", "<=", 100)),
      automation("c", "deal_created", three("c")),
    ],
    "many-messages: b b b c c c",
  ],
])("a finding is shown where %s", (_, automations, found) => {
  const shown = analysed(automations).findings.filter((finding) => finding.shown !== null);
  const told = shown.map(({ code, places }) => `${code}: ${places.map(({ automationId }) => automationId).join(" ")}`);
  expect(told).toContain(found);
});
