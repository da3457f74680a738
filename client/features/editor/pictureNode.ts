import { Image } from "@tiptap/extension-image";
import { BODY_LEVEL, imageUrl } from "../../platform/imageQuality.ts";
import { pendingKey } from "./pendingMarks.ts";
import classes from "./RichEditor.module.css";
import type { UploadQueue } from "./uploadQueue.ts";

/** Texts of a picture that is being uploaded. */
export interface PictureTexts {
  retry: string;
  remove(name: string): string;
  waiting: string;
  uploading(percent: number): string;
}

/** Pictures in the rich editor; one on its way shows itself with its progress, one that failed offers another attempt. */
export function pictureNode(queue: UploadQueue, texts: PictureTexts) {
  return Image.extend({
    addAttributes() {
      return {
        ...this.parent?.(),
        src: { parseHTML: addressOf, renderHTML: ({ src }) => sourceOf(String(src)) },
      };
    },
    parseHTML: () => [{ tag: 'img[src]:not([src^="data:"])' }, { tag: "img[data-src]" }],
    addNodeView() {
      return ({ node, editor, getPos }) => {
        const src = String(node.attrs.src ?? "");
        const key = pendingKey(src);
        const alt = String(node.attrs.alt ?? "");
        if (key === null)
          return { dom: isShown(src) ? pictureOf(imageUrl(src, BODY_LEVEL), alt) : linkOf(src, alt) };
        const dom = document.createElement("span");
        const remove = () => {
          const at = getPos();
          if (at !== undefined) editor.view.dispatch(editor.state.tr.delete(at, at + node.nodeSize));
          queue.remove(key);
          editor.view.focus();
        };
        // The button goes with the error, and would take the focus with it.
        const retry = () => {
          queue.retry(key);
          editor.view.focus();
        };
        const draw = () => {
          const upload = queue.find(key);
          if (!upload) return dom.replaceChildren();
          const parts: HTMLElement[] = [];
          if (upload.preview) parts.push(pictureOf(upload.preview, upload.name));
          const state = upload.isWaiting ? texts.waiting : `${upload.percent}%`;
          parts.push(textOf(upload.error ?? state));
          if (upload.error) parts.push(buttonOf(texts.retry, texts.retry, retry));
          parts.push(buttonOf("×", texts.remove(upload.name), remove));
          const bar = document.createElement("span");
          bar.className = classes.bar!;
          bar.style.inlineSize = `${upload.error ? 100 : upload.percent}%`;
          dom.toggleAttribute("data-failed", upload.error !== null);
          dom.title = upload.error ?? texts.uploading(upload.percent);
          dom.replaceChildren(...parts, bar);
        };
        dom.className = classes.pending!;
        dom.contentEditable = "false";
        draw();
        return { dom, destroy: queue.subscribe(draw), ignoreMutation: () => true, stopEvent: isOnButton };
      };
    },
  }).configure({ inline: true });
}

/** A press on a button is the button's alone. */
function isOnButton(event: Event): boolean {
  return event.target instanceof HTMLButtonElement;
}

function pictureOf(src: string, alt: string): HTMLImageElement {
  const image = document.createElement("img");
  image.src = src;
  image.alt = alt;
  return image;
}

/** Pictures of other hosts are never asked for. */
function isShown(src: string): boolean {
  return src.startsWith("/files/") || /^(?:blob|data):/.test(src);
}

/** Address of a picture in HTML; elements of pictures of other hosts hold it where no browser asks for it. */
function addressOf(element: HTMLElement): string | null {
  return element.getAttribute("src") ?? element.getAttribute("data-src");
}

function sourceOf(src: string): Record<string, string> {
  return isShown(src) ? { src } : { "data-src": src };
}

/** Link with the words of a picture of another host, which stands in its place. */
function linkOf(src: string, alt: string): HTMLElement {
  const link = document.createElement("span");
  link.className = classes.foreign!;
  link.textContent = alt || src;
  link.title = src;
  return link;
}

function textOf(text: string): HTMLElement {
  const span = document.createElement("span");
  span.className = classes.state!;
  span.textContent = text;
  return span;
}

function buttonOf(text: string, label: string, run: () => void): HTMLElement {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  button.setAttribute("aria-label", label);
  button.addEventListener("click", run);
  return button;
}
