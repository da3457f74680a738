import { type ReactNode, useState } from "react";
import { SaveBar } from "./SaveBar.tsx";

/** Time for which a toast offers to undo something, in milliseconds. */
export const UNDO_TOAST_MS = 10_000;

/** Undoes a change. */
export type Undo = () => Promise<unknown>;

/**
 * Keeps the last change of a page and the way to undo it. Forms and tables call `offer` after each change; `bar` stays at
 * the foot of the window until the change is undone or replaced by another.
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
