import { type FocusEvent, useEffect, useRef } from "react";
import { type Fields, textChange, type TextField } from "./templateDraft.ts";

type Control = HTMLInputElement | HTMLTextAreaElement;

/** Puts texts where the caret was last, of several fields; into `first` while none was used. */
export function useCaret(first: TextField, fields: Fields, onFields: (change: Partial<Fields>) => void) {
  const last = useRef<TextField>(first);
  const controls = useRef(new Map<TextField, Control>());
  const wanted = useRef<{ control: Control; at: number } | null>(null);
  useEffect(() => {
    if (!wanted.current) return;
    const { control, at } = wanted.current;
    wanted.current = null;
    control.focus();
    control.setSelectionRange(at, at);
  });
  return {
    /** Attributes of a field, so that it is known. */
    of: (name: TextField) => ({
      ref: (control: Control | null) => {
        if (control) controls.current.set(name, control);
        else controls.current.delete(name);
      },
      onFocus: (_event: FocusEvent<Control>) => {
        last.current = name;
      },
    }),
    /** Replaces what is selected in the field that was used last. */
    insert: (text: string) => {
      const name = last.current;
      const control = controls.current.get(name);
      // What was typed before the page listened is in the control alone.
      const value = control?.value ?? fields[name];
      const [from, to] = [control?.selectionStart ?? value.length, control?.selectionEnd ?? value.length];
      if (control) wanted.current = { control, at: from + text.length };
      onFields(textChange(name, value.slice(0, from) + text + value.slice(to)));
    },
  };
}
