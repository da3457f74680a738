import qs from "qs";

/** Limits of query strings (spec §9). */
const QUERY = { depth: 5, arrayLimit: 20, parameterLimit: 1000 } as const;

/** Marks that old clients add to every address; they mean nothing here. */
const STATISTICS = ["dzqSid", "dzqPf"];

/**
 * Finds the row of an address: old clients send a blank behind some paths, double or forget
 * the leading slash, and know two spellings of the third version.
 * @param method HTTP method
 * @param path undecoded path, without the query
 * @returns `"GET /api/siteinfo.v2"`
 */
export function rowName(method: string, path: string): string {
  let decoded = path;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    // A broken escape is part of no row's name; it is looked up as it is and not found.
  }
  const plain = decoded
    .trim()
    .replace(/^\/+/, "")
    .replace(/\/{2,}/g, "/")
    .replace(/^apiv3\//, "api/v3/");
  return `${method.toUpperCase()} /${plain}`;
}

/**
 * All parameters of a request as one set: the body wins over the query, wrappers of the old clients are taken off.
 * @param hasFilter whether `filter` is a parameter of the call, and thus no wrapper
 */
export function parametersOf(search: string, body: unknown, hasFilter = false): unknown {
  const query = qs.parse(search.replace(/^\?/, ""), { ...QUERY, allowPrototypes: false }) as Record<
    string,
    unknown
  >;
  for (const name of STATISTICS) delete query[name];
  const unwrapped = unwrap(body, hasFilter);
  if (Array.isArray(unwrapped)) return unwrapped;
  if (unwrapped === null || typeof unwrapped !== "object") return query;
  return { ...query, ...(unwrapped as Record<string, unknown>) };
}

/** Takes off `data`, `data.attributes`, `filter` and `data.filter` (legacy-facts 1.6). */
function unwrap(body: unknown, hasFilter: boolean): unknown {
  let inner = body;
  for (let level = 0; level < 3; level++) {
    if (Array.isArray(inner))
      return inner.map((item) => (isWrapper(item, "attributes") ? item["attributes"] : item) as unknown);
    if (isWrapper(inner, "data")) inner = besides(inner, "data");
    // Beside attributes stand ids, and the kind of thing by the name `type`, which means something else here.
    else if (isWrapper(inner, "attributes")) inner = besides(inner, "attributes", "type");
    else if (!hasFilter && isWrapper(inner, "filter") && Object.keys(inner).length === 1)
      inner = inner["filter"];
    else return inner;
  }
  return inner;
}

/** Reads a wrapped object together with its siblings, but one. */
function besides(outer: Record<string, unknown>, wrapper: string, but?: string): unknown {
  const inner = outer[wrapper];
  if (Array.isArray(inner)) return inner;
  const beside = Object.entries(outer).filter(([key]) => key !== wrapper && key !== but);
  return { ...Object.fromEntries(beside), ...(inner as object) };
}

function isWrapper(value: unknown, key: string): value is Record<string, unknown> {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return false;
  const inner = (value as Record<string, unknown>)[key];
  return inner !== null && typeof inner === "object";
}
