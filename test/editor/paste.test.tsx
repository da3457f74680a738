import { ApolloClient, ApolloLink, InMemoryCache } from "@apollo/client";
import { ApolloProvider } from "@apollo/client/react";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { createRef, type RefObject } from "react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { EditorHandle } from "../../client/features/editor/editing.ts";
import { RichEditor } from "../../client/features/editor/RichEditor.tsx";
import { createUploadQueue } from "../../client/features/editor/uploadQueue.ts";
import { hideToast, ToastHost } from "../../client/ui/toast.tsx";
import { type Sample, SAMPLES } from "./clipboards.ts";

const NOWHERE = new ApolloClient({ cache: new InMemoryCache(), link: ApolloLink.empty() });
const PICTURE = new File(["x"], "image.png", { type: "image/png" });

beforeAll(() => {
  // jsdom draws nothing, so that nothing has a place.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});

afterEach(() => hideToast());

interface Opened {
  readonly field: HTMLElement;
  readonly added: File[];
  readonly clear: () => void;
  readonly handle: RefObject<EditorHandle | null>;
  readonly markdown: () => string;
}

function open(start = ""): Opened {
  const added: File[] = [];
  const onValue = vi.fn();
  const queue = createUploadQueue(() => new Promise(() => undefined), String);
  const uploads = {
    pending: [],
    isBusy: false,
    hasFailed: false,
    add: (files: Iterable<File>) => void added.push(...files),
    retry: () => undefined,
    remove: () => undefined,
    mayPoster: false,
    change: () => undefined,
    queue,
  };
  let generation = 0;
  const handle = createRef<EditorHandle>();
  const editor = () => (
    <ApolloProvider client={NOWHERE}>
      <RichEditor
        handle={handle}
        start={generation === 0 ? start : ""}
        generation={generation}
        label="Text"
        placeholder=""
        describedBy={undefined}
        threadId={null}
        isFocused
        uploads={uploads}
        onValue={onValue}
        onActive={() => undefined}
        onSend={() => undefined}
      />
      <ToastHost />
    </ApolloProvider>
  );
  const { rerender } = render(editor());
  const clear = (): void => {
    generation++;
    rerender(editor());
  };
  const field = screen.getByRole("textbox", { name: "Text" });
  return { field, added, clear, handle, markdown: () => String(onValue.mock.lastCall?.[0]) };
}

type Given = Pick<Sample, "html" | "text" | "mode"> & { readonly files?: readonly File[] };

function paste(field: HTMLElement, { html = "", text = "", mode, files = [] }: Given): void {
  const data: Record<string, string> = { "text/html": html, "text/plain": text };
  if (mode) data["vscode-editor-data"] = JSON.stringify({ version: 1, mode });
  const clipboardData = { getData: (type: string) => data[type] ?? "", files, types: Object.keys(data) };
  act(() => void fireEvent.paste(field, { clipboardData }));
}

function undo(field: HTMLElement): void {
  act(() => void fireEvent.keyDown(field, { key: "z", keyCode: 90, ctrlKey: true }));
}

/** HTML of what the editor shows, without what only draws. */
function shown(field: HTMLElement): string {
  const copy = field.cloneNode(true) as HTMLElement;
  for (const extra of copy.querySelectorAll(
    "label,colgroup,.ProseMirror-trailingBreak,.ProseMirror-separator",
  ))
    extra.remove();
  for (const box of [...copy.querySelectorAll("div,tbody")]) box.replaceWith(...box.childNodes);
  for (const item of copy.querySelectorAll("li[data-checked]"))
    item.setAttribute(item.getAttribute("data-checked") === "true" ? "checked" : "open", "");
  for (const each of copy.querySelectorAll("*"))
    for (const { name, value } of [...each.attributes]) {
      const isSaid =
        /^(?:href|align|start|checked|open|title)$/.test(name) ||
        (name === "class" && each.nodeName === "CODE");
      if (!isSaid || value === "null") each.removeAttribute(name);
    }
  return copy.innerHTML.replace(/(checked|open)=""/g, "$1").replace(/<p><\/p>$/, "");
}

test("what sources put on the clipboard comes as it is meant", () => {
  const { field, added, clear } = open();
  const result = SAMPLES.map(({ source, picture, shown: _shown, ...given }) => {
    clear();
    paste(field, { ...given, ...(picture ? { files: [PICTURE] } : {}) });
    return { source, shown: shown(field) };
  });
  expect(result).toEqual(SAMPLES.map(({ source, shown }) => ({ source, shown })));
  expect(added).toEqual([]);
});

test("one undo gives the plain text of Markdown back, and another one what stood there before", () => {
  const { field } = open("before");
  paste(field, { text: " **a**\n- b\n- c" });
  expect(shown(field)).toBe("<p>before <strong>a</strong></p><ul><li><p>b</p></li><li><p>c</p></li></ul>");
  undo(field);
  expect(shown(field)).toBe("<p>before **a**<br>- b<br>- c</p>");
  undo(field);
  expect(shown(field)).toBe("<p>before</p>");
});

test("letters alone are pasted with Shift, and into code", () => {
  const { field, clear } = open();
  fireEvent.keyDown(field, { key: "v", keyCode: 86, shiftKey: true, ctrlKey: true });
  paste(field, { html: "<b>x</b>", text: "## x" });
  expect(shown(field)).toBe("<p>## x</p>");
  fireEvent.keyUp(field, { key: "Shift", keyCode: 16 });
  clear();
  paste(field, { text: "```\ncode\n```" });
  paste(field, { html: "<b>x</b>", text: "## x\u000B  y" });
  expect(shown(field)).toBe("<pre><code>code## x\n  y</code></pre>");
});

test("a picture beside text is offered, and takes the place of the text", async () => {
  const { field, added } = open();
  paste(field, { html: "<p>cells</p>", text: "cells", files: [PICTURE] });
  expect(added).toEqual([]);
  fireEvent.click(await screen.findByRole("button", { name: "改为插入图片" }));
  expect(added).toEqual([PICTURE]);
  expect(shown(field)).toBe("");
});

test.each<[string, Given]>([
  ["a screenshot", {}],
  ["a picture of a page", { html: '<meta charset="utf-8"><img src="https://example.com/a.png" alt="A">' }],
  [
    "a picture with its address",
    { html: '<img src="https://example.com/a.png">', text: "https://example.com/a.png" },
  ],
  ["a file of a folder", { text: "image.png" }],
  ["a file with its path", { text: "/media/ada/image.png\n" }],
])("%s is a picture", (_what, given) => {
  const { field, added } = open();
  paste(field, { ...given, files: [PICTURE] });
  expect(added).toEqual([PICTURE]);
  expect(shown(field)).toBe("");
});

test("an editor is cleared while a picture on its way stands in it alone", () => {
  const { field, handle } = open();
  act(() => handle.current!.insertBlock("![a](uploading:1)"));
  act(() => void fireEvent.keyDown(field, { key: "a", keyCode: 65, ctrlKey: true }));
  act(() => void fireEvent.keyDown(field, { key: "Backspace", keyCode: 8 }));
  expect(shown(field)).toBe("");
  act(() => handle.current!.insertBlock("![a](uploading:1)"));
  expect(handle.current!.settle("1", "", "")).toBe(true);
  expect(shown(field)).toBe("");
});
