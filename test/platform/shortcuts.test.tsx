import { act, fireEvent, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keyOf } from "../../client/platform/inputMethod.ts";
import {
  SEQUENCE_MS,
  setShortcutsOn,
  type Shortcut,
  shortcutGroups,
  useShortcuts,
} from "../../client/platform/shortcuts.ts";

const done: string[] = [];

function shortcut(keys: string, more: Partial<Shortcut> = {}): Shortcut {
  return { keys, label: keys, run: () => void done.push(keys), ...more };
}

interface Props {
  name: string;
  shortcuts: readonly Shortcut[];
  isBeneath?: boolean;
}

function Page({ name, shortcuts, isBeneath }: Props) {
  useShortcuts(name, shortcuts, isBeneath);
  return <input aria-label="field" />;
}

const press = (key: string, more: KeyboardEventInit & { on?: Element } = {}) =>
  fireEvent.keyDown(more.on ?? document.body, { key, ...more });

beforeEach(() => {
  done.length = 0;
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test("a key does what the page says, and nothing once the page has gone", () => {
  const { unmount } = render(<Page name="list" shortcuts={[shortcut("j"), shortcut("Shift+l")]} />);
  press("j");
  press("L", { shiftKey: true });
  press("l");
  unmount();
  press("j");
  expect(done).toEqual(["j", "Shift+l"]);
});

test("what is written with Shift on some keyboards is named by its sign", () => {
  render(<Page name="list" shortcuts={[shortcut("?"), shortcut("#")]} />);
  press("?", { shiftKey: true });
  press("#");
  expect(done).toEqual(["?", "#"]);
});

test("two keys in a row are one shortcut, for 1500 ms", () => {
  expect(SEQUENCE_MS).toBe(1500);
  render(<Page name="frame" shortcuts={[shortcut("g h"), shortcut("h")]} />);
  press("g");
  vi.advanceTimersByTime(SEQUENCE_MS - 1);
  press("h");
  press("g");
  vi.advanceTimersByTime(SEQUENCE_MS);
  press("h");
  expect(done).toEqual(["g h", "h"]);
});

test("a sequence that leads nowhere leaves the second key its own meaning", () => {
  render(<Page name="frame" shortcuts={[shortcut("g h"), shortcut("j")]} />);
  press("g");
  press("j");
  press("h");
  expect(done).toEqual(["j"]);
});

test("a page overrules the frame, even if the frame's keys come later, and the sheet says so once", () => {
  const run = vi.fn();
  const page = <Page name="thread" shortcuts={[{ keys: "c", label: "comment", run }]} />;
  const frame = <Page name="frame" shortcuts={[shortcut("c"), shortcut("/")]} isBeneath />;
  const { rerender } = render(page);
  rerender(
    <>
      {page}
      {frame}
    </>,
  );
  press("c");
  expect(run).toHaveBeenCalledOnce();
  expect(done).toEqual([]);
  const sheet = shortcutGroups().map(({ name, shortcuts }) => [name, shortcuts.map(({ keys }) => keys)]);
  expect(sheet).toEqual([
    ["frame", ["/"]],
    ["thread", ["c"]],
  ]);
});

test.each([
  ["typing", { on: "input" }],
  ["composing", { isComposing: true }],
  ["a key that an input method takes", { keyCode: 229 }],
  ["Ctrl", { ctrlKey: true }],
  ["Alt", { altKey: true }],
  ["Meta", { metaKey: true }],
])("nothing happens with %s", (_, { on, ...more }: { on?: string } & KeyboardEventInit) => {
  const { container } = render(<Page name="list" shortcuts={[shortcut("j")]} />);
  press("j", { ...more, ...(on ? { on: container.querySelector(on)! } : {}) });
  expect(done).toEqual([]);
});

test.each(["<dialog open></dialog>", "<div aria-modal='true'></div>", "<div role='menu'></div>"])(
  "nothing happens below %s",
  (html) => {
    render(<Page name="list" shortcuts={[shortcut("j")]} />);
    const overlay = document.createElement("div");
    overlay.innerHTML = html;
    document.body.append(overlay);
    press("j");
    overlay.remove();
    press("j");
    expect(done).toEqual(["j"]);
  },
);

test("Enter on a link is the link's", () => {
  const { container } = render(
    <>
      <Page name="list" shortcuts={[shortcut("Enter")]} />
      <a href="/thread/1">thread</a>
    </>,
  );
  press("Enter", { on: container.querySelector("a")! });
  expect(done).toEqual([]);
  press("Enter");
  expect(done).toEqual(["Enter"]);
});

test("a held key repeats steps and nothing else", () => {
  render(<Page name="list" shortcuts={[shortcut("j", { repeats: true }), shortcut("l")]} />);
  press("j");
  press("j", { repeat: true });
  press("l");
  press("l", { repeat: true });
  expect(done).toEqual(["j", "j", "l"]);
});

test("the switch turns all of them off, and is remembered", () => {
  render(<Page name="list" shortcuts={[shortcut("j")]} />);
  act(() => setShortcutsOn(false));
  press("j");
  expect(done).toEqual([]);
  expect(localStorage.length).toBe(1);
  act(() => setShortcutsOn(true));
  press("j");
  expect(done).toEqual(["j"]);
  expect(localStorage.length).toBe(0);
});

test("a key that an input method takes has no name, Safari's after the end of a word included, once", () => {
  const field = document.body.appendChild(document.createElement("input"));
  const names: string[] = [];
  // Two handlers hear one key, and must agree.
  for (const phase of [true, false])
    field.addEventListener("keydown", (event) => names.push(keyOf(event)), phase);
  const press = (init: KeyboardEventInit) => {
    names.length = 0;
    field.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, ...init }));
    return new Set(names);
  };
  const none = new Set([""]);
  for (const key of ["Enter", "Escape", "ArrowDown", "Tab", "j"]) {
    expect(press({ key, isComposing: true })).toEqual(none);
    expect(press({ key, keyCode: 229 })).toEqual(none);
    expect(press({ key })).toEqual(new Set([key]));
  }
  field.dispatchEvent(new CompositionEvent("compositionend", { bubbles: true }));
  expect(press({ key: "Enter" })).toEqual(none);
  expect(press({ key: "Enter" })).toEqual(new Set(["Enter"]));
  field.dispatchEvent(new CompositionEvent("compositionend", { bubbles: true }));
  expect(press({ key: "Enter", keyCode: 229 })).toEqual(none);
  expect(press({ key: "Enter", keyCode: 13 })).toEqual(new Set(["Enter"]));
  field.remove();
});
