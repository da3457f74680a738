import type { Context } from "../../../core/context.ts";
import { showsNothing } from "../../../core/text.ts";
import { FILES_PATH, UploadKind, type Attachment } from "../../attachments/attachment.entity.ts";
import { attachmentsNamed, type Owner } from "../../attachments/attachment.service.ts";
import { bodyOfLegacy, editOfLegacy, PICTURE_NAME } from "./legacyText.ts";
import type { ReadableText } from "../paid/paid.service.ts";

/**
 * Threads and replies of attachments alone, which old clients send without a text. Here their text shows the pictures
 * and links the files; old clients get it without one again, since they show attachments themselves.
 */

/** A text that shows pictures of this site and nothing else, as it is rendered. */
const PICTURES_ALONE = /^(?:\s|<p(?: class="pictures")?>|<\/p>|<br ?\/?>|<img src="\/files\/[^>]*>)+$/;

const markdownOf = ({ kind, path, fileName }: Attachment): string =>
  kind === UploadKind.IMAGE
    ? `![${PICTURE_NAME}](${FILES_PATH}${path})`
    : `[${fileName.replaceAll(/[[\]\\]/g, "\\$&")}](${FILES_PATH}${path})`;

const showing = (attachments: readonly Attachment[]): string => attachments.map(markdownOf).join("\n\n");

/** Reads the text of something new, or that of its attachments where it has none. */
export async function bodyWithPictures(
  ctx: Context,
  text: string,
  attachmentIds: readonly string[],
): Promise<string> {
  const body = bodyOfLegacy(ctx, text);
  return showsNothing(body) ? showing(await attachmentsNamed(ctx, attachmentIds, {})) || body : body;
}

const FILES_OF_TEXT = / (src|href)="(?=\/files\/)/g;

/**
 * Gives a rendered text to old clients, which may run elsewhere: with whole addresses of files, and none where it shows
 * pictures alone, which they show by themselves.
 */
export function textForLegacy({ services }: Context, bodyHtml: string): string {
  return PICTURES_ALONE.test(bodyHtml) ? "" : bodyHtml.replace(FILES_OF_TEXT, ` $1="${services.publicUrl}`);
}

/** Tells the pictures that a text for old clients shows from those that they show beside it. */
export function isBesideText({ path, thumbPath }: Attachment, text: string): boolean {
  return ![path, thumbPath].some((each) => each && text.includes(FILES_PATH + each));
}

/** Like `editOfLegacy`, for texts that may show pictures alone. */
export async function editWithPictures(
  ctx: Context,
  text: string,
  stored: ReadableText | null,
  { attachmentIds, owner }: { attachmentIds: readonly string[] | null; owner: Owner },
): Promise<string | undefined> {
  if (!stored || !showsNothing(bodyOfLegacy(ctx, text))) return editOfLegacy(ctx, text, stored);
  const isOfPictures = PICTURES_ALONE.test(stored.bodyHtml);
  if (attachmentIds === null) return isOfPictures ? undefined : editOfLegacy(ctx, text, stored);
  const attachments = await attachmentsNamed(ctx, attachmentIds, owner);
  const isSame =
    isOfPictures &&
    attachments.every(({ path }) => stored.bodyHtml.includes(path)) &&
    attachments.length === stored.bodyHtml.split("<img ").length - 1;
  return isSame ? undefined : showing(attachments);
}
