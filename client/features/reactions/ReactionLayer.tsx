import { useCallback, useState } from "react";
import { type HeldTarget, useReactionGestures } from "./useReactionGestures.ts";
import { ReactionPicker } from "./ReactionPicker.tsx";
import { ReactorsSheet } from "./ReactorsSheet.tsx";

/**
 * Serves the like buttons (`data-react`) and the counts (`data-reactors`) of a page: by pointing at a like button, holding
 * it or going down from it with the keyboard one chooses another reaction; the counts show whose they are.
 */
export function ReactionLayer() {
  const [held, setHeld] = useState<HeldTarget | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  useReactionGestures({ onChoose: setHeld, onShow: setShown });
  const close = useCallback(() => setHeld(null), []);
  return (
    <>
      {held && <ReactionPicker key={held.target} {...held} onClose={close} />}
      {shown && <ReactorsSheet target={shown} onClose={() => setShown(null)} />}
    </>
  );
}
