import type { FileStore } from "@tus/file-store";
import type { Context } from "../../../core/context.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { verb } from "../../../core/verbs.ts";
import { Attachment } from "../attachment.entity.ts";
import { checkAnnounced, uploadAttachment } from "../upload.service.ts";
import { discardUpload, endOldest, isUploadId, keyOf, newUploadId, removeBytes } from "./store.ts";

/** Unfinished uploads of a member; the oldest one ends when a further one begins. */
export const UNFINISHED_MAX = 10;
/** Longest name of a file that is stored until its upload is finished. */
const NAME_MAX = 255;

/** Facts that a client sends before the first byte of a file. */
export interface BeginUpload {
  /** As `kind` of `POST /uploads`. */
  readonly kind: string;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** Writes the upload to the store. */
  create(id: string, key: string): Promise<Response>;
}

/** Request for one upload of the viewer. */
export interface ReachUpload {
  readonly id: string;
  /** Does what the protocol says. */
  work(key: string): Promise<Response>;
}

/**
 * Begins an upload that arrives in pieces, after all checks that need no byte of it.
 * @throws {DomainError} like `uploadAttachment`; INVALID_PARAMETER without the size or the name
 */
export const beginUpload = verb({
  name: "beginUpload",
  who: "member",
  rate: "upload",
  anyStanding: true,
  async run(ctx: Context, { create, ...file }: BeginUpload): Promise<Response> {
    if (!Number.isSafeInteger(file.size) || file.size < 0)
      throw invalid("size", "缺少文件大小", "Upload-Length is missing.");
    if (file.name === "" || file.name.length > NAME_MAX)
      throw invalid("filename", "缺少文件名，或文件名过长", "The name of the file is missing, or too long.");
    await checkAnnounced(ctx, file);
    const { accountId } = ctx.viewer;
    await endOldest(ctx.services.filesDir, accountId, UNFINISHED_MAX);
    const id = newUploadId();
    return create(id, keyOf(accountId, id));
  },
});

/** Takes a piece of an upload of the viewer, or says how much of it has arrived. @throws {DomainError} NOT_FOUND. */
export const continueUpload = verb({
  name: "continueUpload",
  who: "member",
  rate: "piece",
  anyStanding: true,
  run: (ctx: Context, { id, work }: ReachUpload): Promise<Response> => reach(ctx, id, work),
});

/** Removes an unfinished upload of the viewer. @throws {DomainError} NOT_FOUND. */
export const cancelUpload = verb({
  name: "cancelUpload",
  who: "member",
  rate: "piece",
  anyStanding: true,
  run: (ctx: Context, { id, work }: ReachUpload): Promise<Response> => reach(ctx, id, work),
});

/** Leads to an upload of the viewer; those of others are not to be found. */
async function reach(ctx: Context, id: string, work: ReachUpload["work"]): Promise<Response> {
  if (!isUploadId(id)) throw noSuchUpload();
  return work(keyOf(ctx.viewer.accountId, id));
}

/** Makes the refusal of an upload that has ended, is finished, or belongs to somebody else. */
export function noSuchUpload(): DomainError {
  return new DomainError("NOT_FOUND", {
    text: {
      zh: "上传不存在或已过期，请重新上传",
      en: "The upload does not exist or has ended. Please upload the file again.",
    },
  });
}

/** Uploads that this process makes attachments of: a client whose answer was lost asks again meanwhile. */
const finishing = new Map<string, Promise<Attachment>>();

/**
 * Makes an attachment of an upload whose bytes are all here, by the same checks as one that comes at once. Asked again,
 * since an answer may be lost, it gives the same attachment. What is refused for its content is removed.
 * @throws {DomainError} like `uploadAttachment`; NOT_FOUND; INVALID_PARAMETER while bytes are missing
 */
export async function finishUpload(ctx: Context, store: FileStore, id: string): Promise<Attachment> {
  if (!ctx.viewer.isSignedIn) throw new DomainError("LOGIN_REQUIRED");
  if (!isUploadId(id)) throw noSuchUpload();
  const { filesDir } = ctx.services;
  const key = keyOf(ctx.viewer.accountId, id);
  const place = `${filesDir} ${key}`;
  const attachment = finishing.get(place) ?? makeAttachment(ctx, store, key);
  finishing.set(place, attachment);
  try {
    return await attachment;
  } finally {
    finishing.delete(place);
  }
}

async function makeAttachment(ctx: Context, store: FileStore, key: string): Promise<Attachment> {
  const { filesDir } = ctx.services;
  const facts = await store.configstore.get(key);
  if (!facts) throw noSuchUpload();
  const finished = Number(facts.metadata?.["attachmentId"] ?? 0);
  if (finished > 0) {
    const attachment = await ctx.db.findOneBy(Attachment, { id: finished, userId: ctx.viewer.accountId });
    if (!attachment) throw noSuchUpload();
    return attachment;
  }
  const { size = 0, offset } = await store.getUpload(key).catch(() => Promise.reject(noSuchUpload()));
  if (offset !== size) throw invalid("file", "文件尚未传完", "Bytes of the file are missing.");
  const { kind, filename, width, height } = facts.metadata ?? {};
  try {
    const attachment = await uploadAttachment(ctx, {
      kind: kind ?? "",
      width: width ?? null,
      height: height ?? null,
      announcedBytes: size,
      // Copied while it is checked: a client that still writes could change it afterwards.
      open: () => Promise.resolve({ name: filename ?? "", bytes: store.read(key) }),
    });
    facts.metadata = { ...facts.metadata, attachmentId: String(attachment.id) };
    await store.configstore.set(key, facts);
    await removeBytes(filesDir, key);
    return attachment;
  } catch (error) {
    if (error instanceof DomainError && error.code === "INVALID_PARAMETER")
      await discardUpload(filesDir, key);
    throw error;
  }
}
