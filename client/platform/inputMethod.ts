import type { KeyboardEvent as ReactKeyboardEvent } from "react";

/** Code that browsers report for keys that an input method takes; older ones say nothing else of it. */
const TAKEN_KEY_CODE = 229;
/** Time within which Safari reports the key that has ended a composition, in milliseconds. */
const AFTER_END_MS = 50;

let endedAt = Number.NEGATIVE_INFINITY;
/** The last key that was pressed, and whether an input method took it. */
let judged: { event: KeyboardEvent; isTaken: boolean } | null = null;

// Safari ends the composition first and reports its key afterwards, as one of no composition.
if (typeof navigator !== "undefined" && /apple/i.test(navigator.vendor)) {
  addEventListener("compositionend", ({ timeStamp }) => (endedAt = timeStamp), true);
}

/** Tells whether an input method takes a key, such as the Enter that confirms a word: then it means nothing to the page. */
export function isOfInputMethod(event: KeyboardEvent | ReactKeyboardEvent): boolean {
  const native = "nativeEvent" in event ? event.nativeEvent : event;
  // Several handlers ask about one key.
  if (judged?.event === native) return judged.isTaken;
  const isLate = Math.abs(native.timeStamp - endedAt) < AFTER_END_MS;
  const isTaken = native.isComposing || native.keyCode === TAKEN_KEY_CODE || isLate;
  if (!native.isComposing) endedAt = Number.NEGATIVE_INFINITY;
  judged = { event: native, isTaken };
  return isTaken;
}

/** Gives the name of a pressed key; empty if an input method takes it. The only way to read a key (ESLint). */
export function keyOf(event: KeyboardEvent | ReactKeyboardEvent): string {
  return isOfInputMethod(event) ? "" : event.key;
}

/** Tells whether a change of a text is a word that an input method has not finished. */
export function isUnfinished(event: Event): boolean {
  return (event as InputEvent).isComposing === true;
}
