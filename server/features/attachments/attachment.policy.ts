import type { Permission } from "../../core/permissions.ts";
import { mustBeMember, no, UserStatus, YES, type Decision, type Viewer } from "../../core/viewer.ts";
import { UploadKind, type Attachment } from "./attachment.entity.ts";
import type { MediaKind } from "./media.ts";

/** Rules for uploads. Policies are pure: no database, no clock, no exceptions. */

const NEEDED_FOR: Readonly<Record<UploadKind, Permission | null>> = {
  [UploadKind.IMAGE]: "thread.insertImage",
  [UploadKind.FILE]: "thread.insertAttachment",
  [UploadKind.AVATAR]: null,
  [UploadKind.BACKGROUND]: null,
  [UploadKind.ANSWER_IMAGE]: null,
  [UploadKind.ANSWER_FILE]: null,
  [UploadKind.GOODS]: "thread.insertGoods",
};

const NEEDED_FOR_MEDIA: Readonly<Record<MediaKind, Permission>> = {
  video: "thread.insertVideo",
  audio: "thread.insertAudio",
};

/** Requires `thread.insertVideo` or `thread.insertAudio`. */
export function canUploadMedia(viewer: Viewer, kind: MediaKind): Decision {
  return viewer.isMember ? viewer.check(NEEDED_FOR_MEDIA[kind]) : mustBeMember(viewer);
}

/** True for pictures, for own uploads, and for other files with `thread.viewAttachment`. */
export function canSeeAttachment(viewer: Viewer, file: Pick<Attachment, "kind" | "userId">): boolean {
  if (file.kind !== UploadKind.FILE) return true;
  return viewer.owns({ authorId: file.userId }) || viewer.may("thread.viewAttachment");
}

/** True for the files of answers to the sign-in fields. */
export function isAnswerKind(kind: UploadKind): boolean {
  return kind === UploadKind.ANSWER_IMAGE || kind === UploadKind.ANSWER_FILE;
}

/**
 * Requires a permission for pictures and files of texts; every member may upload an avatar and a background. Files of
 * answers to the sign-in fields are uploaded before one takes part: in any standing in which one answers.
 */
export function canUpload(viewer: Viewer, kind: UploadKind): Decision {
  if (isAnswerKind(kind)) {
    if (!viewer.isSignedIn) return no("LOGIN_REQUIRED");
    return viewer.status === UserStatus.BANNED ? no("ACCOUNT_BANNED") : YES;
  }
  const permission = NEEDED_FOR[kind];
  return permission === null || !viewer.isMember ? mustBeMember(viewer) : viewer.check(permission);
}
