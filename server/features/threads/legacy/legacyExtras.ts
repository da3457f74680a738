import type { Context } from "../../../core/context.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { load } from "../../../core/loaders.ts";
import { legacyAddress } from "../../../core/rest.ts";
import { allow } from "../../../core/viewer.ts";
import { FILES_PATH } from "../../attachments/attachment.entity.ts";
import { attachmentsOfThread } from "../../attachments/attachment.loaders.ts";
import { canSeeAttachment } from "../../attachments/attachment.policy.ts";
import { boughtAttachments } from "../paid/paid.service.ts";
import { viewThread } from "../thread.service.ts";
import type { LegacyAttachmentRef, LegacyThreadRef } from "./legacy.input.ts";

/** Takes note of nothing: shares are not counted here, and clients show an error unless the call is answered. */
export async function shareForLegacy(ctx: Context, { threadId }: LegacyThreadRef): Promise<[]> {
  await viewThread(ctx, threadId);
  return [];
}

/**
 * Gives the address of a file of a thread (legacy-facts 3.8).
 * @throws {DomainError} NOT_FOUND for files that the viewer does not get; FORBIDDEN without `thread.downloadAttachment`
 */
export async function shareAttachmentForLegacy(
  ctx: Context,
  { threadId, attachmentsId }: LegacyAttachmentRef,
): Promise<object> {
  const thread = await viewThread(ctx, threadId);
  allow(ctx.viewer.check("thread.downloadAttachment"));
  const all = (await load(ctx, attachmentsOfThread, thread.id)) ?? [];
  const file = (await boughtAttachments(ctx, thread, all)).find(({ id }) => id === attachmentsId);
  if (!file || !canSeeAttachment(ctx.viewer, file)) throw new DomainError("NOT_FOUND");
  return { url: legacyAddress(ctx, FILES_PATH + file.path), fileName: file.fileName };
}

/** Refuses to pin a thread on one's own page, which pages of members here do not have. */
export function refuseOwnPin(): Promise<never> {
  return Promise.reject(
    invalid("status", "尚未提供个人主页置顶", "Threads are not pinned on pages of members here."),
  );
}
