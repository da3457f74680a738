import type { Permission } from "../../core/permissions.ts";
import { mustBeMember, type Decision, type Viewer } from "../../core/viewer.ts";
import { UploadKind } from "./attachment.entity.ts";

/** Who may upload what. Policies are pure: no database, no clock, no exceptions. */

const NEEDED_FOR: Readonly<Record<UploadKind, Permission | null>> = {
  [UploadKind.IMAGE]: "thread.insertImage",
  [UploadKind.FILE]: "thread.insertAttachment",
  [UploadKind.AVATAR]: null,
  [UploadKind.BACKGROUND]: null,
};

/** Pictures and files of texts need a permission each; every member has a face and a background. */
export function canUpload(viewer: Viewer, kind: UploadKind): Decision {
  const permission = NEEDED_FOR[kind];
  return permission === null || !viewer.isMember ? mustBeMember(viewer) : viewer.check(permission);
}
