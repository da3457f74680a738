import { useEffect, useRef } from "react";
import { useTexts } from "../../i18n/texts.ts";
import { showToast } from "../../ui/toast.tsx";
import { ADDED } from "./added.ts";
import { codeTexts } from "./code.texts.ts";
import classes from "./CodeBlock.module.css";

const SEEN = "data-code";
/** Elements that are pushed sideways where they are too wide. */
const WIDE = "[data-prose] :is(table, pre > code):not([tabindex])";
/** Longer code is not coloured: it would hold up the page. */
const HIGHLIGHT_MAX = 20_000;

/** Gives published code its language's name, its colours and a button that copies it, and what is too wide the focus. */
export function useCodeBlocks(): void {
  const t = useTexts(codeTexts);
  const texts = useRef(t);
  useEffect(() => {
    texts.current = t;
  });

  useEffect(() => {
    const root = document.getElementById("main");
    if (!root) return;
    const copy = async (code: HTMLElement): Promise<void> => {
      try {
        await navigator.clipboard.writeText(code.textContent);
        showToast({ type: "success", message: texts.current.copied });
      } catch {
        showToast({ type: "info", message: texts.current.copyFailed });
      }
    };
    const look = (): void => {
      for (const block of root.querySelectorAll<HTMLElement>(`[data-prose] pre:not([${SEEN}])`)) {
        const code = block.querySelector<HTMLElement>("code");
        block.setAttribute(SEEN, "");
        if (!code) continue;
        const language = /^language-(.+)$/.exec(code.className)?.[1] ?? "";
        block.append(barOf(language, texts.current.copy, () => void copy(code)));
        if (language && code.textContent.length <= HIGHLIGHT_MAX) void colour(code, language);
      }
      // Without a mouse it is pushed by arrow keys, and needs the focus for that.
      for (const wide of root.querySelectorAll<HTMLElement>(WIDE))
        if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
    };
    look();
    const observer = new MutationObserver(look);
    observer.observe(root, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
}

async function colour(code: HTMLElement, language: string): Promise<void> {
  const { highlighted } = await import("./highlight.ts");
  // Without the colours the code stays as it is.
  const html = await highlighted(code.textContent, language).catch(() => null);
  if (html !== null && code.isConnected) code.innerHTML = html;
}

function barOf(language: string, label: string, onCopy: () => void): HTMLElement {
  const bar = document.createElement("span");
  bar.className = classes.bar!;
  bar.setAttribute(ADDED, "");
  const name = document.createElement("span");
  name.textContent = language;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = label;
  button.addEventListener("click", onCopy);
  bar.append(button, name);
  return bar;
}
