import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { useTexts } from "../../i18n/texts.ts";
import classes from "./AttachmentList.module.css";
import { RowIcon } from "../../ui/rowIcons.tsx";
import { attachmentTexts } from "./attachments.texts.ts";

const KIB = 1_024;
const MIB = KIB * KIB;

/** Fields of an attachment that the list of files shows. */
export const AttachmentList_attachment = graphql(`
  fragment AttachmentList_attachment on Attachment {
    id
    fileName
    fileSize
    isImage
    url
  }
`);

/** A size as people read it: "12 KB", "3.4 MB". */
export function sizeText(bytes: number): string {
  if (bytes < KIB) return `${bytes} B`;
  return bytes < MIB ? `${Math.round(bytes / KIB)} KB` : `${(bytes / MIB).toFixed(1)} MB`;
}

interface Props {
  attachments: readonly FragmentType<typeof AttachmentList_attachment>[];
}

/** Files to download, with name and size; pictures stand in the text already. */
export function AttachmentList({ attachments }: Props) {
  const t = useTexts(attachmentTexts);
  const files = readFragment(AttachmentList_attachment, attachments).filter((file) => !file.isImage);
  if (files.length === 0) return null;

  return (
    <ul className={classes.files} aria-label={t.attachments}>
      {files.map((file) => (
        <li key={file.id}>
          <a className={classes.file} href={file.url} download={file.fileName}>
            <RowIcon name="file" />
            <span className={classes.name}>{file.fileName}</span>
            <span className={classes.size}>{sizeText(file.fileSize)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
