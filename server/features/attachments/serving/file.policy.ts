import { no, YES, type Decision, type Viewer } from "../../../core/viewer.ts";
import { UploadKind } from "../attachment.entity.ts";
import { isAnswerKind } from "../attachment.policy.ts";
import { canSeePost, type PostFacts } from "../../posts/post.policy.ts";
import { canHandleReport } from "../../moderation/reports/report.policy.ts";
import type { Priced } from "../../threads/paid/paid.policy.ts";
import { canSeeThread, type ThreadFacts } from "../../threads/thread.policy.ts";

/** Rules for reading uploaded files. Policies are pure: no database, no clock, no exceptions. */

/** Facts that decide about a file: the file, and the thread, reply or private messages that show it. */
export interface FileFacts {
  readonly kind: UploadKind;
  /** True for the poster of the file, which is a video. */
  readonly isPoster: boolean;
  readonly authorId: number;
  /** The thread that shows the file, or the thread of the reply that shows it. */
  readonly thread: ThreadFacts | null;
  readonly post: PostFacts | null;
  /** The thread of which the file has to be bought; null if it has not. */
  readonly paidIn: Priced | null;
  /** Members who read private messages that show it and were not removed; null if there is none. */
  readonly readerIds: readonly number[] | null;
  /** True if all private messages that showed it were removed. */
  readonly isRemoved: boolean;
  /** True if an open report is about a private message that shows it. */
  readonly isReported: boolean;
}

/**
 * Decides who reads a file. Pictures of profiles are public. Attachments are for readers of the thread or reply; files
 * other than pictures need `thread.viewAttachment` besides and, except for posters, `thread.downloadAttachment`. Files of private messages are
 * for the two members or the room, for moderators who handle a report of it, and for nobody once the message was removed. Answers to
 * the sign-in fields are for their uploader and administrators. Unused uploads are for their uploader.
 */
export function canReadFile(viewer: Viewer, file: FileFacts): Decision {
  if (file.kind === UploadKind.AVATAR || file.kind === UploadKind.BACKGROUND) return YES;
  if (isAnswerKind(file.kind)) {
    const isOwn = viewer.isSignedIn && viewer.accountId === file.authorId;
    return isOwn || viewer.isAdmin ? YES : no("NOT_FOUND");
  }
  if (file.isReported && canHandleReport(viewer, { postId: null }, null)) return YES;
  if (file.isRemoved) return no("NOT_FOUND");
  if (file.readerIds && viewer.isMember && file.readerIds.includes(viewer.id)) return YES;
  if (!file.thread) return viewer.owns(file) ? YES : no("NOT_FOUND");
  const decision = file.post ? canSeePost(viewer, file.thread, file.post) : canSeeThread(viewer, file.thread);
  if (!decision.allowed || file.kind === UploadKind.IMAGE || viewer.owns(file)) return decision;
  const viewing = viewer.check("thread.viewAttachment");
  return viewing.allowed && !file.isPoster ? viewer.check("thread.downloadAttachment") : viewing;
}
