import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { keyOf } from "../../platform/inputMethod.ts";
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
/** Key of the characters that were used last. */
const RECENT = "recent";
/** A group whose end is so near to the top is no longer read, in CSS pixels. */
const NEARLY_GONE_PX = 24;

interface Props {
  onPick(unicode: string): void;
  onClose(): void;
}

/** Picture characters by kind and by name: arrows walk through the grid, Enter takes one, Escape closes. */
export function EmojiPicker({ onPick, onClose }: Props) {
  const t = useTexts(editorTexts);
  const root = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState("");
  const { isLoading, shown } = useEmojiGroups(query);
  const [top, setTop] = useState<string | null>(null);
  const current = shown.some(({ key }) => key === top) ? top : shown[0]?.key;
  const sectionOf = (key: string) => root.current!.querySelector(`[data-kind="${key}"]`);

  function take(emoji: Emoji): void {
    rememberEmoji(emoji.unicode);
    onPick(emoji.unicode);
  }

  function walk(event: KeyboardEvent<HTMLDivElement>): void {
    if (keyOf(event) === "Escape") {
      event.stopPropagation();
      return onClose();
    }
    const cells = [...root.current!.querySelectorAll<HTMLElement>("[data-emoji]")];
    const at = cells.indexOf(document.activeElement as HTMLElement);
    if (at < 0 && keyOf(event) !== "ArrowDown") return;
    const next = neighbour(cells, at, keyOf(event));
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
          if (keyOf(event) !== "Enter") return;
          event.preventDefault();
          const first = shown[0]?.emojis[0];
          if (query.trim() !== "" && first) take(first);
        }}
      />
      {shown.length > 1 && (
        <div className={classes.kinds} role="group" aria-label={t.emojiKinds}>
          {shown.map((group) => (
            <button
              key={group.key}
              type="button"
              aria-label={group.name}
              title={group.name}
              aria-current={group.key === current ? "true" : undefined}
              onClick={() => sectionOf(group.key)?.scrollIntoView({ block: "start" })}
            >
              {group.key === RECENT ? "🕘" : group.emojis[0]?.unicode}
            </button>
          ))}
        </div>
      )}
      <div className={classes.groups} onScroll={(event) => setTop(kindAtTop(event.currentTarget))}>
        {isLoading && <Spinner />}
        {shown.map((group, index) => (
          <EmojiSection key={group.key} group={group} isFirst={index === 0} onTake={take} />
        ))}
      </div>
    </div>
  );
}

/** Loads the emojis of the language. @returns those that a search finds, or all, the ones used last first */
function useEmojiGroups(query: string): { isLoading: boolean; shown: readonly EmojiGroup[] } {
  const t = useTexts(editorTexts);
  const locale = useLocale();
  const [groups, setGroups] = useState<readonly EmojiGroup[] | null>(null);
  const [recent] = useState(recentEmojis);

  useEffect(() => {
    let isGone = false;
    loadEmojis(locale)
      .then((loaded) => !isGone && setGroups(loaded))
      .catch(() => !isGone && setGroups([]));
    return () => {
      isGone = true;
    };
  }, [locale]);

  const shown = useMemo((): readonly EmojiGroup[] => {
    if (!groups) return [];
    if (query.trim() !== "") {
      return [{ key: "found", name: t.emojiFound, emojis: findEmojis(groups, query, FOUND_MAX) }];
    }
    const byCharacter = new Map(
      groups.flatMap(({ emojis }) => emojis).map((emoji) => [emoji.unicode, emoji]),
    );
    const last = recent.flatMap((unicode) => byCharacter.get(unicode) ?? []);
    return last.length > 0 ? [{ key: RECENT, name: t.emojiRecent, emojis: last }, ...groups] : groups;
  }, [groups, query, recent, t]);
  return { isLoading: groups === null, shown };
}

interface SectionProps {
  group: EmojiGroup;
  /** The first emoji of the first group takes the focus of the tab key. */
  isFirst: boolean;
  onTake(emoji: Emoji): void;
}

function EmojiSection({ group, isFirst, onTake }: SectionProps) {
  const t = useTexts(editorTexts);
  return (
    <section className={classes.group} aria-label={group.name} data-kind={group.key}>
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
            tabIndex={isFirst && place === 0 ? 0 : -1}
            aria-label={emoji.label}
            title={emoji.label}
            onClick={() => onTake(emoji)}
          >
            {emoji.unicode}
          </button>
        ))}
      </div>
    </section>
  );
}

/** The key of the group that is read, which is the first not scrolled away. */
function kindAtTop(room: HTMLElement): string | null {
  const top = room.getBoundingClientRect().top + NEARLY_GONE_PX;
  const sections = [...room.querySelectorAll<HTMLElement>("[data-kind]")];
  return sections.find((section) => section.getBoundingClientRect().bottom > top)?.dataset["kind"] ?? null;
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
