import { lazy, Suspense } from "react";
import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import type { AttachmentList_AttachmentFragment } from "../../gql/graphql.ts";
import { useTexts } from "../../i18n/texts.ts";
import classes from "./AttachmentList.module.css";
import { BODY_LEVEL, imageUrl } from "../../platform/imageQuality.ts";
import { useSettled } from "../../platform/useSettled.ts";
import prose from "../../ui/Html.module.css";
import { RowIcon } from "../../ui/rowIcons.tsx";
import { attachmentTexts } from "./attachments.texts.ts";
import { sizeText } from "./sizeText.ts";

const MediaPlayer = lazy(() => import("./MediaPlayer.tsx").then((m) => ({ default: m.MediaPlayer })));

/** Pictures that an album shows; the others open from there. */
const ALBUM_SHOWN = 9;

/** Fields of an attachment that the list of files shows. */
export const AttachmentList_attachment = graphql(`
  fragment AttachmentList_attachment on Attachment {
    id
    fileName
    fileSize
    mimeType
    width
    height
    url
    posterUrl
  }
`);

const typeOf = ({ mimeType }: { mimeType: string }) => mimeType.split("/")[0];

interface Props {
  /** Text that they belong to: its pictures are not shown twice. */
  html: string;
  attachments: readonly FragmentType<typeof AttachmentList_attachment>[];
}

/** Players, files to download with name and size, and the pictures that do not stand in the text. */
export function AttachmentList({ html, attachments }: Props) {
  const t = useTexts(attachmentTexts);
  const isSettled = useSettled();
  const all = readFragment(AttachmentList_attachment, attachments);
  const files = all.filter((file) => typeOf(file) !== "image");
  const pictures = all.filter((file) => typeOf(file) === "image" && !html.includes(file.url));
  return (
    <>
      {pictures.length > 0 && <Album pictures={pictures} />}
      {files.map((file) => {
        const { id, width, height } = file;
        const kind = typeOf(file);
        return (
          (kind === "video" || kind === "audio") && (
            // Has its size at once, so that nothing moves when the player comes.
            <div
              key={id}
              className={classes[kind]}
              style={width ? { aspectRatio: width / height! } : undefined}
            >
              <Suspense>{isSettled && <MediaPlayer file={file} kind={kind} />}</Suspense>
            </div>
          )
        );
      })}
      {files.length > 0 && (
        <ul className={classes.files} aria-label={t.attachments}>
          {files.map(({ id, url, fileName, fileSize }) => (
            <li key={id}>
              <a className={classes.file} href={url} download={fileName}>
                <RowIcon name="file" />
                <span className={classes.name}>{fileName}</span>
                <span className={classes.size}>{sizeText(fileSize)}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Pictures, as the server puts them into a text. */
function Album({ pictures }: { pictures: readonly AttachmentList_AttachmentFragment[] }) {
  const more = pictures.length - ALBUM_SHOWN;
  return (
    <div className={prose.prose} data-prose="">
      <p className={pictures.length > 1 ? "pictures" : undefined} data-more={more > 0 ? more : undefined}>
        {pictures.map(({ id, url, fileName }) => (
          <img key={id} src={imageUrl(url, BODY_LEVEL)} alt={fileName} loading="lazy" decoding="async" />
        ))}
      </p>
    </div>
  );
}
