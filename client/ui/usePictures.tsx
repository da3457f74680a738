import {
  type KeyboardEvent,
  lazy,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
} from "react";
import { keyOf } from "../platform/inputMethod.ts";
import { useTexts } from "../i18n/texts.ts";
import { pictureTexts } from "./pictures.texts.ts";

const Lightbox = lazy(() => import("./Lightbox.tsx").then((module) => ({ default: module.Lightbox })));

/** Marks the pictures of texts that open large. */
const OPENS = "data-opens";

/** Props of the element around the texts, and the lightbox to put beside it. */
export interface Pictures<E extends HTMLElement> {
  frame: {
    ref: RefObject<E | null>;
    onClick(event: MouseEvent<E>): void;
    onKeyDown(event: KeyboardEvent<E>): void;
  };
  lightbox: ReactNode;
}

/**
 * Makes the pictures of written texts open large, by click and by keyboard. Pictures that lead somewhere keep doing so.
 *
 * @param content whatever the texts are made from: when it changes, new pictures are looked for
 * @param frame the element around the texts, if somebody else looks at it too
 */
export function usePictures<E extends HTMLElement>(
  content: unknown,
  frame?: RefObject<E | null>,
): Pictures<E> {
  const t = useTexts(pictureTexts);
  const own = useRef<E>(null);
  const ref = frame ?? own;
  const [open, setOpen] = useState<{ urls: string[]; index: number } | null>(null);

  useEffect(() => {
    for (const image of ref.current?.querySelectorAll<HTMLImageElement>(`img:not([${OPENS}])`) ?? []) {
      if (image.closest("a, button") || !image.closest("[data-prose]")) continue;
      image.setAttribute(OPENS, "");
      image.setAttribute("role", "button");
      image.setAttribute("aria-label", [t.enlarge, image.alt].filter(Boolean).join(" "));
      image.tabIndex = 0;
    }
  }, [content, t, ref]);

  function show(target: EventTarget): boolean {
    if (!(target instanceof HTMLImageElement) || !target.hasAttribute(OPENS)) return false;
    const all = [...ref.current!.querySelectorAll<HTMLImageElement>(`img[${OPENS}]`)];
    setOpen({
      urls: all.map((image) => new URL(image.src).pathname),
      index: all.indexOf(target),
    });
    return true;
  }

  return {
    frame: {
      ref,
      onClick: (event) => void show(event.target),
      onKeyDown(event) {
        if ((keyOf(event) === "Enter" || keyOf(event) === " ") && show(event.target)) event.preventDefault();
      },
    },
    lightbox: open && (
      <Suspense fallback={null}>
        <Lightbox {...open} onClose={() => setOpen(null)} />
      </Suspense>
    ),
  };
}
