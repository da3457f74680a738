/** Ids of what a shared page shows, by which the query of what is the member's own asks. */
export interface MarkedIds {
  threadIds: string[];
  postIds: string[];
  categoryIds: string[];
}

interface FieldsOfType {
  /** List that gathers the ids of the type. */
  readonly ids: keyof MarkedIds;
  /** Fields that the query brings (`pageMarks.ts`). */
  readonly brought: readonly string[];
  /** Fields that are the same for all with the same permissions, of what everybody sees. */
  readonly shared: readonly string[];
}

const TYPES: Readonly<Record<string, FieldsOfType>> = {
  Thread: {
    ids: "threadIds",
    brought: [
      "viewerHasLiked",
      "viewerReaction",
      "viewerHasFavorited",
      "viewerWatchLevel",
      "viewerLastReadNumber",
      "viewerUnreadCount",
      "viewerCanEdit",
      "viewerCanAcceptAnswer",
      "viewerCanDelete",
    ],
    shared: [
      "viewerCanReply",
      "viewerCanLike",
      "viewerCanFavorite",
      "viewerCanRestore",
      "viewerCanSetSticky",
      "viewerCanSetEssence",
      "viewerCanLock",
      "viewerCanMove",
      "viewerCanApprove",
      "viewerCanMakePoster",
    ],
  },
  Post: {
    ids: "postIds",
    brought: ["viewerHasLiked", "viewerReaction", "viewerCanEdit", "viewerCanDelete"],
    shared: ["viewerCanLike", "viewerCanRestore", "viewerCanApprove"],
  },
  Category: { ids: "categoryIds", brought: ["viewerWatchLevel"], shared: ["viewerCanPublish"] },
};
/** The frame of the site says what the viewer's group may do. */
const SHARED_TYPE = "Site";
/** As many as the server reads at once. */
const MOST: Readonly<Record<keyof MarkedIds, number>> = { threadIds: 40, postIds: 100, categoryIds: 10 };

/**
 * Gathers the ids of what has fields of the viewer in the answers of a page. Null if a field is not known to be brought
 * by the query or to be the same for all who get the page, so that a page which asks for more is nobody else's.
 */
export function markedIdsOf(answers: readonly { data?: unknown }[]): MarkedIds | null {
  const sets = { threadIds: new Set<string>(), postIds: new Set<string>(), categoryIds: new Set<string>() };
  let isKnown = true;
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) return value.forEach(visit);
    const { __typename: type, id } = value as { __typename?: string; id?: string };
    const fields = TYPES[type ?? ""];
    for (const [name, inner] of Object.entries(value)) {
      visit(inner);
      if (!/^viewer./.test(name) || type === SHARED_TYPE || fields?.shared.includes(name)) continue;
      if (id !== undefined && fields?.brought.includes(name)) sets[fields.ids].add(id);
      else isKnown = false;
    }
  };
  for (const { data } of answers) visit(data);
  const fits = Object.entries(MOST).every(([kind, most]) => sets[kind as keyof MarkedIds].size <= most);
  if (!isKnown || !fits) return null;
  const { threadIds, postIds, categoryIds } = sets;
  return { threadIds: [...threadIds], postIds: [...postIds], categoryIds: [...categoryIds] };
}
