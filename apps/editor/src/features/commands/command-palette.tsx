import { Dialog } from "@base-ui/react/dialog";
import { Command } from "cmdk";
import {
  AlignHorizontalDistributeCenter,
  AppWindow,
  CircleAlert,
  CirclePlay,
  Eye,
  Handshake,
  Pencil,
  Plus,
  UserRound,
  Workflow,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useMemo, useRef } from "react";
import { useLabels, useServices } from "../../document/context.ts";
import { chordOf, shortcutLabel } from "../../browser/keys.ts";
import { focusSelection } from "../../document/selection-commands.ts";
import { Words } from "../../describe/words.tsx";
import { StepIcon } from "../../describe/step-icon.tsx";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { contactName } from "../../inputs/contact-name.ts";
import { dealOption, numberBeside } from "../../inputs/deal-option.ts";
import { contactPath, dealPath } from "../../browser/location.ts";
import { useContactSearch } from "../../data/contact.ts";
import { useDealSearch } from "../../data/deals.ts";
import type { HostCommands } from "../../document/host-command.ts";
import { useQuery } from "../../document/use-query.ts";
import { Kbd } from "../../ui/kbd.tsx";
import { deliberate } from "../../ui/dialogs/deliberate.ts";
import { usePortal } from "../../ui/dialogs/portal.ts";
import { SECTIONS } from "./command.ts";
import { entriesOf } from "./entries.ts";
import type { Entry } from "./entries.ts";
import { recentCommands, rememberCommand } from "./recent.ts";
import { search } from "../../ui/search/search.ts";
import { useSettled } from "../../ui/use-settled.ts";
import styles from "./command-palette.module.css";

interface Group {
  heading: string;
  entries: readonly Entry[];
}

