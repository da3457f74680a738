import type { Permission } from "../../core/permissions.ts";
import { mustBeMember, type Decision, type Viewer } from "../../core/viewer.ts";
import { UploadKind, type Attachment } from "./attachment.entity.ts";

/** Rules for uploads. Policies are pure: no database, no clock, no exceptions. */

const NEEDED_FOR: Readonly<Record<UploadKind, Permission | null>> = {
  [UploadKind.IMAGE]: "thread.insertImage",
  [UploadKind.FILE]: "thread.insertAttachment",
  [UploadKind.AVATAR]: null,
  [UploadKind.BACKGROUND]: null,
};

/** True for pictures, for own uploads, and for other files with `thread.viewAttachment`. */
export function canSeeAttachment(viewer: Viewer, file: Pick<Attachment, "kind" | "userId">): boolean {
  if (file.kind !== UploadKind.FILE) return true;
  return viewer.owns({ authorId: file.userId }) || viewer.may("thread.viewAttachment");
}

/** Requires a permission for pictures and files of texts; every member may upload an avatar and a background. */
export function canUpload(viewer: Viewer, kind: UploadKind): Decision {
  const permission = NEEDED_FOR[kind];
  return permission === null || !viewer.isMember ? mustBeMember(viewer) : viewer.check(permission);
}
