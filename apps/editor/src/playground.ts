import "@fontsource-variable/inter/wght.css";
import "./theme/tokens.css";
import "./theme/base.css";
import "./theme/page.css";
import { createElement, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import playground from "./i18n/en/playground.json" with { type: "json" };
import { preferredLanguage, showLanguage } from "./i18n/set-up.ts";
import { pageTexts } from "./i18n/texts.ts";
import { PlaygroundApp } from "./screens/playground/playground-app.tsx";

// Nothing else has them.
pageTexts().addResourceBundle("en", "playground", playground);
const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no element #root.");
const page = createRoot(root);
// Without its file, as when the network is gone, the page is in English rather than empty.
await Promise.allSettled([showLanguage(preferredLanguage())]);
page.render(createElement(StrictMode, null, createElement(PlaygroundApp)));
