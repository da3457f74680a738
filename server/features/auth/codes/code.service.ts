import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { LessThan, LessThanOrEqual, MoreThan } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { derivedKey } from "../../../core/derivedKey.ts";
import { DomainError } from "../../../core/errors.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { digest } from "../sessions/digest.ts";
import { OneTimeCode, type CodePurpose } from "./oneTimeCode.entity.ts";

/** Guesses of one code. */
export const GUESSES_MAX = 5;
const REQUEST_BYTES = 24;
const CODES = 1_000_000;

/** A code to be issued. */
export interface NewCode {
  readonly purpose: CodePurpose;
  /** Normalised account or phone number; stored as a digest. */
  readonly account: string;
  readonly minutes: number;
  readonly userId: number | null;
  /** Mark by which `findLastCode` finds it. */
  readonly state?: string;
}

/** A request for a code. */
export interface CodeRequest {
  /** Given to the asking browser, and to nobody else. */
  readonly request: string;
  readonly id: string;
}

/** Notes a request for a code, in the caller's transaction. */
export async function issueCode(ctx: Context, code: NewCode): Promise<CodeRequest> {
  const { purpose, account, minutes, userId, state = "" } = code;
  const request = randomBytes(REQUEST_BYTES).toString("base64url");
  const id = digest(request);
  await ctx.db.insert(OneTimeCode, {
    id,
    purpose,
    account: digest(account),
    userId,
    state,
    guesses: 0,
    issuedAt: ctx.now,
    expiresAt: new Date(ctx.now.getTime() + minutes * 60_000),
  });
  return { request, id };
}

/** Makes the code of a request: six digits that only this forum can make. */
export function codeOf({ services }: Context, id: string): string {
  const key = derivedKey(services, "sign-in code");
  const mac = createHmac("sha256", key).update(id).digest();
  return String(mac.readUIntBE(0, 6) % CODES).padStart(6, "0");
}

const openWhere = (ctx: Context, id: string, purpose: CodePurpose) => ({
  id,
  purpose,
  guesses: LessThan(GUESSES_MAX),
  expiresAt: MoreThan(ctx.now),
});

/** Finds what a browser has asked for; null if it is expired, used, guessed too often, or was never asked for. */
export function findOpenCode(
  ctx: Context,
  request: string,
  purpose: CodePurpose,
): Promise<OneTimeCode | null> {
  return ctx.db.findOneBy(OneTimeCode, openWhere(ctx, digest(request), purpose));
}

/** Finds the last code with a mark that was sent to an account; for clients that keep no request. */
export async function findLastCode(
  ctx: Context,
  { purpose, account, state }: Required<Pick<NewCode, "purpose" | "account" | "state">>,
): Promise<OneTimeCode | null> {
  const [last] = await ctx.db.find(OneTimeCode, {
    where: {
      purpose,
      account: digest(account),
      state,
      guesses: LessThan(GUESSES_MAX),
      expiresAt: MoreThan(ctx.now),
    },
    order: { issuedAt: "DESC" },
    take: 1,
  });
  return last ?? null;
}

/**
 * Counts a guess before the code is compared, so that concurrent guesses do not pass together.
 * @returns the code that is guessed
 * @throws {DomainError} CODE_EXPIRED if there is none, or no guess is left
 */
export async function countGuess(ctx: Context, row: OneTimeCode | null): Promise<OneTimeCode> {
  const counted =
    row &&
    (await inTransaction(ctx, (ctx) =>
      ctx.db.increment(OneTimeCode, openWhere(ctx, row.id, row.purpose), "guesses", 1),
    ));
  if (!row || counted?.affected !== 1) throw new DomainError("CODE_EXPIRED", { field: "code" });
  return row;
}

/** Takes a guess back that was right, but could not be used yet. */
export async function returnGuess(ctx: Context, { id }: OneTimeCode): Promise<void> {
  await inTransaction(ctx, (ctx) =>
    ctx.db.decrement(OneTimeCode, { id, guesses: MoreThan(0) }, "guesses", 1),
  );
}

/** True if the digits are those of the request, in any width and spacing; the time that it takes tells nothing. */
export function isRightCode(ctx: Context, row: OneTimeCode, typed: string): boolean {
  const right = Buffer.from(codeOf(ctx, row.id));
  const given = Buffer.from(typed.normalize("NFKC").replace(/\s/g, ""));
  return given.length === right.length && timingSafeEqual(given, right);
}

/** Uses a code up: of several calls at once exactly one passes. @throws {DomainError} CODE_EXPIRED. */
export async function consumeCode(ctx: Context, { id }: OneTimeCode): Promise<void> {
  const { affected } = await inTransaction(ctx, (ctx) => ctx.db.delete(OneTimeCode, { id }));
  if (affected !== 1) throw new DomainError("CODE_EXPIRED", { field: "code" });
}

/** Takes a request back whose code could not be sent. */
export async function withdrawCode(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, (ctx) => ctx.db.delete(OneTimeCode, { id }));
}

/** Notes whom a code was mailed to, in the caller's transaction. */
export async function assignCode(ctx: Context, id: string, userId: number, state: string): Promise<void> {
  await ctx.db.update(OneTimeCode, { id }, { userId, state });
}

/** Deletes codes that nobody used in time. */
export async function removeExpiredCodes(ctx: Context): Promise<void> {
  await inTransaction(ctx, (ctx) => ctx.db.delete(OneTimeCode, { expiresAt: LessThanOrEqual(ctx.now) }));
}
