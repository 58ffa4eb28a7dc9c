import type { EditorServices } from "../../document/context.ts";
import { textIn } from "../../i18n/use-text.ts";
import type { OnDemand } from "../../ui/loading/on-demand.ts";

/** Does something with code that comes when it is first wanted: at once where it is here. A person is told where it cannot be had. */
export async function withCode<T>(
  { toast, texts }: EditorServices,
  code: OnDemand<T>,
  act: (code: T) => void,
): Promise<void> {
  if (code.arrival().state !== "here") await code.load("person");
  const arrival = code.arrival();
  if (arrival.state === "here") act(arrival.code);
  else {
    const description = textIn(texts, "common", "notLoaded.text");
    toast.error(textIn(texts, "common", "notLoaded.title"), { description });
  }
}
