import qs from "qs";

/** Brackets of query strings nest this deep (spec §9). */
export const QUERY_DEPTH = 5;
/** Longest array with indices in a query string; longer ones become objects (spec §9). */
export const QUERY_ARRAY_LIMIT = 20;
/** Parameters of a query string; further ones are ignored (spec §9). */
export const QUERY_PARAMETER_LIMIT = 1_000;

/** Reads a query string with or without its question mark: `a[0]=1&b[c]=2`. Load it only where it is needed. */
export function parseQuery(text: string): Record<string, unknown> {
  return qs.parse(text, {
    ignoreQueryPrefix: true,
    depth: QUERY_DEPTH,
    arrayLimit: QUERY_ARRAY_LIMIT,
    parameterLimit: QUERY_PARAMETER_LIMIT,
  });
}

/** Writes a query string as calls send it: arrays with indices, nothing encoded (spec §7). */
export function writeQuery(values: Readonly<Record<string, unknown>>): string {
  return qs.stringify(values, { arrayFormat: "indices", encode: false });
}
