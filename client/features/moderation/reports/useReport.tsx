import { lazy, type ReactNode, Suspense, useState } from "react";
import { useRequireLogin } from "../../../session/useStanding.ts";
import type { ReportTarget } from "./ReportDialog.tsx";

const ReportDialog = lazy(() =>
  import("./ReportDialog.tsx").then((module) => ({ default: module.ReportDialog })),
);

/** Returns `report(target)` and the dialog that is loaded when it first opens: put it on the page. */
export function useReport(): { report: (target: ReportTarget) => void; dialog: ReactNode } {
  const requireLogin = useRequireLogin();
  const [target, setTarget] = useState<ReportTarget | null>(null);
  // The answer to a report may come when its dialog is long closed, and another one open.
  const close = () => setTarget((shown) => (shown === target ? null : shown));
  return {
    report: (next) => void (requireLogin("report") && setTarget(next)),
    dialog: target && (
      <Suspense fallback={null}>
        <ReportDialog target={target} onClose={close} />
      </Suspense>
    ),
  };
}
