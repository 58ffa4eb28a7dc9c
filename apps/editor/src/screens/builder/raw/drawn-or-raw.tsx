import type { GraphDefinition } from "@trilho/engine";
import { Component, type ReactNode } from "react";
import { isDrawable } from "../../../document/document.ts";
import { RawDefinition } from "../lazy-forms.tsx";

interface Props {
  definition: unknown;
  onChange: (definition: unknown) => void;
  /** JSON that was typed before and not applied; null for none. */
  typed: string | null;
  onType: (json: string | null) => void;
  children: (definition: GraphDefinition) => ReactNode;
}

/** Draws a definition. One that cannot be drawn, or that the drawing fails on, is shown as JSON beside its problems. */
export class DrawnOrRaw extends Component<Props, { failed: unknown }> {
  override state: { failed: unknown } = { failed: null };

  static getDerivedStateFromError(failed: unknown): { failed: unknown } {
    return { failed };
  }

  /** What was fixed is drawn again. */
  readonly #onChange = (definition: unknown): void => {
    this.setState({ failed: null });
    this.props.onChange(definition);
  };

  override render(): ReactNode {
    const { definition, children, typed, onType } = this.props;
    const drawn = this.state.failed === null && isDrawable(definition);
    if (drawn) return children(definition);
    return (
      <RawDefinition
        definition={definition}
        onChange={this.#onChange}
        typed={typed}
        onType={onType}
        failed={this.state.failed !== null}
      />
    );
  }
}
