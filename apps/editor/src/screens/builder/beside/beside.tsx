import { findingKey } from "@trilho/engine/interactions";
import { useEffect, useState } from "react";
import { useLookup } from "../../../describe/use-lookup.ts";
import { findingsBeside } from "../../../features/problems/beside.ts";
import { useLocale } from "../../../i18n/use-text.ts";
import { findingText } from "../../../simulation/workspace/finding-text.ts";
import { partiesOf, placesOf } from "../../../simulation/workspace/parties.ts";
import { lazyPart } from "../../../ui/loading/lazy-part.tsx";
import type { Story } from "./story-dialog.tsx";
import { useFindings, type Drawn } from "./use-findings.ts";

const { Part: StoryDialog } = lazyPart(async () => (await import("./story-dialog.tsx")).StoryDialog, {
  wanted: ({ story }) => story !== null,
});

/** Tells beside the problems of a draft what it and other automations do to each other, and plays it. */
export function Beside({ id, draft, published }: Drawn) {
  const names = useLookup();
  const locale = useLocale();
  const { findings, isNew, workspace, others } = useFindings({ id, draft, published });
  const [story, setStory] = useState<Story | null>(null);
  const { name } = draft.settings;
  useEffect(() => {
    const nameOf = (each: string) => (each === id ? name : (others.find((other) => other.id === each)?.name ?? null));
    const drawn = (each: string) => {
      const found = workspace?.automations.find((other) => other.id === each);
      return found && { ...found, name: nameOf(each) ?? each };
    };
    const told = findings.map((finding) => {
      const { places, shown } = finding;
      const sentence = findingText(finding, nameOf, names, locale);
      const play = (witness: NonNullable<typeof shown>) => (): void =>
        setStory(
          workspace && { told: finding, witness, sentence, workspace, parties: partiesOf(placesOf(finding), drawn) },
        );
      return {
        key: findingKey(finding),
        sentence,
        nodeId: places.find(({ automationId }) => automationId === id)?.nodeId ?? null,
        play: shown && play(shown),
        isNew: isNew(finding),
      };
    });
    findingsBeside.setState(told, true);
  }, [findings, isNew, workspace, others, id, name, names, locale]);
  useEffect(() => () => findingsBeside.setState([], true), []);
  const close = (): void => setStory(null);
  return <StoryDialog story={story} onClose={close} onGiveUp={close} />;
}
