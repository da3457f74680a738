import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import type { StoredDraft } from "./draftSaver.ts";

const StoredDraft_draft = graphql(`
  fragment StoredDraft_draft on Draft {
    id
    threadId
    categoryId
    title
    body
    isAnonymous
    priceCents
    freePercent
    attachmentPriceCents
    attachments {
      id
      url
      fileName
      fileSize
      isImage
    }
    version
    updatedAt
  }
`);

/** A draft of the server, as the editor goes on with it. */
export interface FoundDraft extends StoredDraft {
  threadId: string | null;
  /** Milliseconds since 1970. */
  updatedAt: number;
}

/** Reads a draft of the server; it knows no position. */
export function foundDraft(draft: FragmentType<typeof StoredDraft_draft>): FoundDraft {
  const { id, threadId, categoryId, attachments, version, updatedAt, ...rest } = readFragment(
    StoredDraft_draft,
    draft,
  );
  const { title, body, isAnonymous, priceCents, freePercent, attachmentPriceCents } = rest;
  const files = attachments.map(({ id, url, fileName, fileSize, isImage }) => ({
    id,
    url,
    fileName,
    fileSize,
    isImage,
  }));
  return {
    id,
    version,
    threadId: threadId ?? null,
    updatedAt: Date.parse(updatedAt),
    content: {
      categoryId: categoryId ?? null,
      title,
      body,
      isAnonymous,
      priceCents,
      freePercent,
      attachmentPriceCents,
      files,
      position: null,
    },
  };
}
