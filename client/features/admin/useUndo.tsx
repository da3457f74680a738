import { type ReactNode, useState } from "react";
import { SaveBar } from "./SaveBar.tsx";

/** How long a toast offers to take something back, in milliseconds. */
export const UNDO_TOAST_MS = 10_000;

/** How a change is taken back. */
export type Undo = () => Promise<unknown>;

/**
 * What a page did last and how it is taken back. `offer` is told by forms and tables after each change; `bar` stands at
 * the foot of the window until that was taken back or something else was done.
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
