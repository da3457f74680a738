import { type KeyboardEvent, type TouchEvent, useEffect, useRef, useState } from "react";
import { keyOf } from "../platform/inputMethod.ts";
import { useTexts } from "../i18n/texts.ts";
import { IconChevronLeft, IconChevronRight, IconX } from "./icons.tsx";
import classes from "./Lightbox.module.css";
import { lightboxTexts } from "./lightbox.texts.ts";

const ICON_PX = 26;
/** A swipe counts from here, in CSS pixels (landscape E27). */
const SWIPE_PX = 50;
/** Swipes that begin so near to the edge belong to the device (landscape E27). */
const EDGE_PX = 24;

interface Props {
  urls: readonly string[];
  /** The picture that was clicked. */
  index: number;
  onClose(): void;
}

/** Pictures of a text, one at a time and as large as the window; arrows, Escape, and the focus stays inside. */
export function Lightbox({ urls, index: first, onClose }: Props) {
  const t = useTexts(lightboxTexts);
  const dialog = useRef<HTMLDialogElement>(null);
  const [index, setIndex] = useState(first);
  useEffect(() => dialog.current?.showModal(), []);
  const go = (step: number) => setIndex((now) => (now + step + urls.length) % urls.length);

  const swipe = useRef<{ x: number; y: number } | null>(null);
  function touch({ touches }: TouchEvent): void {
    const finger = touches.length === 1 ? touches[0] : undefined;
    const isOurs = finger && finger.clientX > EDGE_PX && finger.clientX < innerWidth - EDGE_PX;
    swipe.current = isOurs ? { x: finger.clientX, y: finger.clientY } : null;
  }
  /** Sideways to the next picture, down or up to the page. */
  function lift({ changedTouches }: TouchEvent): void {
    const finger = changedTouches[0];
    if (!swipe.current || !finger) return;
    const [x, y] = [finger.clientX - swipe.current.x, finger.clientY - swipe.current.y];
    swipe.current = null;
    if (Math.abs(x) >= SWIPE_PX && Math.abs(x) > Math.abs(y)) return go(x < 0 ? 1 : -1);
    if (Math.abs(y) >= 2 * SWIPE_PX && Math.abs(y) > Math.abs(x)) dialog.current?.close();
  }

  function press(event: KeyboardEvent): void {
    if (keyOf(event) === "ArrowLeft") go(-1);
    if (keyOf(event) === "ArrowRight") go(1);
  }

  return (
    <dialog
      ref={dialog}
      className={classes.box}
      aria-label={t.pictureOf(index + 1, urls.length)}
      onClose={onClose}
      onKeyDown={press}
      onTouchStart={touch}
      onTouchEnd={lift}
      onClick={(event) => event.target === event.currentTarget && dialog.current?.close()}
    >
      <img src={urls[index]} alt={t.pictureOf(index + 1, urls.length)} />
      <button
        type="button"
        className={classes.close}
        aria-label={t.close}
        onClick={() => dialog.current?.close()}
      >
        <IconX size={ICON_PX} />
      </button>
      {urls.length > 1 && (
        <>
          <button
            type="button"
            className={classes.previous}
            aria-label={t.previousPicture}
            onClick={() => go(-1)}
          >
            <IconChevronLeft size={ICON_PX} />
          </button>
          <button type="button" className={classes.next} aria-label={t.nextPicture} onClick={() => go(1)}>
            <IconChevronRight size={ICON_PX} />
          </button>
        </>
      )}
      <a className={classes.original} href={urls[index]} target="_blank" rel="noreferrer">
        {t.openOriginal}
        {urls.length > 1 && ` · ${index + 1} / ${urls.length}`}
      </a>
    </dialog>
  );
}
