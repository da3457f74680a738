import { lazy, Suspense } from "react";
import { LazyReplyComposer } from "../composer/ComposerSlot.tsx";
import classes from "./PostStream.module.css";
import type { SentReply } from "../composer/ReplyComposer.tsx";
import { useViewer } from "../../../session/useViewer.ts";
import type { OpenComposer } from "../postActions.ts";

const EditComposer = lazy(() =>
  import("../composer/EditComposer.tsx").then((module) => ({ default: module.EditComposer })),
);

interface OpenProps {
  open: OpenComposer;
  threadId: string;
  onSent(reply: SentReply): Promise<void>;
  onClose(): void;
}

/** The writing that is open below a reply: an answer, or a change. */
export function OpenBelow({ open, threadId, onSent, onClose }: OpenProps) {
  // Drafts lie under the name of the member, who is not known yet on a page that members share.
  if (useViewer().isShared) return null;
  return (
    <div className={classes.below}>
      <Suspense fallback={null}>
        {open.kind === "edit" ? (
          <EditComposer key={open.postId} postId={open.postId} onClose={onClose} />
        ) : (
          <LazyReplyComposer
            key={open.postId}
            threadId={threadId}
            answered={{ id: open.postId, name: open.name }}
            onSent={onSent}
            onCancel={onClose}
          />
        )}
      </Suspense>
    </div>
  );
}
