import { useData } from "vitepress";
import { computed } from "vue";

const homeOf = (locale) => (locale === "root" ? "/" : `/${locale}/`);

/** In place of the theme's: leads to the same page in another language where there is one, else to that one's home. */
export function useLangs({ correspondingLink = false } = {}) {
  const { site, localeIndex, page, theme } = useData();
  const currentLang = computed(() => ({
    label: site.value.locales[localeIndex.value]?.label,
    link: homeOf(localeIndex.value),
  }));
  const localeLinks = computed(() => {
    const file = page.value.relativePath.slice(currentLang.value.link.length - 1);
    const isThere = correspondingLink && theme.value.filesInBoth.includes(file);
    const path = isThere ? file.replace(/^index\.md$/, "").replace(/\.md$/, ".html") : "";
    return Object.entries(site.value.locales)
      .filter(([locale]) => locale !== localeIndex.value)
      .map(([locale, { label }]) => ({ text: label, link: homeOf(locale) + path }));
  });
  return { localeLinks, currentLang };
}
