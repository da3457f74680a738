import type { Context } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import { parseOptionalId } from "../../core/ids.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { lockWhere } from "../../core/write.ts";
import type { User } from "../users/user.entity.ts";
import type { UpdateProfileInput } from "../users/user.input.ts";
import { changeProfile, getUser } from "../users/user.service.ts";
import { Attachment, FILES_PATH, UploadKind } from "./attachment.entity.ts";

/**
 * Changes the viewer's public profile: name, signature, pictures.
 * @emits profileChanged
 * @throws {DomainError} NOT_FOUND for pictures that are not the viewer's own uploads of that kind; NICKNAME_TAKEN,
 *   USERNAME_TOO_LONG, SIGNATURE_TOO_LONG, INVALID_PARAMETER.
 */
export const updateProfile = verb({
  name: "updateProfile",
  who: "member",
  rate: "edit",
  async run(ctx: Context, input: UpdateProfileInput): Promise<User> {
    const avatarId = parseOptionalId(input.avatarId, "avatarId");
    const backgroundId = parseOptionalId(input.backgroundId, "backgroundId");
    await inTransaction(ctx, async (ctx) => {
      await changeProfile(ctx, ctx.viewer.id, {
        nickname: input.nickname ?? undefined,
        signature: input.signature ?? undefined,
        avatarUrl: await pictureOf(ctx, avatarId, UploadKind.AVATAR, "avatarId"),
        backgroundUrl: await pictureOf(ctx, backgroundId, UploadKind.BACKGROUND, "backgroundId"),
      });
    });
    return getUser(ctx, ctx.viewer.id);
  },
});

/** Gives the address of an own upload. Its row is locked, so that the cleanup does not remove it before it is in use. */
async function pictureOf(
  ctx: Context,
  id: number | undefined,
  kind: UploadKind,
  field: string,
): Promise<string | undefined> {
  if (id === undefined) return undefined;
  const [picture] = await lockWhere(ctx, Attachment, { id, userId: ctx.viewer.id, kind });
  if (!picture) throw new DomainError("NOT_FOUND", { field });
  return FILES_PATH + picture.path;
}
