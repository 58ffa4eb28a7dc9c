import { ptBR } from "@trilho/engine/messages/pt-BR";
import type { LanguagePack } from "../language-pack.ts";
import automation from "./automation.json" with { type: "json" };
import automations from "./automations.json" with { type: "json" };
import builder from "./builder.json" with { type: "json" };
import glance from "./glance.json" with { type: "json" };
import catalog from "./catalog.json" with { type: "json" };
import cohort from "./cohort.json" with { type: "json" };
import commands from "./commands.json" with { type: "json" };
import common from "./common.json" with { type: "json" };
import compare from "./compare.json" with { type: "json" };
import connect from "./connect.json" with { type: "json" };
import deals from "./deals.json" with { type: "json" };
import entry from "./entry.json" with { type: "json" };
import forms from "./forms.json" with { type: "json" };
import history from "./history.json" with { type: "json" };
import interactions from "./interactions.json" with { type: "json" };
import migration from "./migration.json" with { type: "json" };
import notes from "./notes.json" with { type: "json" };
import outbox from "./outbox.json" with { type: "json" };
import phone from "./phone.json" with { type: "json" };
import playground from "./playground.json" with { type: "json" };
import reviews from "./reviews.json" with { type: "json" };
import runs from "./runs.json" with { type: "json" };
import scenarios from "./scenarios.json" with { type: "json" };
import sentences from "./sentences.json" with { type: "json" };
import starts from "./starts.json" with { type: "json" };
import simulate from "./simulate.json" with { type: "json" };
import templates from "./templates.json" with { type: "json" };
import trying from "./trying.json" with { type: "json" };
import whatsapp from "./whatsapp.json" with { type: "json" };
import welcome from "./welcome.json" with { type: "json" };

/** The editor in Brazilian Portuguese. Its words are those of the glossary in `i18n/GLOSSARY.md`. */
export const PT_BR: LanguagePack = {
  texts: {
    automation,
    automations,
    builder,
    glance,
    cohort,
    commands,
    common,
    compare,
    connect,
    deals,
    entry,
    forms,
    history,
    interactions,
    migration,
    notes,
    outbox,
    phone,
    playground,
    reviews,
    runs,
    scenarios,
    sentences,
    simulate,
    starts,
    templates,
    trying,
    welcome,
    whatsapp,
  },
  catalog,
  engine: ptBR,
};
