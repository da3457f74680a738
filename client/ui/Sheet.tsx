import { type MouseEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from "react";
import { commonTexts } from "../i18n/common.texts.ts";
import { useTexts } from "../i18n/texts.ts";
import { IconX } from "./icons.tsx";
import classes from "./Sheet.module.css";

const ICON_PX = 20;

interface Props {
  /** The dialog itself: `ref.current.close()` closes it, as Escape does. */
  ref: RefObject<HTMLDialogElement | null>;
  title: string;
  size?: "small" | "medium" | "large";
  /** What stands between title and cross. */
  actions?: ReactNode;
  /** Runs after it has closed, however that came about. */
  onClose(): void;
  children: ReactNode;
}

/**
 * A modal dialog with a title and a cross; at the bottom of phones. Escape, the cross and a click beside it close it; the focus
 * goes to what has `data-autofocus`, else to the first thing that can hold it, and returns afterwards.
 */
export function Sheet({ ref, title, size = "small", actions, onClose, children }: Props) {
  const t = useTexts(commonTexts);
  const titleId = useId();
  const pressedBeside = useRef(false);
  useEffect(() => {
    ref.current?.showModal();
    ref.current?.querySelector<HTMLElement>("[data-autofocus]")?.focus();
  }, [ref]);
  // The content fills the dialog, so whatever meets the dialog itself met the veil.
  const isBeside = (event: MouseEvent) => event.target === event.currentTarget;

  return (
    <dialog
      ref={ref}
      className={classes.sheet}
      data-size={size}
      aria-labelledby={titleId}
      onClose={onClose}
      // A selection that ends beside the sheet is no wish to leave it.
      onPointerDown={(event) => (pressedBeside.current = isBeside(event))}
      onClick={(event) => isBeside(event) && pressedBeside.current && ref.current?.close()}
    >
      <header className={classes.head}>
        <h2 id={titleId}>{title}</h2>
        {actions}
        <button
          type="button"
          className={classes.close}
          aria-label={t.close}
          onClick={() => ref.current?.close()}
        >
          <IconX size={ICON_PX} />
        </button>
      </header>
      <div className={classes.body}>{children}</div>
    </dialog>
  );
}
