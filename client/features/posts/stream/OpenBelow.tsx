import { lazy, Suspense } from "react";
import classes from "./PostStream.module.css";
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
  return (
    <div className={classes.below}>
      <Suspense fallback={null}>
        <EditComposer key={open.postId} postId={open.postId} onClose={onClose} />
      </Suspense>
    </div>
  );
}
