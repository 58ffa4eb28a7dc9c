import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { filesInBoth } from "../guides/guides.ts";
import { brokenLinks, siteLinks, slugify } from "./links.mjs";
import { rewrites, srcExclude } from "./pages.mjs";
import { portugueseSidebar, sidebar } from "./sidebar.mjs";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** Where the site will stand on its host, with slashes around: `/trilho/`. */
const base = process.env.TRILHO_DOCS_BASE ?? "/";

/** No page of the site: the browser leaves the site for it. */
const PLAYGROUND = { text: "Playground", link: "/play/", target: "_self" };

const searchInPortuguese = {
  button: { buttonText: "Buscar", buttonAriaLabel: "Buscar" },
  modal: {
    displayDetails: "Mostrar detalhes",
    resetButtonTitle: "Limpar",
    backButtonTitle: "Fechar",
    noResultsText: "Nada encontrado para",
    footer: { selectText: "abrir", navigateText: "navegar", closeText: "fechar" },
  },
};

export default {
  srcDir: root,
  outDir: fileURLToPath(new URL("../dist", import.meta.url)),
  cacheDir: fileURLToPath(new URL("../node_modules/.cache/vitepress", import.meta.url)),
  base,
  rewrites,
  srcExclude,
  title: "Trilho",
  description: "Automation for sales CRMs that you can see, check and trust before it runs.",
  head: [["link", { rel: "icon", type: "image/svg+xml", href: `${base}favicon.svg` }]],
  locales: {
    root: { label: "English", lang: "en" },
    pt: {
      label: "Português",
      lang: "pt-BR",
      description: "Automações para CRMs de vendas que você vê, confere e testa antes de ligar.",
      themeConfig: {
        nav: [
          { text: "Em cinco minutos", link: "/pt/tour" },
          { text: "Referência", link: "/pt/reference/triggers" },
          PLAYGROUND,
        ],
        sidebar: portugueseSidebar,
        outline: { level: [2, 3], label: "Nesta página" },
        docFooter: { prev: "Anterior", next: "Próxima" },
        darkModeSwitchLabel: "Aparência",
        lightModeSwitchTitle: "Usar tema claro",
        darkModeSwitchTitle: "Usar tema escuro",
        sidebarMenuLabel: "Menu",
        returnToTopLabel: "Voltar ao topo",
        langMenuLabel: "Idioma",
        skipToContentLabel: "Ir para o conteúdo",
      },
    },
  },
  themeConfig: {
    filesInBoth: filesInBoth(),
    logo: "/favicon.svg",
    nav: [
      { text: "Tour", link: "/tour" },
      { text: "Reference", link: "/reference/triggers" },
      { text: "API", link: "/api/authentication" },
      { text: "Operating", link: "/operating" },
      PLAYGROUND,
    ],
    sidebar: sidebar(root),
    outline: { level: [2, 3] },
    search: {
      provider: "local",
      options: {
        locales: { pt: { translations: searchInPortuguese } },
        miniSearch: { options: { processTerm: withAndWithoutAccents } },
        // Records of choices are for who changes Trilho: they would come before what people look for.
        _render: (text, env, md) => (/(?:^|\/)decisions\//.test(env.relativePath) ? "" : md.render(text, env)),
      },
    },
  },
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark" },
    anchor: { slugify },
    headers: { slugify },
    config(md) {
      md.use(siteLinks(root));
      neverInterpolated(md);
      withoutDrawings(md);
    },
  },
  // A line that ends between two links or emphasised words is still a space.
  vue: { template: { compilerOptions: { whitespace: "preserve" } } },
  vite: {
    resolve: {
      alias: [
        {
          find: /^\.\.?\/composables\/langs(?:\.js)?$/,
          replacement: fileURLToPath(new URL("theme/langs.mjs", import.meta.url)),
        },
      ],
    },
    publicDir: fileURLToPath(new URL("../../../apps/editor/public", import.meta.url)),
    optimizeDeps: { entries: [] },
    server: { fs: { allow: [root] } },
  },
  buildEnd({ outDir }) {
    cpSync(join(root, "apps/editor/playground/dist"), join(outDir, "play"), { recursive: true });
    const broken = brokenLinks(outDir, base);
    if (broken.length > 0) throw new Error(`Broken links:\n${broken.join("\n")}`);
  },
};

/** "acao" finds "ação", too. The page gets this function as text, so it may use nothing but its argument. */
function withAndWithoutAccents(term) {
  const written = term.toLowerCase();
  const plain = written.normalize("NFD").replace(/\p{M}/gu, "");
  // What is found is marked as it is written.
  return plain === written ? written : [written, plain];
}

/** `{{ … }}` in code is Liquid's, and not for the page to fill in. */
function neverInterpolated(md) {
  const render = md.renderer.rules.code_inline;
  md.renderer.rules.code_inline = (tokens, index, ...rest) => {
    tokens[index].attrSet("v-pre", "");
    return render(tokens, index, ...rest);
  };
}

/** Code hosts draw what is written in Mermaid; the site, which does not, leaves it out: a table beside it says the same. */
function withoutDrawings(md) {
  const render = md.renderer.rules.fence;
  md.renderer.rules.fence = (tokens, index, ...rest) =>
    tokens[index].info.trim() === "mermaid" ? "" : render(tokens, index, ...rest);
}
