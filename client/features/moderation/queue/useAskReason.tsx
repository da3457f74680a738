import { lazy, type ReactNode, Suspense, useCallback, useState } from "react";
import type { ReasonQuestion } from "./ReasonDialog.tsx";

const ReasonDialog = lazy(() => import("./ReasonDialog.tsx").then((m) => ({ default: m.ReasonDialog })));

/** Asks why; resolves to the reason, which may be empty, or to null if it shall not be done. */
export type AskReason = (question: ReasonQuestion) => Promise<string | null>;

/** Gives `askReason(question)` and the dialog that is loaded when it first opens: put it on the page. */
export function useAskReason(): { askReason: AskReason; reasonDialog: ReactNode } {
  const [open, setOpen] = useState<{
    question: ReasonQuestion;
    answer: (reason: string | null) => void;
  } | null>(null);
  const askReason = useCallback<AskReason>(
    (question) => new Promise((answer) => setOpen({ question, answer })),
    [],
  );
  const reasonDialog = open && (
    <Suspense fallback={null}>
      <ReasonDialog
        question={open.question}
        onAnswer={(reason) => {
          open.answer(reason);
          setOpen(null);
        }}
      />
    </Suspense>
  );
  return { askReason, reasonDialog };
}
