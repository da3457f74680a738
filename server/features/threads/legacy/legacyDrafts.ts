import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import type { LegacyWriting } from "../../../core/legacyParts.ts";
import { load } from "../../../core/loaders.ts";
import { legacyTime, legacyAddress } from "../../../core/rest.ts";
import { checkInput } from "../../../core/validation.ts";
import { categoryById } from "../../categories/category.service.ts";
import type { Draft } from "../../drafts/draft.entity.ts";
import { SaveDraftInput } from "../../drafts/draft.input.ts";
import { DraftGifts, DraftPoll } from "../../drafts/draftGifts.input.ts";
import {
  deleteDraft,
  filesOfDraft,
  findDraft,
  giftsOfDraft,
  listDrafts,
  saveDraft,
} from "../../drafts/draft.service.ts";
import { draftGoodsOfLegacy, legacyGoodsOfDraft } from "../../goods/legacyGoods.ts";
import { draftPollOfLegacy, legacyPollOfDraft } from "../../polls/legacyPolls.ts";
import type { PollInput } from "../../polls/poll.input.ts";
import { FILES_PATH, UploadKind } from "../../attachments/attachment.entity.ts";
import { withPicturesIn } from "../../attachments/attachment.service.ts";
import { userById } from "../../users/user.loaders.ts";
import { renderStored } from "../content/content.service.ts";
import type { WantedSale } from "../paid/paid.service.ts";
import { legacyPrices, TOM_FILES, TOM_IMAGES } from "./legacyThread.ts";
import { isBesideText, textForLegacy } from "./legacyPictures.ts";
import { bodyOfLegacy } from "./legacyText.ts";

/** Drafts were threads in the predecessor: here their ids begin beyond all threads, and stay whole numbers. */
const DRAFTS_FROM = 1_000_000_000_000;

/** True if an id of a thread means a draft. */
export function isLegacyDraft(threadId: number): boolean {
  return threadId > DRAFTS_FROM;
}

/** Content of a thread, as the editors of the predecessor send it. */
export interface LegacyContent {
  readonly text: string;
  readonly attachmentIds: string[];
}

/** A thread that a client writes and may not publish yet. */
export interface LegacyThreadDraft extends LegacyWriting {
  readonly title?: string;
  readonly categoryId?: number;
  readonly anonymous?: boolean;
  readonly draft?: boolean;
}

/**
 * Keeps a thread as a draft if the client says so, and publishes it otherwise, which ends its draft.
 * @param threadId the draft that it was so far
 */
export async function publishOrSaveDraft(
  ctx: Context,
  writing: LegacyThreadDraft,
  content: LegacyContent,
  threadId: number | undefined,
  sale: WantedSale,
  publish: (poll?: PollInput, draftId?: string) => Promise<object>,
): Promise<object> {
  const existing = threadId === undefined ? null : await draftAt(ctx, threadId);
  const id = existing ? String(existing.id) : undefined;
  const gifts = existing ? giftsOfDraft(existing) : new DraftGifts();
  const poll = draftPollOfLegacy(writing, gifts.poll);
  if (!writing.draft) return publish(poll, id);
  const { title = "", categoryId, anonymous = false } = writing;
  const body = bodyOfLegacy(ctx, content.text);
  const given = Object.assign(new SaveDraftInput(), {
    id,
    title,
    body,
    isAnonymous: anonymous,
    attachmentIds: await withPicturesIn(ctx, body, content.attachmentIds),
    categoryId: categoryId ? String(categoryId) : null,
    gifts: Object.assign(new DraftGifts(), {
      ...gifts,
      poll: poll ? draftPollOf(poll) : null,
      goods: await draftGoodsOfLegacy(ctx, writing),
    }),
    ...sale,
  });
  return legacyDraft(ctx, await saveDraft(ctx, checkInput(given)));
}

function draftPollOf(poll: PollInput): DraftPoll {
  return Object.assign(new DraftPoll(), { ...poll, title: poll.title ?? "" });
}

async function draftAt(ctx: Context, threadId: number): Promise<Draft> {
  const draft = await findDraft(ctx, { id: threadId - DRAFTS_FROM });
  if (!draft) throw new DomainError("NOT_FOUND");
  return draft;
}

/** One of the viewer's drafts in the shape of a thread. @throws {DomainError} NOT_FOUND. */
export async function readDraftForLegacy(ctx: Context, threadId: number): Promise<object> {
  return legacyDraft(ctx, await draftAt(ctx, threadId));
}

/** Deletes one of the viewer's drafts. @throws {DomainError} NOT_FOUND. */
export async function removeDraftForLegacy(ctx: Context, threadId: number): Promise<void> {
  await deleteDraft(ctx, threadId - DRAFTS_FROM);
}

/** The viewer's drafts of threads, last saved first. @throws {DomainError} LOGIN_REQUIRED. */
export async function listDraftsForLegacy(ctx: Context): Promise<readonly Draft[]> {
  return (await listDrafts(ctx)).filter(({ threadId }) => threadId === null);
}

/** A draft in the shape of a thread. */
export async function legacyDraft(ctx: Context, draft: Draft): Promise<object> {
  const category = draft.categoryId === null ? null : await load(ctx, categoryById, draft.categoryId);
  const user = await load(ctx, userById, ctx.viewer.id);
  const threadId = DRAFTS_FROM + draft.id;
  const text = textForLegacy(ctx, (await renderStored(ctx, { body: draft.body, bodyHtml: "" })).bodyHtml);
  const files = (await filesOfDraft(ctx, draft)).filter((each) => isBesideText(each, text));
  const tom = (tomId: string, isImage: boolean): object => {
    const body = files
      .filter(({ kind }) => (kind === UploadKind.IMAGE) === isImage)
      .map(({ id, path, fileName }) => ({
        id,
        url: legacyAddress(ctx, FILES_PATH + path),
        fileName,
        isImage,
      }));
    return body.length > 0 ? { [tomId]: { tomId, operation: "select", body } } : {};
  };
  const time = legacyTime(draft.updatedAt);
  const gifts = giftsOfDraft(draft);
  return {
    threadId,
    postId: threadId,
    userId: ctx.viewer.id,
    categoryId: draft.categoryId ?? 0,
    categoryName: category?.name ?? "",
    title: draft.title,
    isDraft: true,
    isApproved: 1,
    isAnonymous: draft.isAnonymous,
    ...legacyPrices(draft),
    paid: null,
    createdAt: legacyTime(draft.createdAt),
    issueAt: time,
    updatedAt: time,
    orderInfo: null,
    user: {
      userId: ctx.viewer.id,
      nickname: user?.nickname ?? "",
      avatar: legacyAddress(ctx, user?.avatarUrl),
    },
    group: null,
    ability: { canEdit: true, canDelete: true },
    content: {
      text,
      indexes: {
        ...tom(TOM_IMAGES, true),
        ...tom(TOM_FILES, false),
        ...legacyPollOfDraft(draft, gifts.poll),
        ...legacyGoodsOfDraft(ctx, gifts.goods),
      },
    },
  };
}
