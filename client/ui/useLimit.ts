import type { ChangeEvent, CompositionEvent, Ref } from "react";
import { isUnfinished } from "../platform/inputMethod.ts";
import { fitted } from "../platform/graphemes.ts";
import { useTyped } from "./useTyped.ts";

type Control = HTMLInputElement | HTMLTextAreaElement;

/**
 * Handlers and ref of a field that holds at most `max` characters, counted as people count; browsers would count halves
 * of emoji. What an input method composes may be longer until it is done.
 */
export function useLimit<C extends Control>(
  value: string,
  onValue: (value: string) => void,
  max: number | undefined,
  ref: Ref<C> | undefined,
) {
  const take = (control: Control, isComposing: boolean) => {
    if (max === undefined || isComposing) return onValue(control.value);
    const { text, caret } = fitted(value, control.value, max);
    if (text !== control.value) {
      // Written here already, so that the caret can be put back: React then finds nothing to change.
      control.value = text;
      if (caret >= 0) control.setSelectionRange(caret, caret);
    }
    onValue(text);
  };
  return {
    ref: useTyped<C>(value, (control) => take(control, false), ref),
    onChange: (event: ChangeEvent<Control>) => take(event.currentTarget, isUnfinished(event.nativeEvent)),
    onCompositionEnd: (event: CompositionEvent<Control>) => {
      if (max === undefined) return;
      const { text } = fitted("", event.currentTarget.value, max);
      if (text !== event.currentTarget.value) onValue(text);
    },
  };
}
