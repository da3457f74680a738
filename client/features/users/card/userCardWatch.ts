import { keyOf } from "../../../platform/inputMethod.ts";
import { type Opener, openerOf } from "./userCardOpener.ts";

/** A pointer or a focus that only passes by opens and asks nothing; nobody notices the wait of one that has come. */
export const CARD_OPEN_MS = 80;
/** Time to cross the gap between a name and its card (spec §9). */
export const CARD_CLOSE_MS = 200;
/** A finger that rests this long opens the card. */
export const LONG_PRESS_MS = 500;
/** A finger that moves further scrolls, in CSS pixels. */
const PRESS_SLACK_PX = 10;

/** A card that is open, and what opened it. */
export interface OpenCard extends Opener {
  by: "pointer" | "focus" | "touch";
  /** Page on which it was opened: it does not follow to another. */
  pathname: string;
}

interface Owner {
  /** Somebody may be about to open a card: its code can be fetched. */
  onIntent: () => void;
  onCard: (card: OpenCard | null) => void;
  /** A question about the member is open: the card waits for the answer. */
  isHeld: () => boolean;
}

/** Watch over the profile card. */
export interface UserCardWatch {
  /** A question was answered, often far from the card: it stays until the pointer really moves, or something is pressed. */
  linger: () => void;
  /** Takes note of somebody who was there before: a pointer or a finger that rests, a focus. */
  replay: (missed: Event) => void;
  stop: () => void;
}

const isInCard = (target: EventTarget | null) =>
  target instanceof Element && target.closest("[data-profile-card]") !== null;

/** Only a focus that is shown counts: clicks move it too. */
const isFocusShown = (target: EventTarget | null): target is Element =>
  target instanceof Element && target.matches(":focus-visible");

type CardControl = ReturnType<typeof controlCard>;

/**
 * Opens the one card and closes it, now or soon.
 * @param onOpened called before a card that was about to open is shown
 */
function controlCard({ onIntent, onCard, isHeld }: Owner, onOpened: (by: OpenCard["by"]) => void) {
  let card: OpenCard | null = null;
  let opening: { timer: ReturnType<typeof setTimeout>; userId: string; by: OpenCard["by"] } | null = null;
  let closing: ReturnType<typeof setTimeout> | undefined;
  let isLingering = false;

  const show = (next: OpenCard | null) => {
    if (isHeld() || (isLingering && next === null)) return;
    card = next;
    onCard(next);
  };
  const stopOpening = (by?: OpenCard["by"]) => {
    if (!opening || (by && opening.by !== by)) return;
    clearTimeout(opening.timer);
    opening = null;
  };
  const stopClosing = () => {
    clearTimeout(closing);
    closing = undefined;
  };
  return {
    card: () => card,
    close: () => card && show(null),
    stopOpening,
    openSoon(opener: Opener, by: OpenCard["by"], delayMs: number) {
      if (opening?.userId === opener.userId && opening.by === by) return;
      stopOpening();
      onIntent();
      const open = () => {
        opening = null;
        if (!opener.anchor.isConnected) return;
        stopClosing();
        onOpened(by);
        show({ ...opener, by, pathname: location.pathname });
      };
      opening = { timer: setTimeout(open, delayMs), userId: opener.userId, by };
    },
    closeSoon() {
      closing ??= setTimeout(() => {
        closing = undefined;
        show(null);
      }, CARD_CLOSE_MS);
    },
    /** Leaves all as it is: nothing opens and nothing closes. */
    stay() {
      stopOpening();
      stopClosing();
    },
    /** Keeps the card open, whatever would close it, until `endLinger`. */
    linger() {
      isLingering = card !== null;
    },
    endLinger() {
      isLingering = false;
    },
  };
}

/** The pointer is on neither a name nor the card. */
function leave(control: CardControl): void {
  control.stopOpening("pointer");
  const hasFocus = isFocusShown(document.activeElement) && isInCard(document.activeElement);
  if (control.card()?.by === "pointer" && !hasFocus) control.closeSoon();
}

