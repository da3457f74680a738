import { useCallback, useEffect, useState } from "react";
import { useTexts } from "../../../i18n/texts.ts";
import { inboxTexts } from "./inbox.texts.ts";
import classes from "./UndoBar.module.css";

/** Time for which undo is offered, in milliseconds. */
export const UNDO_OFFER_MS = 8_000;

interface Offer {
  text: string;
  run: () => void;
}

/** Something that has just been done and can be undone. */
export interface Undo {
  current: Offer | null;
  offer: (text: string, run: () => void) => void;
  close: () => void;
}

/** Offers undoing for a while. */
export function useUndo(): Undo {
  const [current, setCurrent] = useState<Offer | null>(null);
  useEffect(() => {
    if (!current) return undefined;
    const timer = setTimeout(() => setCurrent(null), UNDO_OFFER_MS);
    return () => clearTimeout(timer);
  }, [current]);
  const offer = useCallback((text: string, run: () => void) => setCurrent({ text, run }), []);
  return { current, offer, close: () => setCurrent(null) };
}

/** Says what was done, beside a button that undoes it. */
export function UndoBar({ undo }: { undo: Undo }) {
  const t = useTexts(inboxTexts);
  const { current, close } = undo;
  return (
    <div role="status" className={current ? classes.bar : "visually-hidden"}>
      {current && (
        <>
          <span>{current.text}</span>
          <button
            type="button"
            className={classes.undo}
            onClick={() => {
              close();
              current.run();
            }}
          >
            {t.undo}
          </button>
        </>
      )}
    </div>
  );
}
