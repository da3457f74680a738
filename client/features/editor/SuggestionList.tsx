import { useLayoutEffect, useRef } from "react";
import { useTexts } from "../../i18n/texts.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { suggestionTexts } from "./suggestions.texts.ts";
import classes from "./SuggestionList.module.css";
import type { SuggestionKind } from "./suggesting.ts";

const AVATAR_PX = 24;
/** Least distance from the edges of the window, in CSS pixels. */
const EDGE_PX = 8;
/** Distance from the line that is completed, in CSS pixels. */
const GAP_PX = 6;

/** A member or a topic that may be meant. */
export interface Suggestion {
  id: string;
  name: string;
  avatarUrl?: string | null;
  threadCount?: number;
  /** A topic that nobody has written yet. */
  isNew?: boolean;
}

interface Props {
  id: string;
  kind: SuggestionKind;
  items: readonly Suggestion[];
  active: number;
  /** Gives the position of the line in the window; without it the list stands under the field. */
  placeOf: (() => { left: number; top: number; bottom: number } | null) | undefined;
  onPick(index: number): void;
  onActive(index: number): void;
}

/** List of suggested names; the field keeps the focus and points at the active one. */
export function SuggestionList({ id, kind, items, active, placeOf, onPick, onActive }: Props) {
  const t = useTexts(suggestionTexts);
  const list = useRef<HTMLUListElement>(null);

  // Where there is room: below the line, else above it, and never outside of the window.
  useLayoutEffect(() => {
    const element = list.current!;
    const place = placeOf?.();
    if (!place) return;
    const { offsetWidth, offsetHeight } = element;
    const fitsBelow = place.bottom + GAP_PX + offsetHeight <= window.innerHeight - EDGE_PX;
    const left = Math.min(place.left, window.innerWidth - offsetWidth - EDGE_PX);
    element.style.left = `${Math.max(EDGE_PX, left)}px`;
    element.style.top = `${fitsBelow ? place.bottom + GAP_PX : Math.max(EDGE_PX, place.top - GAP_PX - offsetHeight)}px`;
  });
  useLayoutEffect(() => {
    list.current!.children[active]?.scrollIntoView?.({ block: "nearest" });
  }, [active]);

  return (
    <ul
      ref={list}
      id={id}
      role="listbox"
      aria-label={kind === "mention" ? t.people : t.topics}
      className={classes.list}
      data-fixed={placeOf ? "" : undefined}
    >
      {items.map((item, index) => (
        <li
          key={item.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className={classes.item}
          // The text keeps the focus and the selection.
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => index !== active && onActive(index)}
          onClick={() => onPick(index)}
        >
          {kind === "mention" ? (
            <Avatar name={item.name} src={item.avatarUrl} size={AVATAR_PX} />
          ) : (
            <span className={classes.sign} aria-hidden="true">
              #
            </span>
          )}
          <span className={classes.name}>{item.name}</span>
          {item.isNew && <span className={classes.note}>{t.newTopic}</span>}
          {item.threadCount !== undefined && (
            <span className={classes.note}>{t.threads(item.threadCount)}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
