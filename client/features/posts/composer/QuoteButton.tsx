import { useEffect, useState } from "react";
import { useTexts } from "../../../i18n/texts.ts";
import { IconQuote } from "../../../ui/icons.tsx";
import classes from "./Quote.module.css";
import { quoteTexts } from "./quote.texts.ts";
import { type Quote, quoteIn } from "./quotes.ts";
import type { QuoteSource } from "./quoting.ts";

/** After touching, a selection must have settled for so long, in milliseconds (landscape E8). */
export const TOUCH_SETTLE_MS = 300;
const GAP_PX = 8;
const HEIGHT_PX = 36;
const ICON_PX = 16;

interface Selected {
  source: QuoteSource;
  /** The text that it is a part of. */
  prose: Element;
  range: Range;
  top: number;
  left: number;
}

/** Reads the selected part and its source; null unless the selection is within one reply or the thread's own text. */
function selectedPart(threadId: string): Selected | null {
  const selection = getSelection();
  const text = selection?.toString().trim() ?? "";
  if (!selection || selection.isCollapsed || text === "") return null;
  // A selection that ends leaves its copy as it is.
  const range = selection.getRangeAt(0).cloneRange();
  const inside = (node: Node) =>
    (node instanceof Element ? node : node.parentElement)?.closest("[data-prose]");
  const prose = inside(range.startContainer);
  // Three clicks select a paragraph up to the beginning of what follows.
  const end = range.endOffset === 0 ? prose : inside(range.endContainer);
  if (!prose || prose !== end) return null;
  const holder = prose.closest<HTMLElement>("[data-author]");
  if (!holder) return null;
  const { top, bottom, left, width } = range.getBoundingClientRect();
  const number = /^p(\d+)$/.exec(prose.closest("article")?.id ?? "")?.[1];
  const source = { threadId, number: number ? Number(number) : null, name: holder.dataset["author"]! };
  const above = top - HEIGHT_PX - GAP_PX;
  return {
    source,
    prose,
    range,
    top: above > HEIGHT_PX * 2 ? above : bottom + GAP_PX,
    left: left + width / 2,
  };
}

/** Makes a quote of the selection; null if it spans several replies or has no content. */
export function selectedQuote(threadId: string): Quote | null {
  const selected = selectedPart(threadId);
  return selected && quoteIn(selected.source, selected.prose, selected.range);
}

interface Props {
  threadId: string;
  onQuote(quote: Quote): void;
}

/** Floats beside selected words and quotes them: with the mouse at once, with a finger when the selection has settled. */
export function QuoteButton({ threadId, onQuote }: Props) {
  const t = useTexts(quoteTexts);
  const [selected, setSelected] = useState<Selected | null>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isDown = false;
    const look = () => setSelected(selectedPart(threadId));
    const changed = () => {
      clearTimeout(timer);
      if (getSelection()?.isCollapsed !== false) setSelected(null);
      else if (!isDown) timer = setTimeout(look, TOUCH_SETTLE_MS);
    };
    const down = (event: PointerEvent) => void (isDown = event.pointerType === "mouse");
    const up = (event: PointerEvent) => {
      isDown = false;
      if (event.pointerType === "mouse") requestAnimationFrame(look);
    };
    const away = () => setSelected(null);
    // Something may have been selected before this was there to see it.
    changed();
    document.addEventListener("selectionchange", changed);
    document.addEventListener("pointerdown", down);
    document.addEventListener("pointerup", up);
    addEventListener("scroll", away, { passive: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener("selectionchange", changed);
      document.removeEventListener("pointerdown", down);
      document.removeEventListener("pointerup", up);
      removeEventListener("scroll", away);
    };
  }, [threadId]);

  if (!selected) return null;
  return (
    <button
      type="button"
      className={classes.button}
      style={{ top: selected.top, left: selected.left }}
      // The selection stays until the click has used it.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => {
        const quote = quoteIn(selected.source, selected.prose, selected.range);
        setSelected(null);
        getSelection()?.removeAllRanges();
        if (quote) onQuote(quote);
      }}
    >
      <IconQuote size={ICON_PX} />
      {t.quote}
    </button>
  );
}
