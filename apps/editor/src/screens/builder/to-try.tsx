import { Lightbulb } from "lucide-react";
import { useState } from "react";
import { deviceStore } from "../../browser/storage.ts";
import { isDrawable, uiOf } from "../../document/document.ts";
import { useText, useTexts } from "../../i18n/use-text.ts";
import { Banner } from "../../ui/banner.tsx";

/** Notes of the demo, which are known in every language by their English text. */
const DEMO = ["welcome", "followUp", "shareOut", "handOver"] as const;

/** What whoever drew an automation says about trying it, until it was read. It stands at the trigger, as its note. */
export function ToTry({ id, definition }: { id: string; definition: unknown }) {
  const t = useText("welcome");
  const english = useTexts().getFixedT("en", "welcome");
  const key = `trilho.tried.${id}`;
  const [seen, setSeen] = useState(() => deviceStore.get(key) !== null);
  const trigger = isDrawable(definition) ? definition.nodes.find(({ type }) => type === "trigger") : undefined;
  const note = trigger && uiOf(trigger)["note"];
  if (seen || typeof note !== "string" || note.trim() === "") return null;
  const demo = DEMO.find((each) => english(`hint.demo.${each}`) === note);
  const close = (): void => {
    deviceStore.set(key, "seen");
    setSeen(true);
  };
  return (
    <Banner icon={<Lightbulb />} title={t("hint.title")} onClose={close}>
      {demo === undefined ? note : t(`hint.demo.${demo}`)}
    </Banner>
  );
}
