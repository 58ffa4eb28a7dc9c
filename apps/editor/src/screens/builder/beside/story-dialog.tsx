import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { useLast } from "../../../ui/use-last.ts";
import { StoryView, type StoryViewProps } from "../../interactions/story-view.tsx";

export interface Story extends StoryViewProps {
  /** What it is about. */
  sentence: string;
}

interface StoryDialogProps {
  /** Null while it is closed. */
  story: Story | null;
  onClose: () => void;
}

/** How a finding comes about, with the draft as it was when it was found. */
export function StoryDialog({ story, onClose }: StoryDialogProps) {
  const shown = useLast(story);
  if (shown === null) return null;
  const { sentence, ...told } = shown;
  return (
    <Dialog open={story !== null} size="lg" title={sentence} onOpenChange={(open) => !open && onClose()}>
      <StoryView {...told} />
    </Dialog>
  );
}
