import { noteChange } from "../../core/audit.ts";
import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { lockById, type Values } from "../../core/write.ts";
import { removeStored } from "../attachments/storage.ts";
import { announcePreview, NOTHING } from "./fetch.service.ts";
import { LinkPreview, PreviewState } from "./linkPreview.entity.ts";
import type { LinkPreviewRef } from "./linkPreview.input.ts";
import { hashOf } from "./loneLinks.ts";

/** Permission to edit the texts of others: a card belongs to all texts with its address. */
const MODERATORS = { permission: "thread.edit" } as const;

/**
 * Removes the card of a page, with its picture, from all texts: its links stay links until it is restored.
 * @emits linkPreviewChanged
 * @throws {DomainError} FORBIDDEN; NOT_FOUND for a page without a card; INVALID_PARAMETER for a malformed address.
 */
export const forgetLinkPreview = verb({
  name: "forgetLinkPreview",
  who: MODERATORS,
  rate: "manage",
  audited: true,
  idempotent: true,
  run: (ctx: Context, input: LinkPreviewRef): Promise<boolean> =>
    changePreview(ctx, input, ({ forgottenAt }) =>
      forgottenAt ? null : { ...NOTHING, ...NEVER, state: PreviewState.NONE, forgottenAt: ctx.now },
    ),
});

/** No call is planned, and the outcome of one that runs is not stored. */
const NEVER = { attempts: 0, nextAttemptAt: null, expiresAt: null } as const;

/**
 * Lets a page have a card again: it is read again soon.
 * @throws {DomainError} FORBIDDEN; NOT_FOUND for a page without a card; INVALID_PARAMETER for a malformed address.
 */
export const restoreLinkPreview = verb({
  name: "restoreLinkPreview",
  who: MODERATORS,
  rate: "manage",
  audited: true,
  idempotent: true,
  run: (ctx: Context, input: LinkPreviewRef): Promise<boolean> =>
    changePreview(ctx, input, ({ forgottenAt }) =>
      forgottenAt
        ? {
            state: PreviewState.PENDING,
            attempts: 0,
            nextAttemptAt: ctx.now,
            usedAt: ctx.now,
            forgottenAt: null,
          }
        : null,
    ),
});

async function changePreview(
  ctx: Context,
  { url }: LinkPreviewRef,
  change: (preview: LinkPreview) => Values<LinkPreview> | null,
): Promise<boolean> {
  if (!URL.canParse(url)) throw invalid("url", "不是网址", "This is no address.");
  const urlHash = hashOf(new URL(url));
  const imagePath = await inTransaction(ctx, async (ctx) => {
    const existing = await ctx.db.findOne(LinkPreview, { select: { id: true }, where: { urlHash } });
    const preview = existing && (await lockById(ctx, LinkPreview, existing.id));
    if (!preview) throw new DomainError("NOT_FOUND", { field: "url" });
    const values = change(preview);
    if (!values) return null;
    await ctx.db.update(LinkPreview, { id: preview.id }, values);
    noteChange(ctx, {
      target: `link:${preview.host}`,
      before: { url: preview.url, title: preview.title, forgottenAt: preview.forgottenAt },
      after: { forgottenAt: values.forgottenAt },
    });
    await announcePreview(ctx, preview.id);
    return preview.imagePath;
  });
  await removeStored(ctx.services.filesDir, imagePath);
  return true;
}
