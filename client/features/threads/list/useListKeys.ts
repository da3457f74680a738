import { type RefObject, useMemo } from "react";
import { useTexts } from "../../../i18n/texts.ts";
import { useShortcuts } from "../../../platform/shortcuts.ts";
import { cardTexts } from "./cards.texts.ts";

/** Marks the links that open threads. */
export const OPENS = "data-opens";

/** j and k go from thread to thread, o opens; Enter opens the link that has the focus (landscape E25). */
export function useListKeys(list: RefObject<HTMLElement | null>): void {
  const t = useTexts(cardTexts);
  const shortcuts = useMemo(() => {
    const links = (): HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>(`[${OPENS}]`) ?? [])];
    const go = (step: 1 | -1): void => {
      const all = links();
      const at = all.findIndex((link) => link.closest("article")?.contains(document.activeElement));
      const next = at < 0 ? firstInView(all) : all[at + step];
      next?.focus({ preventScroll: true });
      next?.closest("article")?.scrollIntoView({ block: "nearest" });
    };
    const open = (): void => {
      const article = document.activeElement?.closest("article");
      links()
        .find((link) => article?.contains(link))
        ?.click();
    };
    return [
      { keys: "j", label: t.next, run: () => go(1), repeats: true },
      { keys: "k", label: t.previous, run: () => go(-1), repeats: true },
      { keys: "o", label: t.open, run: open },
    ];
  }, [list, t]);
  useShortcuts(t.list, shortcuts);
}

function firstInView(links: readonly HTMLElement[]): HTMLElement | undefined {
  return links.find((link) => link.getBoundingClientRect().top >= 0) ?? links[0];
}
