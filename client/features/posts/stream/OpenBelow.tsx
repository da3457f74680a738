import { lazy, Suspense } from "react";
import classes from "./PostStream.module.css";
import { useViewer } from "../../../session/useViewer.ts";
import type { OpenComposer } from "../postActions.ts";

const EditComposer = lazy(() =>
  import("../composer/EditComposer.tsx").then((module) => ({ default: module.EditComposer })),
);

interface OpenProps {
  open: OpenComposer;
  onClose(): void;
}

/** The change of a reply or a comment that is open below it. */
export function OpenBelow({ open, onClose }: OpenProps) {
  // Drafts lie under the name of the member, who is not known yet on a page that members share.
  if (useViewer().isShared) return null;
  return (
    <div className={classes.below}>
      <Suspense fallback={null}>
        <EditComposer key={open.postId} postId={open.postId} onClose={onClose} />
      </Suspense>
    </div>
  );
}
