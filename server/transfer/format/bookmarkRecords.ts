import { z } from "zod";
import { characters, count, id, time } from "./values.ts";

/** Schemas of bookmarks and their folders. */
export const BOOKMARK_RECORDS = {
  /** Folders of a member stand in the order of their positions. */
  bookmarkFolders: z.strictObject({
    id,
    memberId: id,
    name: characters(30).min(1),
    position: count,
    createdAt: time,
  }),
  favorites: z.strictObject({
    threadId: id,
    memberId: id,
    createdAt: time,
    note: characters(500).optional(),
    folderId: id.optional(),
    remindAt: time.optional(),
  }),
} as const;
