import type { Context } from "../core/context.ts";
import { cannotStore, diskFaultOf } from "../core/diskFaults.ts";
import { DomainError } from "../core/errors.ts";
import type { Logger } from "../core/logger.ts";
import { chooseLocale } from "../core/locale.ts";
import {
  FILES_PATH,
  isPictureKind,
  UploadKind,
  type Attachment,
} from "../features/attachments/attachment.entity.ts";
import { FileTooLargeError, uploadAttachment } from "../features/attachments/upload.service.ts";
import type { HttpAnswer, HttpRequest } from "./route.ts";

const HEADERS = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "private, no-store",
} as const;

/** Gives the HTTP status of a refusal. */
type StatusOf = (error: DomainError) => number;

/** Takes an upload: `POST /uploads?kind=image` with a multipart body of one file. */
export async function takeUpload(
  request: HttpRequest,
  context: () => Promise<Context>,
  statusOf: StatusOf,
): Promise<HttpAnswer> {
  let ctx: Context | null = null;
  try {
    ctx = await context();
    const query = new URLSearchParams(request.search);
    const attachment = await uploadAttachment(ctx, {
      kind: query.get("kind") ?? UploadKind.IMAGE,
      width: query.get("width"),
      height: query.get("height"),
      announcedBytes: Number(request.headers["content-length"]),
      open: () => request.openFile(),
    });
    return uploaded(attachment);
  } catch (error) {
    return uploadRefused(request, error, statusOf, ctx?.services.log);
  }
}

/** Answers with a stored file. */
export function uploaded(attachment: Attachment): HttpAnswer {
  return { status: 200, headers: HEADERS, body: JSON.stringify(shown(attachment)) };
}

/** Answers an upload that failed. @throws {unknown} an error that is neither a refusal nor the fault of the disk */
export function uploadRefused(
  request: HttpRequest,
  error: unknown,
  statusOf: StatusOf,
  log?: Logger,
): HttpAnswer {
  if (error instanceof DomainError) return refused(request, error, statusOf);
  if (!diskFaultOf(error)) throw error;
  log?.error({ requestId: request.requestId, error: String(error) }, "a file cannot be stored");
  return refused(request, cannotStore(), statusOf);
}

function shown(attachment: Attachment): object {
  const { id, kind, path, thumbPath, fileName, fileSize, mimeType, width, height } = attachment;
  return {
    id: String(id),
    url: FILES_PATH + path,
    thumbUrl: thumbPath && FILES_PATH + thumbPath,
    fileName,
    fileSize,
    isImage: isPictureKind(kind),
    mimeType,
    width,
    height,
  };
}

function refused(
  { cookies, headers, requestId }: HttpRequest,
  error: DomainError,
  statusOf: StatusOf,
): HttpAnswer {
  const locale = chooseLocale(cookies["locale"], String(headers["accept-language"] ?? ""));
  const { code, legacyCode } = error;
  const wait = error.details.retryAfterSeconds;
  return {
    status: error instanceof FileTooLargeError ? 413 : statusOf(error),
    headers: { ...HEADERS, ...(wait === undefined ? {} : { "retry-after": String(wait) }) },
    body: JSON.stringify({ error: { code, legacyCode, message: error.textIn(locale), requestId } }),
  };
}
