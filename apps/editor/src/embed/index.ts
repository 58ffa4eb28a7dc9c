// First: what the tokens say comes after what it resets.
import "./embed.css";
import "../theme/tokens.css";
import "../theme/base.css";

export { AutomationEditor } from "./automation-editor.tsx";
export type { AutomationEditorHandle, AutomationEditorProps, EditorLocale, SimulatedAutomation } from "./props.ts";
export type { ColorScheme, EditorTheme, ThemeOverrides } from "./theme.ts";
