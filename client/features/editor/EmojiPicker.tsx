import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { useLocale, useTexts } from "../../i18n/texts.ts";
import { Spinner } from "../../ui/Spinner.tsx";
import { editorTexts } from "./editor.texts.ts";
import {
  type Emoji,
  type EmojiGroup,
  findEmojis,
  loadEmojis,
  recentEmojis,
  rememberEmoji,
} from "./emojis.ts";
import classes from "./EmojiPicker.module.css";

/** Results of a search. */
const FOUND_MAX = 80;

interface Props {
  onPick(unicode: string): void;
  onClose(): void;
}

/** Picture characters by kind and by name: arrows walk through the grid, Enter takes one, Escape closes. */
export function EmojiPicker({ onPick, onClose }: Props) {
  const t = useTexts(editorTexts);
  const locale = useLocale();
  const root = useRef<HTMLDivElement>(null);
  const [groups, setGroups] = useState<readonly EmojiGroup[] | null>(null);
  const [query, setQuery] = useState("");
  const [recent] = useState(recentEmojis);

  useEffect(() => {
    let isGone = false;
    loadEmojis(locale)
      .then((found) => !isGone && setGroups(found))
      .catch(() => !isGone && setGroups([]));
    return () => {
      isGone = true;
    };
  }, [locale]);

  useEffect(() => {
    const closeOutside = (event: PointerEvent) => {
      if (!root.current?.parentElement?.contains(event.target as Node)) onClose();
    };
    document.addEventListener("pointerdown", closeOutside);
    return () => document.removeEventListener("pointerdown", closeOutside);
  }, [onClose]);

  const shown = useMemo((): readonly EmojiGroup[] => {
    if (!groups) return [];
    if (query.trim() !== "") {
      return [{ key: "found", name: t.emojiFound, emojis: findEmojis(groups, query, FOUND_MAX) }];
    }
    const byCharacter = new Map(
      groups.flatMap(({ emojis }) => emojis).map((emoji) => [emoji.unicode, emoji]),
    );
    const last = recent.flatMap((unicode) => byCharacter.get(unicode) ?? []);
    return last.length > 0 ? [{ key: "recent", name: t.emojiRecent, emojis: last }, ...groups] : groups;
  }, [groups, query, recent, t]);

  function take(emoji: Emoji): void {
    rememberEmoji(emoji.unicode);
    onPick(emoji.unicode);
  }

  function walk(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") {
      event.stopPropagation();
      return onClose();
    }
    const cells = [...root.current!.querySelectorAll<HTMLElement>("[data-emoji]")];
    const at = cells.indexOf(document.activeElement as HTMLElement);
    if (at < 0 && event.key !== "ArrowDown") return;
    const next = neighbour(cells, at, event.key);
    if (next === undefined) return;
    event.preventDefault();
    if (next) next.focus();
    else root.current!.querySelector("input")?.focus();
  }

  return (
    <div ref={root} className={classes.picker} role="dialog" aria-label={t.emoji} onKeyDown={walk}>
      <input
        autoFocus
        type="search"
        className={classes.search}
        aria-label={t.emojiSearch}
        placeholder={t.emojiSearch}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          event.preventDefault();
          const first = shown[0]?.emojis[0];
          if (query.trim() !== "" && first) take(first);
        }}
      />
      <div className={classes.groups}>
        {!groups && <Spinner />}
        {shown.map((group, index) => (
          <section key={group.key} className={classes.group} aria-label={group.name}>
            <h3>
              <bdi>{group.name}</bdi>
            </h3>
            {group.emojis.length === 0 && <p className={classes.none}>{t.emojiNone}</p>}
            <div className={classes.grid}>
              {group.emojis.map((emoji, place) => (
                <button
                  key={emoji.unicode}
                  type="button"
                  data-emoji=""
                  tabIndex={index === 0 && place === 0 ? 0 : -1}
                  aria-label={emoji.label}
                  title={emoji.label}
                  onClick={() => take(emoji)}
                >
                  {emoji.unicode}
                </button>
              ))}
            </div>
          </section>
        ))}
      </div>
    </div>
  );
}

/** The cell that a key leads to, null for the field above the grid, undefined for keys that lead nowhere. */
function neighbour(cells: readonly HTMLElement[], at: number, key: string): HTMLElement | null | undefined {
  if (key === "ArrowDown" && at < 0) return cells[0];
  const here = cells[at]?.getBoundingClientRect();
  if (!here) return undefined;
  if (key === "ArrowRight") return cells[at + 1];
  if (key === "ArrowLeft") return cells[at - 1] ?? null;
  if (key === "Home") return cells[0];
  if (key === "End") return cells.at(-1);
  if (key !== "ArrowDown" && key !== "ArrowUp") return undefined;
  // The nearest cell of the next row: rows end where groups do.
  const rest = key === "ArrowDown" ? cells.slice(at + 1) : cells.slice(0, at).reverse();
  let rowTop: number | null = null;
  let best: HTMLElement | null = null;
  let distance = Infinity;
  for (const cell of rest) {
    const { top, left } = cell.getBoundingClientRect();
    if (Math.abs(top - here.top) < 2) continue;
    rowTop ??= top;
    if (Math.abs(top - rowTop) >= 2) break;
    if (Math.abs(left - here.left) >= distance) continue;
    distance = Math.abs(left - here.left);
    best = cell;
  }
  return best ?? (key === "ArrowUp" ? null : undefined);
}
