import type { Context } from "../../../core/context.ts";
import { showsNothing } from "../../../core/text.ts";
import { FILES_PATH, UploadKind, type Attachment } from "../../attachments/attachment.entity.ts";
import { attachmentsNamed, type Owner } from "../../attachments/attachment.service.ts";
import { bodyOfLegacy, editOfLegacy } from "./legacyText.ts";
import type { ReadableText } from "../paid/paid.service.ts";

/**
 * Threads and replies of attachments alone, which old clients send without a text. Here their text shows the pictures
 * and links the files; old clients get it without one again, since they show attachments themselves.
 */

/** Stands for a picture in excerpts, and is the title of a thread that is nothing else. */
export const PICTURE_NAME = "图片";

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

/** Gives a rendered text to old clients: none where it shows pictures alone, which they show by themselves. */
export function textWithoutPictures(bodyHtml: string): string {
  return PICTURES_ALONE.test(bodyHtml) ? "" : bodyHtml;
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
