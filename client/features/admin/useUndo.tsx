import { type ReactNode, useState } from "react";
import { SaveBar } from "./SaveBar.tsx";

/** Time for which a toast offers to take something back, in milliseconds. */
export const UNDO_TOAST_MS = 10_000;

/** Takes a change back. */
export type Undo = () => Promise<unknown>;

/**
 * Keeps what takes back the last change of a page. Forms and tables call `offer` after each change; `bar` stands at the
 * foot of the window until that was taken back or something else was done.
 */
export function useUndo(): { offer: (undo: Undo | null) => void; bar: ReactNode } {
  const [last, setLast] = useState<{ undo: Undo } | null>(null);
  return {
    offer: (undo) => setLast(undo && { undo }),
    bar: last && (
      <SaveBar
        differences={[]}
        onSave={() => Promise.resolve()}
        onDiscard={() => setLast(null)}
        onUndo={async () => {
          await last.undo();
          setLast(null);
        }}
      />
    ),
  };
}
