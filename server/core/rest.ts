import type { Context } from "./context.ts";

/** An input class: its fields and their static rules. */
export type InputClass<I> = new () => I;

/** One row of the legacy shim: what is accepted, and the function that answers. */
export interface RestRoute {
  /** The class of the parameters; in an array if the body is a list of them; null if there are none. */
  readonly input: InputClass<object> | readonly [InputClass<object>] | null;
  readonly run: (ctx: Context, input: never) => Promise<unknown>;
}

/** Rows of the legacy shim by method and path, `"GET /api/siteinfo.v2"`. */
export type RestRoutes = Readonly<Record<string, RestRoute>>;

/** Declares a row without parameters. */
export function route(input: null, run: (ctx: Context) => Promise<unknown>): RestRoute;
/** Declares a row whose body is a list. */
export function route<I extends object>(
  input: readonly [InputClass<I>],
  run: (ctx: Context, input: I[]) => Promise<unknown>,
): RestRoute;
/** Declares a row with one set of parameters. */
export function route<I extends object>(
  input: InputClass<I>,
  run: (ctx: Context, input: I) => Promise<unknown>,
): RestRoute;
export function route(
  input: RestRoute["input"],
  run: (ctx: Context, input: never) => Promise<unknown>,
): RestRoute {
  return { input, run };
}
