/** A row of a table. */
export type Values = Readonly<Record<string, string | number | null>>;
/** Rows by table. */
export type Tables = Readonly<Record<string, readonly Values[]>>;

/** Times as the old site wrote them, in Shanghai. */
export const NOON = "2021-03-04 12:00:00";
export const LATER = "2021-03-05 08:30:00";
/** A date that is none. */
export const NEVER = "0000-00-00 00:00:00";
/** Times of most rows. */
export const at = { created_at: NOON, updated_at: LATER };
