import { createContext, lazy, type ReactNode, Suspense, useContext, useState } from "react";

const ConfirmDialog = lazy(() => import("./ConfirmDialog.tsx").then((m) => ({ default: m.ConfirmDialog })));

/** A question before something that cannot easily be undone. */
export interface Question {
  title: string;
  text?: string;
  /** Words on the button that does it. */
  action: string;
  danger?: boolean;
}

/** Asks and resolves to true if the person agrees. */
export type Confirm = (question: Question) => Promise<boolean>;

const ConfirmContext = createContext<Confirm>(() => Promise.resolve(false));

/** Gives `confirm(question)`, which opens a dialog and resolves to true if the person agrees. */
export function useConfirm(): Confirm {
  return useContext(ConfirmContext);
}

/** Makes room for questions; the dialog is loaded when the first one is asked. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<{ question: Question; answer: (agreed: boolean) => void } | null>(null);
  const [confirm] = useState<Confirm>(
    () => (question: Question) => new Promise<boolean>((answer) => setOpen({ question, answer })),
  );

  const settle = (agreed: boolean) => {
    open?.answer(agreed);
    setOpen(null);
  };

  return (
    <ConfirmContext value={confirm}>
      {children}
      {open && (
        <Suspense fallback={null}>
          <ConfirmDialog question={open.question} onAnswer={settle} />
        </Suspense>
      )}
    </ConfirmContext>
  );
}
