import { GraphQLScalarType } from "graphql";
import type { Context } from "./context.ts";

/** An input class: its fields and their static rules. */
export type InputClass<I> = new () => I;

/** Marks a field of an input that takes a value of any type; such inputs are for the legacy API alone. */
export const AnyValue = new GraphQLScalarType({ name: "AnyValue" });

/** A file that came with a request, whole. */
export interface RestFile {
  /** As the client names it. */
  readonly name: string;
  /** Null if there are more bytes than the row takes. */
  readonly bytes: Buffer | null;
}

/** Options of a route beyond its parameters. */
export interface RouteOptions {
  /** Refuses one item where a list is due; by default it counts as a list of one. */
  readonly needsList?: boolean;
  /**
   * Checked before the parameters are: administrators only (all others get FORBIDDEN, legacy-facts 2), or
   * members only (LOGIN_REQUIRED, or FORBIDDEN for "user"). Without it the function that answers decides.
   */
  readonly who?: "admin" | "member" | "user";
  /** Text for callers who may not call it. */
  readonly refusal?: { readonly zh: string; readonly en: string };
  /** Is answered while the site is closed, and to members of whatever standing. */
  readonly always?: boolean;
  /** Is answered to members of whatever standing. */
  readonly anyStanding?: boolean;
  /** Is answered on a paid site before joining it; so is what is answered in any standing. */
  readonly beforeJoining?: boolean;
  /**
   * Answers this on a paid site before joining it, in place of the refusal that sends old clients to their join page:
   * that page makes the call itself (legacy-facts 5.6).
   */
  readonly emptyBeforeJoining?: LegacyPage | object;
  /** Is answered to members whose registration is still reviewed, who may look around. */
  readonly whileReviewed?: boolean;
  /** Is answered while registration is reviewed or sign-in fields are missing (legacy-facts 5.9, list of both). */
  readonly whileWaiting?: boolean;
  /** Takes a file of at most so many bytes in a multipart body. */
  readonly fileMaxBytes?: number;
  /** Kind of `Data`: one thing unless it says otherwise; for the documentation. */
  readonly answer?: "page" | "list" | "nothing";
  /** Codes of its answers beside those of all calls that the same people may call; for the documentation. */
  readonly codes?: readonly number[];
  /** Further rules of its answer; for the documentation. */
  readonly about?: string;
}

/** One row of the legacy shim: what is accepted, and the function that answers. */
export interface RestRoute extends RouteOptions {
  /** The class of the parameters; in an array if the body is a list of them; null if there are none. */
  readonly input: InputClass<object> | readonly [InputClass<object>] | null;
  readonly run: (ctx: Context, input: never, file: RestFile | null) => Promise<unknown>;
}

/** Rows of the legacy shim by method and path, `"GET /api/siteinfo.v2"`. */
export type RestRoutes = Readonly<Record<string, RestRoute>>;

/** Declares a row without parameters. */
export function route(
  input: null,
  run: (ctx: Context) => Promise<unknown>,
  options?: RouteOptions,
): RestRoute;
/** Declares a row whose body is a list. */
export function route<I extends object>(
  input: readonly [InputClass<I>],
  run: (ctx: Context, input: I[]) => Promise<unknown>,
  options?: RouteOptions,
): RestRoute;
/** Declares a row with one set of parameters. */
export function route<I extends object>(
  input: InputClass<I>,
  run: (ctx: Context, input: I, file: RestFile | null) => Promise<unknown>,
  options?: RouteOptions,
): RestRoute;
export function route(
  input: RestRoute["input"],
  run: RestRoute["run"],
  options: RouteOptions = {},
): RestRoute {
  return { input, run, ...options };
}

/** A page of a list as legacy clients ask for it; fewer than 1 is 1, more than the cap is the cap. */
export interface LegacyPageRequest {
  readonly page: number;
  readonly perPage: number;
}

const PER_PAGE_DEFAULT = 20;
const PER_PAGE_MAX = 50;

/** Reads `page` and `perPage` (legacy-facts 1.4). */
export function legacyPage(
  input: { readonly page?: number | null; readonly perPage?: number | null },
  perPageDefault = PER_PAGE_DEFAULT,
  perPageMax = PER_PAGE_MAX,
): LegacyPageRequest {
  const within = (value: number | null | undefined, initial: number, most: number): number =>
    Math.min(most, Math.max(1, Math.trunc(value ?? initial)));
  return {
    page: within(input.page, 1, 1_000_000),
    perPage: within(input.perPage || undefined, perPageDefault, perPageMax),
  };
}

/** Reads `filter`, which old clients write as an object and leave out at will. */
export function legacyFilter(filter: unknown): Readonly<Record<string, unknown>> {
  return filter !== null && typeof filter === "object" ? (filter as Record<string, unknown>) : {};
}

/** A page of a list; the endpoint adds the addresses of its neighbours, which it alone knows. */
export class LegacyPage {
  constructor(
    readonly pageData: unknown,
    readonly request: LegacyPageRequest,
    readonly pageLength: number,
    readonly totalCount: number,
    /** Fields beside the rows. */
    readonly more: object = {},
  ) {}
}

/** The first page of a list without rows. */
export const EMPTY_PAGE = new LegacyPage([], { page: 1, perPage: PER_PAGE_DEFAULT }, 0, 0);

/** An answer with a message of its own. */
export class LegacySaid {
  constructor(
    readonly data: unknown,
    readonly message: string,
  ) {}
}

/** A time as old clients read it: local, `YYYY-MM-DD HH:mm:ss`. */
export function legacyTime(time: Date): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  const date = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${date} ${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
}

/** A time as old clients read it where the predecessor shows a whole row: UTC with microseconds (legacy-facts 1.1). */
export function legacyRowTime(time: Date): string {
  return time.toISOString().replace("Z", "000Z");
}

/** Digits of `legacyStamp`. */
export const LEGACY_STAMP_DIGITS = 14;

/** A time as numbers of orders begin with it: UTC, `YYYYMMDDHHmmss` (legacy-facts 4.9). */
export function legacyStamp(time: Date): string {
  return time.toISOString().replace(/\D/g, "").slice(0, LEGACY_STAMP_DIGITS);
}

/** A path of this site as old clients need it, which may run elsewhere: with the site before it; empty for none. */
export function legacyAddress({ services }: Context, path: string | null | undefined): string {
  return path?.startsWith("/") ? services.publicUrl + path : (path ?? "");
}
