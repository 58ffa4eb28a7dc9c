import type {
  Facts,
  GraphDefinition,
  GraphNode,
  KnownTriggerType,
  Outcome,
  RoundRobinState,
  RunStatus,
} from "@trilho/engine";
import type { Language } from "../../i18n/languages.ts";
import type { Draft, Scope } from "../../document/draft/draft.ts";
import type { SavedScenario } from "../../document/saved-scenarios.ts";
import { graphOf } from "./steps.ts";

/**
 * What a template cannot know of a workspace: a person chooses it, at once or later in the builder. `targetStage`: where
 * deals are moved to without a loss reason; `lostStage`: with one.
 */
export type NeedKind = "stage" | "targetStage" | "lostStage" | "tag" | "user";

export interface Need {
  /** Its name inside the template. */
  key: string;
  kind: NeedKind;
  /** What it is for: "Stage for proposals". */
  label: string;
}

/** Ids that a person chose, by the key of the need. */
export type Chosen = Readonly<Record<string, string>>;

/** The pipeline of a stage, by its id. */
export type PipelineOf = (stageId: string) => string | null;

/** A scenario that the made automation keeps as a test. Facts and outcomes as the simulator takes them. */
export interface TemplateScenario {
  name: string;
  facts?: Facts;
  outcomes?: Record<string, Outcome>;
  /** Which exit is next at a round robin, by node id. */
  roundRobin?: Record<string, RoundRobinState>;
  status?: RunStatus;
  /** Ids of the visited nodes with spaces between them. */
  path: string;
}

/** The texts of a template in each language. */
export interface TemplateTexts {
  name: string;
  description: string;
}

export type TemplateTopic = "welcome" | "sales" | "service" | "integration";

export interface Recipe<Texts extends TemplateTexts> {
  id: string;
  topic: TemplateTopic;
  texts: Readonly<Record<Language, Texts>>;
  needs: (texts: Texts) => readonly Need[];
  /** Where it starts: everywhere, or at the stage that is chosen for the need `stage`. */
  trigger: { type: KnownTriggerType; scope: Exclude<Scope, "pipeline">; businessHours?: true };
  steps: (texts: Texts, chosen: Chosen) => readonly GraphNode[];
  /** `a>b c.timeout>d`: what leads to what; without a handle by `next`. */
  edges: string;
  scenarios: (texts: Texts, chosen: Chosen) => readonly TemplateScenario[];
}

/** A ready automation in every language, for any workspace. */
export interface Template {
  id: string;
  topic: TemplateTopic;
  words: (language: Language) => TemplateTexts & { needs: readonly Need[] };
  /** The automation as a draft. What is not chosen is left open: the builder then reports what is missing. */
  make: (language: Language, chosen: Chosen, pipelineOf?: PipelineOf) => Draft & { definition: GraphDefinition };
}

/** A Monday in the morning. */
const START_AT = "2026-01-05T13:00:00.000Z";

export function template<Texts extends TemplateTexts>(recipe: Recipe<Texts>): Template {
  const { id, topic, texts, trigger } = recipe;
  return {
    id,
    topic,
    words: (language) => {
      const { name, description } = texts[language];
      return { name, description, needs: recipe.needs(texts[language]) };
    },
    make: (language, chosen, pipelineOf = () => null) => {
      const own = texts[language];
      const scenarios = recipe.scenarios(own, chosen).map((scenario, index): SavedScenario => ({
        id: `t${index + 1}`,
        name: scenario.name,
        startAt: START_AT,
        facts: scenario.facts ?? {},
        outcomes: scenario.outcomes ?? {},
        keepHours: false,
        ...(scenario.roundRobin && { roundRobin: scenario.roundRobin }),
        expect: { status: scenario.status ?? "completed", path: scenario.path.split(" ") },
      }));
      const stageId = trigger.scope === "stage" ? (chosen["stage"] ?? null) : null;
      return {
        settings: {
          name: own.name,
          triggerType: trigger.type,
          scope: trigger.scope,
          pipelineId: stageId === null ? null : pipelineOf(stageId),
          stageId,
          respectBusinessHours: trigger.businessHours === true,
        },
        kept: {},
        definition: graphOf(recipe.steps(own, chosen), recipe.edges, scenarios),
      };
    },
  };
}
