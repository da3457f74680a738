import { useState } from "react";
import { errorOf } from "../../apollo/errors.ts";

/** One change of a batch, and what takes it back. */
export interface BatchStep {
  run: () => Promise<unknown>;
  undo: () => Promise<unknown>;
}

/** How far a batch is, and what came of it. */
export interface BatchState {
  done: number;
  all: number;
  failed: number;
  /** Message of the first failure. */
  why: string;
  isRunning: boolean;
  isUndone: boolean;
}

/** Runs changes one after the other, goes on where one fails, and takes those that worked back together. */
export function useBatch(onSettled: () => Promise<unknown>) {
  const [state, setState] = useState<BatchState | null>(null);
  const [undoable, setUndoable] = useState<readonly BatchStep[]>([]);

  const run = async (steps: readonly BatchStep[], isUndo = false) => {
    let [done, failed, why] = [0, 0, ""];
    const worked: BatchStep[] = [];
    const show = (isRunning: boolean) =>
      setState({ done, all: steps.length, failed, why, isRunning, isUndone: isUndo && !isRunning });
    show(true);
    for (const step of steps) {
      try {
        await step.run();
        worked.unshift({ run: step.undo, undo: step.run });
      } catch (error) {
        failed++;
        why ||= errorOf(error).message;
      }
      done++;
      show(true);
    }
    setUndoable(isUndo ? [] : worked);
    show(false);
    await onSettled().catch(() => undefined);
  };

  return {
    state,
    run,
    canUndo: undoable.length > 0 && !state?.isRunning,
    undo: () => run(undoable, true),
  };
}
