import { useEffect, useRef, useState } from "react";
import { commonTexts } from "../../i18n/common.texts.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { useLeaveGuard } from "../../ui/useLeaveGuard.ts";
import type { Difference } from "./difference.ts";
import { DifferenceList } from "./DifferenceList.tsx";
import { saveTexts } from "./save.texts.ts";
import classes from "./SaveBar.module.css";

interface Props {
  differences: readonly Difference[];
  onSave: () => Promise<unknown>;
  onDiscard: () => void;
  /** Takes the last save back; null if there is none, or it cannot be taken back any more. */
  onUndo: (() => Promise<unknown>) | null;
}

/**
 * Stays at the foot of the window while something is not saved: difference, save, discard; afterwards undo. Who would leave
 * the page meanwhile is asked first.
 */
export function SaveBar({ differences, onSave, onDiscard, onUndo }: Props) {
  const t = useTexts(saveTexts);
  const common = useTexts(commonTexts);
  const [isOpen, setOpen] = useState(false);
  const { act, isBusy } = useAct();
  const count = differences.length;
  useLeaveGuard(count > 0);

  const latest = useRef({ onSave, onUndo });
  useEffect(() => {
    latest.current = { onSave, onUndo };
  });
  // What is tried again saves what the page shows by then.
  const run = (work: () => Promise<unknown> | undefined, done: string) =>
    act(
      async () => {
        await work();
        setOpen(false);
      },
      { done },
    );
  if (count === 0 && !onUndo) return null;

  return (
    <div className={`card ${classes.bar}`} role="region" data-foot-bar="" aria-label={t.difference}>
      {isOpen && count > 0 && <DifferenceList differences={differences} />}
      <div className={classes.row}>
        <strong role="status">{count > 0 ? t.changes(count) : t.saved}</strong>
        {count > 0 ? (
          <>
            <Button size="sm" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {t.show}
            </Button>
            <span className={classes.space} />
            <Button size="sm" onClick={onDiscard}>
              {t.discard}
            </Button>
            <Button
              size="sm"
              variant="primary"
              loading={isBusy}
              onClick={() => void run(() => latest.current.onSave(), t.saved)}
            >
              {common.save}
            </Button>
          </>
        ) : (
          <>
            <span className={classes.space} />
            <Button
              size="sm"
              loading={isBusy}
              onClick={() => void run(() => latest.current.onUndo?.(), t.undone)}
            >
              {t.undo}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
