import { useMergedRef } from "@mantine/hooks";
import { type Ref, type RefCallback, useEffectEvent, useLayoutEffect, useRef } from "react";
import { flushSync } from "react-dom";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Reports the content that a field already has when it is mounted. A page of the server can be filled in before its
 * script runs, by people and by password managers; React leaves that on the screen, but the state behind it does not
 * have it and would erase it with the next change.
 *
 * @param state value of the field, or whether it is checked, as the form has it
 * @param report called with the field once, if that differs
 * @returns the ref that the field needs
 */
export function useTyped<C extends Control>(
  state: string | boolean,
  report: (control: C) => void,
  ref?: Ref<C>,
): RefCallback<C> {
  const own = useRef<C>(null);
  const tell = useEffectEvent(report);
  const compare = useEffectEvent(() => {
    const control = own.current;
    if (!control || !isChanged(control, state)) return;
    // At once where somebody types, so that nothing moves the caret or ends the work of an input method.
    const isText = typeof state === "string" && !(control instanceof HTMLSelectElement);
    if (isText && control === document.activeElement) return tell(control);
    const content = typeof state === "string" ? { value: control.value } : { checked: !state };
    // One field after the other, since a form that makes its next state from the last needs to have that.
    queueMicrotask(() => {
      if (!control.isConnected) return;
      Object.assign(control, content);
      flushSync(() => tell(control));
    });
  });
  useLayoutEffect(() => compare(), []);
  return useMergedRef(own, ref ?? null);
}

function isChanged(control: Control, state: string | boolean): boolean {
  if (typeof state === "boolean") {
    const { type, checked } = control as HTMLInputElement;
    // Of a group, the choice that was made speaks for the others.
    return type === "radio" ? checked && !state : checked !== state;
  }
  if (control instanceof HTMLSelectElement) return isChosen(control, state);
  // Browsers write line breaks in their own way, and none into a single line.
  const lineBreak = control instanceof HTMLTextAreaElement ? "\n" : "";
  return control.value !== state.replace(/\r\n?|\n/g, lineBreak);
}

function isChosen(control: HTMLSelectElement, state: string): boolean {
  // A value that is not offered shows as the first choice, which nobody made.
  const isOffered = [...control.options].some(({ value }) => value === state);
  if (!isOffered || control.value === state) return false;
  // Lists act at once. One that a browser restores, going back or loading again, was chosen for an earlier page.
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (navigation?.type === "navigate") return true;
  control.value = state;
  return false;
}
