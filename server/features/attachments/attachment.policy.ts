import type { Permission } from "../../core/permissions.ts";
import { mustBeMember, type Decision, type Viewer } from "../../core/viewer.ts";
import { UploadKind, type Attachment } from "./attachment.entity.ts";

/** Who may upload what. Policies are pure: no database, no clock, no exceptions. */

const NEEDED_FOR: Readonly<Record<UploadKind, Permission | null>> = {
  [UploadKind.IMAGE]: "thread.insertImage",
  [UploadKind.FILE]: "thread.insertAttachment",
  [UploadKind.AVATAR]: null,
  [UploadKind.BACKGROUND]: null,
};

/** Files other than pictures are seen by permission, and by who uploaded them; pictures by whoever reads the text. */
export function canSeeAttachment(viewer: Viewer, file: Pick<Attachment, "kind" | "userId">): boolean {
  if (file.kind !== UploadKind.FILE) return true;
  return viewer.owns({ authorId: file.userId }) || viewer.may("thread.viewAttachment");
}

/** Pictures and files of texts need a permission each; every member has a face and a background. */
export function canUpload(viewer: Viewer, kind: UploadKind): Decision {
  const permission = NEEDED_FOR[kind];
  return permission === null || !viewer.isMember ? mustBeMember(viewer) : viewer.check(permission);
}
