import { lazy, type ReactNode, Suspense, useState } from "react";
import { errorOf } from "../apollo/errors.ts";

const ProofDialog = lazy(() => import("./ProofDialog.tsx").then((m) => ({ default: m.ProofDialog })));

/** Runs work that the server may refuse until the member has given the password once more. */
export type Proven = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Gives a function that runs work and, where a proof of identity is missing, asks for the password and runs it again; and
 * the dialog, which belongs into the page. Whoever closes the dialog gets the refusal.
 */
export function useProven(): [Proven, ReactNode] {
  const [open, setOpen] = useState<{ answer: (isProven: boolean) => void } | null>(null);
  const [proven] = useState<Proven>(() => async <T,>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (errorOf(error).code !== "PROOF_NEEDED") throw error;
      if (!(await new Promise<boolean>((answer) => setOpen({ answer })))) throw error;
      return work();
    }
  });
  const settle = (isProven: boolean) => {
    open?.answer(isProven);
    setOpen(null);
  };
  const dialog = open && (
    <Suspense fallback={null}>
      <ProofDialog onDone={settle} />
    </Suspense>
  );
  return [proven, dialog];
}
