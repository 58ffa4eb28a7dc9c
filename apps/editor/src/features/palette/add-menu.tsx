import { handleOf, LIMITS } from "@trilho/engine";
import { useText } from "../../i18n/use-text.ts";
import { useServices } from "../../document/context.ts";
import { StepIcon } from "../../describe/step-icon.tsx";
import { stepName } from "../../describe/node-name.ts";
import { exitWord } from "../../describe/exits/edge-text.ts";
import { handleLabel } from "../../describe/node-label.ts";
import { stepTypeDescription, stepTypeName, stepTypeWords } from "../../describe/step-kinds.ts";
import { addStepAt } from "../../document/add-step-at.ts";
import type { Spot } from "../../document/commands/add.ts";
import { edgeKeys, edgesOf, findNode } from "../../document/document.ts";
import { shapesOf } from "../../document/layout/geometry.ts";
import { hasTrigger, isFull, onwardHandle, newNode, sectionOf, stepKey, STEP_TYPES } from "../../document/steps.ts";
import type { StepType } from "../../document/steps.ts";
import type { ScreenPoint } from "../../document/view-store.ts";
import { AskFrame } from "./ask-frame.tsx";
import { ChoiceList } from "./choice-list.tsx";
import type { ChoiceGroup } from "./choice-list.tsx";

/** Asks which step goes to a spot. */
export function AddMenu({ spot, at }: { spot: Spot; at: ScreenPoint | null }) {
  const t = useText("builder");
  const { store, view } = useServices();
  const { definition } = store.getState();
  const inside = leadsOn(spot, definition);
  const nodeId = spot.kind === "handle" ? spot.nodeId : null;
  const node = nodeId === null ? undefined : findNode(definition, nodeId);

  // The step is seen beside: what is asked about is its exit, where it has several.
  const exit = node && spot.kind === "handle" ? exitWord(node, spot.handle) : "";
  const after = node === undefined ? null : exit === "" ? stepName(node) : `“${exit}”`;
  const full = isFull(definition);
  const groups: ChoiceGroup[] = [];
  for (const step of full ? [] : STEP_TYPES) {
    if (step.type === "trigger" && (hasTrigger(definition) || spot.kind !== "free")) continue;
    const section = t(`purpose.${sectionOf(step)}`);
    const refused = inside && onwardHandle(newNode("new", step)) === null;
    const choice = {
      key: stepKey(step),
      name: stepTypeName(step),
      hint: refused ? t("menu.endInside") : stepTypeDescription(step),
      more: stepTypeWords(step),
      icon: <StepIcon step={step} size="small" />,
      disabled: refused,
    };
    const group = groups.find((each) => each.name === section);
    if (group) Object.assign(group, { choices: [...group.choices, choice] });
    else groups.push({ name: section, choices: [choice] });
  }

  const choose = (key: string): void => {
    const step = STEP_TYPES.find((each: StepType) => stepKey(each) === key);
    view.getState().set({ asking: null });
    if (!step || !addStepAt({ store, view }, step, spot)) return;
    view.getState().wantFocus("node", store.getState().selection.nodeIds[0] ?? null);
  };

  return (
    <AskFrame title={after === null ? t("menu.add") : t("menu.addAfter", { name: after })} at={at} nodeId={nodeId}>
      <ChoiceList
        label={t("menu.add")}
        placeholder={t("menu.search")}
        nothing={full ? t("palette.full", { limit: LIMITS.nodes }) : t("menu.none")}
        groups={groups}
        onChoose={choose}
      />
    </AskFrame>
  );
}

type Definition = Parameters<typeof edgesOf>[0];

function leadsOn(spot: Spot, definition: Definition): boolean {
  if (spot.kind === "edge") return edgeKeys(definition).includes(spot.edgeKey);
  if (spot.kind === "free") return false;
  return edgesOf(definition).some((edge) => edge.source === spot.nodeId && handleOf(edge) === spot.handle);
}

/** Asks first by which exit a step is to be added, where there are several. */
export function AddAfterMenu({ nodeId }: { nodeId: string }) {
  const t = useText("builder");
  const { store, view } = useServices();
  const { definition } = store.getState();
  const node = findNode(definition, nodeId);
  if (!node) return null;
  const ports =
    shapesOf(definition)
      .get(nodeId)
      ?.ports.filter(({ kind }) => kind !== "unknown") ?? [];
  const targetOf = (handle: string): string => {
    const edge = edgesOf(definition).find(
      ({ source, ...rest }) => source === nodeId && handleOf({ source, ...rest }) === handle,
    );
    const target = edge && findNode(definition, edge.target);
    return target ? t("menu.leadsTo", { name: stepName(target) }) : t("menu.openHandle");
  };
  const choices = ports.map((port) => ({ key: port.handle, name: handleLabel(port, t), hint: targetOf(port.handle) }));
  return (
    <AskFrame title={t("menu.addHandle")} at={null} nodeId={nodeId}>
      <ChoiceList
        label={t("menu.addHandle")}
        placeholder={t("menu.searchHandles")}
        nothing={t("menu.none")}
        groups={[{ name: stepName(node), choices }]}
        onChoose={(handle) =>
          view.getState().set({ asking: { kind: "add", spot: { kind: "handle", nodeId, handle }, at: null } })
        }
      />
    </AskFrame>
  );
}
