import type { Kind } from "../format/records.ts";
import { CONTENT_ROWS } from "./rows/contentRows.ts";
import { MONEY_ROWS } from "./rows/moneyRows.ts";
import { PEOPLE_ROWS } from "./rows/peopleRows.ts";
import type { RowKindOf } from "./rows/rowKind.ts";
import { SITE_ROWS } from "./rows/siteRows.ts";

/** Kinds that are not rows of one table: the owners of the tables write them. */
export type SpecialKind = "credentials" | "files" | "transactions" | "formerForums" | "oldAddresses";

/** Kinds whose records are rows. */
export type OrdinaryKind = Exclude<Kind, SpecialKind>;

/** Rows of the records of each kind. */
export const ROW_KINDS: { readonly [K in OrdinaryKind]: RowKindOf<K> } = {
  ...SITE_ROWS,
  ...PEOPLE_ROWS,
  ...CONTENT_ROWS,
  ...MONEY_ROWS,
};