/** Answers to the focus and to keys. */
function keyboardListeners(control: CardControl) {
  return {
    focusin({ target }: FocusEvent) {
      if (isInCard(target)) return control.stay();
      const card = control.card();
      const opener = isFocusShown(target) ? openerOf(target) : null;
      if (opener && opener.anchor === card?.anchor) return control.stay();
      control.stopOpening("focus");
      // A finger that lets go moves the focus as well, but not so that it shows.
      if (card?.by === "focus" || (card?.by === "touch" && isFocusShown(target))) control.closeSoon();
      if (opener) control.openSoon(opener, "focus", CARD_OPEN_MS);
    },
    keydown(event: KeyboardEvent) {
      control.endLinger();
      const card = control.card();
      if (keyOf(event) === "Escape") {
        if (card && isInCard(document.activeElement)) card.anchor.focus();
        // The focus that comes back opens nothing.
        control.stay();
        control.close();
      } else if (keyOf(event) === "ArrowDown" && card && document.activeElement === card.anchor) {
        event.preventDefault();
        document.querySelector<HTMLElement>("[data-profile-card] :is(a[href], button)")?.focus();
      }
    },
  };
}

/**
 * Opens and closes the one profile card of the site: listeners at the root do for a hundred names, which cost nothing.
 */
export function watchUserCards(owner: Owner): UserCardWatch {
  let press: { x: number; y: number } | null = null;
  let ignoresClick = false;
  // A dialog that goes away makes browsers report a pointer that has not moved.
  let place = { x: 0, y: 0 };
  const control = controlCard(owner, (by) => (ignoresClick = by === "touch"));
  const { stopOpening, openSoon } = control;

  const endPress = () => {
    if (press) stopOpening("touch");
    press = null;
  };
  const on = {
    ...keyboardListeners(control),
    pointerover(event: PointerEvent) {
      if (event.pointerType === "touch") return;
      const opener = openerOf(event.target);
      if (isInCard(event.target) || (opener && opener.userId === control.card()?.userId))
        return control.stay();
      leave(control);
      if (opener) openSoon(opener, "pointer", CARD_OPEN_MS);
    },
    pointerdown(event: PointerEvent) {
      control.endLinger();
      stopOpening();
      // A tap beside the card closes it and does nothing else.
      ignoresClick = control.card()?.by === "touch" && !isInCard(event.target);
      if (isInCard(event.target)) return;
      control.close();
      const opener = event.pointerType === "touch" ? openerOf(event.target) : null;
      press = opener && { x: event.clientX, y: event.clientY };
      if (opener) openSoon(opener, "touch", LONG_PRESS_MS);
    },
    pointermove(event: PointerEvent) {
      if (event.clientX !== place.x || event.clientY !== place.y) control.endLinger();
      place = { x: event.clientX, y: event.clientY };
      if (press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > PRESS_SLACK_PX) endPress();
    },
    pointerup: endPress,
    pointercancel: endPress,
    // The finger that opened the card follows no link, and the browser's own menu stays away.
    click(event: MouseEvent) {
      if (!ignoresClick) return;
      ignoresClick = false;
      event.preventDefault();
      event.stopPropagation();
    },
    contextmenu(event: Event) {
      if (press) event.preventDefault();
    },
  };

  const listeners = Object.entries(on) as [string, EventListener][];
  const leavePage = () => leave(control);
  for (const [name, listener] of listeners) document.addEventListener(name, listener, true);
  document.documentElement.addEventListener("pointerleave", leavePage);
  return {
    linger: control.linger,
    replay(missed) {
      listeners.find(([name]) => name === missed.type)?.[1](missed);
    },
    stop() {
      for (const [name, listener] of listeners) document.removeEventListener(name, listener, true);
      document.documentElement.removeEventListener("pointerleave", leavePage);
      control.stay();
    },
  };
}
