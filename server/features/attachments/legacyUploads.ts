import { Readable } from "node:stream";
import type { Context } from "../../core/context.ts";
import { invalid } from "../../core/errors.ts";
import { legacyAddress, type RestFile } from "../../core/rest.ts";
import { checkInput } from "../../core/validation.ts";
import { setPayPasswordForLegacy } from "../money/pay-password/legacyPayPassword.ts";
import type { User } from "../users/user.entity.ts";
import { UpdateProfileInput } from "../users/user.input.ts";
import { getUser } from "../users/user.service.ts";
import { type Attachment, FILES_PATH, UploadKind } from "./attachment.entity.ts";
import { extensionOf } from "./fileKinds.ts";
import type { LegacyProfilePicture, LegacyUpload, LegacyUserChange } from "./legacy.input.ts";
import type { MediaKind } from "./media.ts";
import { updateProfile } from "./profile.service.ts";
import { FileTooLargeError, uploadAttachment } from "./upload.service.ts";

/** Largest file that the legacy API takes, in bytes: it is held in memory. */
export const LEGACY_FILE_MAX_BYTES = 10 * 1024 * 1024;
const PICTURE = /\.(?:png|jpe?g|gif|bmp|webp)$/i;

/** Kinds of uploads by the numbers of the predecessor. */
function kindOf(type: number, name: string): UploadKind | MediaKind {
  if (type === 0) return UploadKind.FILE;
  if (type === 1 || type === 4) return UploadKind.IMAGE;
  if (type === 2) return "audio";
  if (type === 3) return "video";
  if (type === 5) return PICTURE.test(name) ? UploadKind.ANSWER_IMAGE : UploadKind.ANSWER_FILE;
  throw invalid("type", "尚未提供这种附件", "Files of this type are not offered.");
}

async function upload(
  ctx: Context,
  file: RestFile | null,
  kind: (name: string) => UploadKind | MediaKind,
): Promise<Attachment> {
  if (!file) throw invalid("file", "没有收到文件", "There is no file.");
  const { name, bytes } = file;
  if (!bytes) throw new FileTooLargeError(LEGACY_FILE_MAX_BYTES);
  return uploadAttachment(ctx, {
    kind: kind(name),
    announcedBytes: bytes.length,
    open: () => Promise.resolve({ name, bytes: Readable.from([bytes]) }),
  });
}

/** Stores a picture or file that a thread, reply or message will use (legacy-facts 3.8). */
export async function uploadForLegacy(
  ctx: Context,
  { type }: LegacyUpload,
  file: RestFile | null,
): Promise<object> {
  const stored = await upload(ctx, file, (name) => kindOf(type, name));
  const url = legacyAddress(ctx, FILES_PATH + stored.path);
  return {
    id: stored.id,
    url,
    thumbUrl: stored.thumbPath ? legacyAddress(ctx, FILES_PATH + stored.thumbPath) : url,
    attachment: stored.path.slice(stored.path.lastIndexOf("/") + 1),
    extension: extensionOf(stored.fileName),
    fileName: stored.fileName,
    filePath: FILES_PATH + stored.path.slice(0, stored.path.lastIndexOf("/") + 1),
    fileSize: stored.fileSize,
    fileType: stored.mimeType,
    fileWidth: stored.width ?? 0,
    fileHeight: stored.height ?? 0,
    isRemote: false,
    isApproved: 1,
    order: 0,
    type,
    typeId: 0,
  };
}

/** Sets the viewer's avatar (legacy-facts 3.3). */
export async function setAvatarForLegacy(
  ctx: Context,
  _input: LegacyProfilePicture,
  file: RestFile | null,
): Promise<object> {
  const { id } = await upload(ctx, file, () => UploadKind.AVATAR);
  return changed(ctx, { avatarId: String(id) });
}

/** Sets the picture behind the viewer's profile (legacy-facts 3.3). */
export async function setBackgroundForLegacy(
  ctx: Context,
  _input: LegacyProfilePicture,
  file: RestFile | null,
): Promise<object> {
  const { id } = await upload(ctx, file, () => UploadKind.BACKGROUND);
  return changed(ctx, { backgroundId: String(id) });
}

async function changed(ctx: Context, change: Partial<UpdateProfileInput>): Promise<object> {
  return profileOf(
    ctx,
    await updateProfile(ctx, checkInput(Object.assign(new UpdateProfileInput(), change))),
  );
}

function profileOf(ctx: Context, user: User): object {
  return {
    id: user.id,
    nickname: user.nickname,
    signature: user.signature,
    avatarUrl: legacyAddress(ctx, user.avatarUrl),
    backgroundUrl: legacyAddress(ctx, user.backgroundUrl),
  };
}

/**
 * Changes the viewer's nickname, signature and pay password; user name and password are changed on the site, which asks
 * for proof.
 */
export async function updateUserForLegacy(ctx: Context, change: LegacyUserChange): Promise<object> {
  const { nickname, signature, payPassword, payPasswordConfirmation, payPasswordToken, ...others } = change;
  const [refused] = Object.entries(others).find(([, value]) => value !== undefined && value !== "") ?? [];
  if (refused !== undefined)
    throw invalid(
      refused,
      `请在网站的设置页修改 ${refused}`,
      `Please change ${refused} at the settings of the site.`,
    );
  if (payPassword)
    await setPayPasswordForLegacy(ctx, { payPassword, payPasswordConfirmation, payPasswordToken });
  // Joining a paid site needs a pay password before anything else of the profile may change.
  if (payPassword && nickname === undefined && signature === undefined)
    return profileOf(ctx, await getUser(ctx, ctx.viewer.id));
  return changed(ctx, { nickname, signature });
}
