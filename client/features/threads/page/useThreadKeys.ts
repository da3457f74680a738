import type { WatchLevel } from "../../../gql/graphql.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { useShortcuts } from "../../../platform/shortcuts.ts";
import { watchTexts } from "../../watches/watches.texts.ts";
import { readingTexts } from "./reading.texts.ts";

/** The replies that stand in the document, the thread's own text first. */
const STOPS = "#thread-text, [data-page] > article[id]";

interface Options {
  onReply(): void;
  onQuote(): void;
  onEdit(postId: string): void;
  onEditThread(): void;
  onJump(): void;
  onUnread(): void;
  onWatch(level: WatchLevel): void;
}

/** The reply that has the focus, or else the one at the top of the window. */
function chosen(): HTMLElement | null {
  const focused = document.activeElement?.closest<HTMLElement>(STOPS);
  if (focused) return focused;
  const edge = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  const all = [...document.querySelectorAll<HTMLElement>(STOPS)];
  return all.find((stop) => stop.getBoundingClientRect().bottom > edge) ?? null;
}

/** Moves the focus to the next reply, or to the one before. */
function step(by: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>(STOPS)];
  const focused = document.activeElement?.closest<HTMLElement>(STOPS);
  const from = focused ?? chosen();
  const index = from ? all.indexOf(from) : -1;
  // The first press chooses what is in sight.
  const next = all[focused ? index + by : Math.max(0, index)];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "start" });
}

const press = (root: ParentNode | null, act: string) =>
  root?.querySelector<HTMLElement>(`[data-act="${act}"]`)?.click();

/** The keys of a thread (landscape E25). */
export function useThreadKeys(options: Options): void {
  const { onReply, onQuote, onEdit, onEditThread, onJump, onUnread, onWatch } = options;
  const t = useTexts(readingTexts);
  const watching = useTexts(watchTexts);
  const article = () => document.getElementById("thread-text");
  useShortcuts(t.keys, [
    { keys: "j", label: t.next, run: () => step(1), repeats: true },
    { keys: "k", label: t.previous, run: () => step(-1), repeats: true },
    { keys: "l", label: t.like, run: () => press(chosen(), "like") },
    { keys: "b", label: t.favorite, run: () => press(article(), "favorite") },
    { keys: "f", label: t.favorite, run: () => press(article(), "favorite") },
    {
      keys: "r",
      label: t.reply,
      run() {
        const focused = document.activeElement?.closest<HTMLElement>("[data-page] > article[id]");
        const answer = focused?.querySelector<HTMLElement>('[data-act="answer"]');
        if (answer) answer.click();
        else onReply();
      },
    },
    { keys: "q", label: t.quoteKey, run: onQuote },
    {
      keys: "e",
      label: t.edit,
      run() {
        const { editable } = chosen()?.dataset ?? {};
        if (editable === "thread") onEditThread();
        else if (editable) onEdit(editable);
      },
    },
    { keys: "m w", label: watching.keyWATCHING, run: () => onWatch("WATCHING") },
    { keys: "m n", label: watching.keyNORMAL, run: () => onWatch("NORMAL") },
    { keys: "m m", label: watching.keyMUTED, run: () => onWatch("MUTED") },
    { keys: "#", label: t.goTo, run: onJump },
    { keys: "Shift+l", label: t.lastUnread, run: onUnread },
  ]);
}
