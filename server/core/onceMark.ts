import type { Context } from "./context.ts";

/** The mark that a request with an idempotency key leaves in the transactions that it commits. */
export interface OnceMark {
  /** True once something of the request is committed. */
  isCommitted: boolean;
  /** Notes in the present transaction that it is the request's. */
  mark(ctx: Context): Promise<void>;
}
