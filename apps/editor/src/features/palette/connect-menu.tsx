import { handleOf } from "@trilho/engine";
import { useText } from "../../i18n/use-text.ts";
import { refusalText } from "../../i18n/engine-locale.ts";
import { useServices } from "../../document/context.ts";
import { StepIcon } from "../../describe/step-icon.tsx";
import { stepName } from "../../describe/node-name.ts";
import { handleLabel, handleName } from "../../describe/node-label.ts";
import { checkConnection, connect, deleteEdges } from "../../document/commands/connect.ts";
import { edgeKeys, edgesOf, findNode } from "../../document/document.ts";
import { shapesOf } from "../../document/layout/geometry.ts";
import { readingOrder } from "../../document/layout/reading-order.ts";
import { AskFrame } from "./ask-frame.tsx";
import { ChoiceList } from "./choice-list.tsx";
import type { Choice } from "./choice-list.tsx";

const DISCONNECT = "-disconnect";

/** Connects a step by keyboard: first the exit, then the step it leads to. */
export function ConnectMenu({ nodeId, handle }: { nodeId: string; handle: string | null }) {
  const { store } = useServices();
  const { definition } = store.getState();
  const ports =
    shapesOf(definition)
      .get(nodeId)
      ?.ports.filter(({ kind }) => kind !== "unknown") ?? [];
  const only = ports.length === 1 ? ports[0] : undefined;
  const chosen = ports.find((port) => port.handle === handle) ?? only;
  return chosen ? <Targets nodeId={nodeId} handle={chosen.handle} /> : <Handles nodeId={nodeId} />;
}

function Handles({ nodeId }: { nodeId: string }) {
  const t = useText("builder");
  const { store, view } = useServices();
  const { definition } = store.getState();
  const node = findNode(definition, nodeId);
  if (!node) return null;
  const choices = (shapesOf(definition).get(nodeId)?.ports ?? []).map((port): Choice => {
    const edge = edgesOf(definition).find((each) => each.source === nodeId && handleOf(each) === port.handle);
    const target = edge && findNode(definition, edge.target);
    const hint = target ? t("menu.leadsTo", { name: stepName(target) }) : t("menu.openHandle");
    return { key: port.handle, name: handleLabel(port, t), hint };
  });
  return (
    <AskFrame title={t("menu.connect", { name: stepName(node) })} at={null} nodeId={nodeId}>
      <ChoiceList
        label={t("menu.connectHandle")}
        placeholder={t("menu.searchHandles")}
        nothing={t("menu.none")}
        groups={[{ name: t("menu.connectHandle"), choices }]}
        onChoose={(handle) => view.getState().set({ asking: { kind: "connect", nodeId, handle } })}
      />
    </AskFrame>
  );
}

function Targets({ nodeId, handle }: { nodeId: string; handle: string }) {
  const t = useText("builder");
  const { store, view } = useServices();
  const { definition } = store.getState();
  const port = shapesOf(definition)
    .get(nodeId)
    ?.ports.find((each) => each.handle === handle);
  if (!port) return null;
  const index = edgesOf(definition).findIndex((edge) => edge.source === nodeId && handleOf(edge) === handle);
  const current = edgesOf(definition)[index]?.target;
  const key = edgeKeys(definition)[index];

  const targets = readingOrder(definition).order.flatMap((id): Choice[] => {
    const node = findNode(definition, id);
    if (!node || id === nodeId) return [];
    const answer = checkConnection(definition, { source: nodeId, handle, target: id });
    const hint = id === current ? t("menu.connected") : answer.ok ? undefined : refusalText(answer);
    const icon = <StepIcon step={node} size="small" />;
    return [{ key: id, name: stepName(node), icon, disabled: !answer.ok || id === current, ...(hint && { hint }) }];
  });
  const valid = targets.filter(({ disabled }) => !disabled);
  const invalid = targets.filter(({ disabled }) => disabled);
  const now = current === undefined ? undefined : findNode(definition, current);
  const cut: Choice[] = now
    ? [{ key: DISCONNECT, name: t("menu.disconnect", { name: stepName(now) }), hint: t("menu.disconnectHint") }]
    : [];

  const choose = (target: string): void => {
    view.getState().set({ asking: null });
    if (target === DISCONNECT) store.getState().run(deleteEdges(key === undefined ? [] : [key]));
    else store.getState().run(connect({ source: nodeId, handle, target }));
    view.getState().wantFocus("node", nodeId);
  };
  return (
    <AskFrame title={t("menu.connectTo", { handle: handleName(port, t) })} at={null} nodeId={nodeId}>
      <ChoiceList
        label={t("menu.connectTo", { handle: handleName(port, t) })}
        placeholder={t("menu.searchTargets")}
        nothing={t("menu.none")}
        groups={[{ name: t("editor.document"), choices: [...valid, ...cut, ...invalid] }]}
        onChoose={choose}
      />
    </AskFrame>
  );
}
