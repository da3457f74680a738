import type { AccessTokenInput } from "../../gql/graphql.ts";

/** Lifetimes on offer, in days; 0 is for ever. */
export const LIFETIMES = [30, 90, 365, 0] as const;
const DAY_MS = 86_400_000;

/** Areas in the order of the form. */
export const AREAS = ["FORUM", "ACCOUNT", "MESSAGES", "ADMINISTRATION"] as const;
/** Name of an area. */
export type Area = (typeof AREAS)[number];

/** Values of the form. */
export interface TokenDraft {
  name: string;
  userId: string;
  mayWrite: boolean;
  areas: readonly Area[];
  /** Null for all. */
  permissions: readonly string[] | null;
  categoryIds: readonly string[] | null;
  /** One network a line. */
  ranges: string;
  /** Days until it expires; 0 for never. */
  days: number;
}

/** Form of a token that is yet to be made. */
export const NEW_TOKEN: TokenDraft = {
  name: "",
  userId: "",
  mayWrite: false,
  areas: ["FORUM"],
  permissions: null,
  categoryIds: null,
  ranges: "",
  days: 90,
};

/** Makes the input of the mutation from the values of the form; the member is named apart. */
export function inputOf(draft: TokenDraft, now = Date.now()): AccessTokenInput {
  const isForAll = draft.areas.includes("ADMINISTRATION");
  return {
    name: draft.name,
    mayWrite: draft.mayWrite,
    areas: [...draft.areas],
    permissions: isForAll || !draft.permissions ? null : [...draft.permissions],
    categoryIds: isForAll || !draft.categoryIds ? null : [...draft.categoryIds],
    addressRanges: draft.ranges.split(/[\s,]+/).filter((range) => range !== ""),
    expiresAt: draft.days === 0 ? null : new Date(now + draft.days * DAY_MS).toISOString(),
  };
}
