import { Component, type ReactNode } from "react";
import { text } from "../i18n/use-text.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

/** The last net: a mistake of ours shows a way on instead of an empty page. */
export class CrashBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true };
  }

  override render(): ReactNode {
    if (!this.state.crashed) return this.props.children;
    return (
      <main>
        <EmptyState
          title={text("common", "crash.title")}
          action={<Button onClick={() => window.location.reload()}>{text("common", "crash.reload")}</Button>}
        >
          {text("common", "crash.advice")}
        </EmptyState>
      </main>
    );
  }
}
