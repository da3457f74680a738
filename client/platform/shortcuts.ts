import { useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { keyOf } from "./inputMethod.ts";
import { store, stored, unstore } from "./storage.ts";

/** After this pause the first key of a sequence such as "g h" is forgotten. */
export const SEQUENCE_MS = 1_500;
/** Kept only while shortcuts are switched off. */
const OFF_KEY = "shortcuts_off";
/** Elements in which letters are typed, and in which Enter has a meaning of its own. */
const TYPING = "input, textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox]";
const PRESSABLE = "a[href], button, summary, [role=button], [role^=menuitem], [role=option], [role=slider]";
/** Layers over the page, which have the keyboard to themselves. */
const OVERLAY = "dialog[open], [aria-modal=true], [role=menu], [role=listbox]";

/** One shortcut of a page or of the frame. */
export interface Shortcut {
  /**
   * Keys one after the other, with blanks between them: "j", "g h", "/", "Enter". A capital letter is written with
   * "Shift+": "Shift+l". Signs are written as they are typed, whatever key makes them: "?", "#".
   */
  keys: string;
  /** Name of what it does, in the language of the page, for the help sheet. */
  label: string;
  run: () => void;
  /** A held key runs it again and again: for steps, never for switches. */
  repeats?: boolean;
}

/** Shortcuts under one heading. */
export interface ShortcutGroup {
  /** Heading of the help sheet, in the language of the page. */
  name: string;
  shortcuts: readonly Shortcut[];
}

interface Registration {
  current: ShortcutGroup;
}

/** Later ones first win: a page may give a key of the frame another meaning. */
const registrations: Registration[] = [];
const watchers = new Set<() => void>();
let pending: string[] = [];
let forgetting: ReturnType<typeof setTimeout> | undefined;

/**
 * Gives keys a meaning while the component is shown (landscape E25). Nothing happens while somebody types or composes
 * characters, in dialogs and menus, with Ctrl, Alt or Meta, or after the person has switched shortcuts off.
 * @param isBeneath pages overrule it, whenever it comes
 */
export function useShortcuts(group: string, shortcuts: readonly Shortcut[], isBeneath = false): void {
  const registration = useRef<ShortcutGroup>({ name: group, shortcuts });
  useLayoutEffect(() => {
    registration.current = { name: group, shortcuts };
  });
  // Before the page is painted: a key that is pressed at once must not be lost.
  useLayoutEffect(() => {
    if (registrations.length === 0) document.addEventListener("keydown", press);
    if (isBeneath) registrations.unshift(registration);
    else registrations.push(registration);
    return () => {
      registrations.splice(registrations.indexOf(registration), 1);
      if (registrations.length === 0) document.removeEventListener("keydown", press);
    };
  }, [isBeneath]);
}

/** Everything that keys mean on the present page; groups of one name are one, and no key stands twice. */
export function shortcutGroups(): ShortcutGroup[] {
  const taken = new Set<string>();
  const byName = new Map<string, Shortcut[]>();
  for (const { current } of registrations) byName.set(current.name, []);
  for (const { current } of registrations.toReversed()) {
    const free = current.shortcuts.filter(({ keys }) => !taken.has(keys));
    for (const { keys } of free) taken.add(keys);
    byName.get(current.name)!.unshift(...free);
  }
  return [...byName].filter(([, list]) => list.length > 0).map(([name, list]) => ({ name, shortcuts: list }));
}

/** Switches shortcuts off or on again, in this browser. */
export function setShortcutsOn(on: boolean): void {
  if (on) unstore(OFF_KEY);
  else store(OFF_KEY, true);
  for (const watcher of watchers) watcher();
}

/** Tells if keys have their meanings; follows the switch. */
export function useShortcutsOn(): boolean {
  return useSyncExternalStore(watch, areOn, () => true);
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

function areOn(): boolean {
  return stored(OFF_KEY) === null;
}

function press(event: KeyboardEvent): void {
  if (!isMeant(event)) return;
  const key = nameOf(event);
  // "g" and then something that goes nowhere: the second key still means what it means alone.
  const found = step([...pending, key], event) || (pending.length > 0 && step([key], event));
  if (!found) forget();
}

function step(keys: string[], event: KeyboardEvent): boolean {
  const typed = keys.join(" ");
  const known = registrations.toReversed().flatMap(({ current }) => current.shortcuts);
  const exact = known.find((shortcut) => shortcut.keys === typed);
  const isBeginning = !exact && known.some((shortcut) => shortcut.keys.startsWith(`${typed} `));
  if (!exact && !isBeginning) return false;
  event.preventDefault();
  forget();
  if (isBeginning) {
    pending = keys;
    forgetting = setTimeout(forget, SEQUENCE_MS);
  } else if (exact && (!event.repeat || exact.repeats)) {
    exact.run();
  }
  return true;
}

function forget(): void {
  clearTimeout(forgetting);
  pending = [];
}

function isMeant(event: KeyboardEvent): boolean {
  const { target, defaultPrevented } = event;
  const key = keyOf(event);
  if (defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return false;
  if (key === "" || key === "Shift") return false;
  const element = target instanceof Element ? target : null;
  if (element?.closest(TYPING) || document.querySelector(OVERLAY)) return false;
  if ((key === "Enter" || key === " " || key.startsWith("Arrow")) && element?.closest(PRESSABLE))
    return false;
  return areOn();
}

function nameOf({ key, shiftKey }: KeyboardEvent): string {
  const isLetter = /^\p{L}$/u.test(key);
  const plain = isLetter ? key.toLowerCase() : key;
  // What makes "?" or "#" differs from keyboard to keyboard.
  return shiftKey && (isLetter || key.length > 1) ? `Shift+${plain}` : plain;
}