/** Every command and every step of the automation, to be found by typing. */
export function CommandPalette() {
  const t = useText("builder");
  const inCommands = useText("commands");
  const services = useServices();
  const labels = useLabels();
  const portal = usePortal();
  const [query, setQuery] = useQuery();
  // Nothing changes while it is open.
  const entries = useMemo(() => entriesOf(services, labels, { t, inCommands }), [services, labels, t, inCommands]);
  const groups = [...useGroups(entries, query), ...usePages(services.host, query)];
  const chosen = useRef(false);

  const close = (): void => services.view.getState().set({ asking: null });
  const choose = (entry: Entry): void => {
    chosen.current = true;
    if (!["step:", "fix:", "page:"].some((kind) => entry.id.startsWith(kind))) rememberCommand(entry.id);
    close();
    // After the focus came back from the dialog, so that a command may move it on.
    requestAnimationFrame(() => entry.run());
  };

  return (
    <Dialog.Root open onOpenChange={deliberate((open) => !open && close())}>
      <Dialog.Portal container={portal}>
        <Dialog.Backdrop className={styles["backdrop"]} />
        <Dialog.Popup
          className={styles["popup"]}
          aria-label={inCommands("title")}
          data-asking
          data-testid="commands"
          finalFocus={() => {
            if (!chosen.current) focusSelection(services);
            return false;
          }}
        >
          <Command
            label={inCommands("title")}
            loop
            shouldFilter={false}
            className={styles["command"]}
            onKeyDown={(event) => {
              if (chordOf(event.nativeEvent) !== "mod+k") return;
              event.preventDefault();
              close();
            }}
          >
            <Command.Input
              className={styles["input"]}
              placeholder={inCommands("placeholder")}
              aria-label={inCommands("placeholder")}
              value={query}
              onValueChange={setQuery}
            />
            <Command.List className={styles["list"]} label={inCommands("title")}>
              <Command.Empty className={styles["empty"]}>{inCommands("nothing", { query })}</Command.Empty>
              {groups.map(({ heading, entries: own }) => (
                <Command.Group key={heading} heading={heading} className={styles["group"] ?? ""}>
                  {own.map((entry) => (
                    <Command.Item
                      key={entry.id}
                      value={`${heading} ${entry.id}`}
                      className={styles["item"]}
                      onSelect={() => choose(entry)}
                    >
                      <EntryLine entry={entry} />
                    </Command.Item>
                  ))}
                </Command.Group>
              ))}
            </Command.List>
          </Command>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The deals and contacts that a search finds, or the deal with a number; none where the page leads nowhere. */
function usePages({ goTo }: HostCommands, query: string): Group[] {
  const inCommands = useText("commands");
  const locale = useLocale();
  const settled = useSettled(query.trim());
  const isAsked = goTo !== undefined && settled.length > 1;
  const { data: deals = [] } = useDealSearch(settled, isAsked);
  const { data: contacts = [] } = useContactSearch(settled, isAsked && !settled.startsWith("#"));
  if (!isAsked) return [];
  const lead = (path: string, label: string, hint: string, section: "deals" | "contacts"): Entry => ({
    id: `page:${path}`,
    section,
    label,
    hint,
    run: () => goTo(path),
  });
  const groups = {
    deals: deals.slice(0, SHOWN_DEALS).map((deal): Entry => {
      const { label, description = "" } = dealOption(deal, locale);
      return lead(dealPath(deal.seq), [label, numberBeside(deal)].filter(Boolean).join(" "), description, "deals");
    }),
    contacts: contacts.map((contact): Entry => {
      const { name, ways } = contactName(contact);
      return lead(contactPath(contact.id), name, ways, "contacts");
    }),
  };
  return (["deals", "contacts"] as const)
    .filter((section) => groups[section].length > 0)
    .map((section) => ({ heading: inCommands(`section.${section}`), entries: groups[section] }));
}

/** Enough to find the one that is meant; all of them have a page of their own. */
const SHOWN_DEALS = 6;

const ORDER = [...SECTIONS, "steps"] as const;

/** Without a search the commands used last, then all by section; with one, what fits best. */
function useGroups(entries: readonly Entry[], query: string): Group[] {
  const inCommands = useText("commands");
  if (query.trim() !== "") {
    const findable = entries.map((entry) => ({
      ...entry,
      more: `${entry.hint ?? ""} ${entry.more ?? ""} ${inCommands(`section.${entry.section}`)}`,
    }));
    const found = search(findable, query);
    return found.length > 0 ? [{ heading: inCommands("results"), entries: found }] : [];
  }
  const recent = recentCommands().flatMap((id) => entries.filter((entry) => entry.id === id));
  const rest = entries.filter((entry) => !recent.includes(entry));
  const groups = ORDER.map((section) => ({
    heading: inCommands(`section.${section}`),
    entries: rest.filter((entry) => entry.section === section),
  }));
  return [{ heading: inCommands("recent"), entries: recent }, ...groups].filter(({ entries: own }) => own.length > 0);
}

const ICONS: Record<Exclude<Entry["section"], "steps">, LucideIcon> = {
  add: Plus,
  edit: Pencil,
  arrange: AlignHorizontalDistributeCenter,
  view: Eye,
  problems: CircleAlert,
  run: CirclePlay,
  automation: Workflow,
  app: AppWindow,
  deals: Handshake,
  contacts: UserRound,
};

function EntryLine({ entry }: { entry: Entry }) {
  const { section, step, label, hint, chord } = entry;
  const Icon = section === "steps" ? Workflow : ICONS[section];
  return (
    <>
      {step ? (
        <StepIcon step={step} size="small" />
      ) : (
        <span className={styles["icon"]}>
          <Icon size={15} aria-hidden="true" />
        </span>
      )}
      <span className={styles["words"]}>
        <span className={styles["name"]}>
          <Words text={label} />
        </span>
        {hint && (
          <span className={styles["hint"]}>
            <Words text={hint} />
          </span>
        )}
      </span>
      {chord && <Kbd>{shortcutLabel(chord)}</Kbd>}
    </>
  );
}
