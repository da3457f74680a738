import { no, YES, type Decision, type Viewer } from "../../../core/viewer.ts";
import { UploadKind } from "../attachment.entity.ts";
import { canSeePost, type PostFacts } from "../../posts/post.policy.ts";
import { canHandleReport } from "../../moderation/reports/report.policy.ts";
import { canSeeThread, type ThreadFacts } from "../../threads/thread.policy.ts";

/** Who may read what was uploaded. Policies are pure: no database, no clock, no exceptions. */

/** What decisions about a file look at: the file, and the thread or reply that shows it. */
export interface FileFacts {
  readonly kind: UploadKind;
  readonly authorId: number;
  /** The thread that shows the file, or in which the reply is that shows it. */
  readonly thread: ThreadFacts | null;
  readonly post: PostFacts | null;
  /** Those between whom it was sent in private messages that still stand. */
  readonly betweenUserIds: readonly number[] | null;
  /** The private messages that showed it were all taken away. */
  readonly isRemoved: boolean;
  /** A private message that shows it is reported, and nobody has decided about it yet. */
  readonly isReported: boolean;
}

/**
 * Pictures of profiles are for everybody. What is attached is read by who reads the thread or reply, if it is no picture
 * with `thread.viewAttachment` and `thread.downloadAttachment` besides. What was sent in private is for the two, for those who look after a report of it, and for nobody once it was taken away.
 * What is not attached yet is its uploader's alone.
 */
export function canReadFile(viewer: Viewer, file: FileFacts): Decision {
  if (file.kind === UploadKind.AVATAR || file.kind === UploadKind.BACKGROUND) return YES;
  if (file.isReported && canHandleReport(viewer, { postId: null }, null)) return YES;
  if (file.isRemoved) return no("NOT_FOUND");
  if (file.betweenUserIds && viewer.isMember && file.betweenUserIds.includes(viewer.id)) return YES;
  if (!file.thread) return viewer.owns(file) ? YES : no("NOT_FOUND");
  const seeing = file.post ? canSeePost(viewer, file.thread, file.post) : canSeeThread(viewer, file.thread);
  if (!seeing.allowed || file.kind === UploadKind.IMAGE || viewer.owns(file)) return seeing;
  const viewing = viewer.check("thread.viewAttachment");
  return viewing.allowed ? viewer.check("thread.downloadAttachment") : viewing;
}
