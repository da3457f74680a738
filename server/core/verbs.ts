import { newTrail, writeTrail } from "./audit.ts";
import type { Context } from "./context.ts";
import { DomainError } from "./errors.ts";
import type { Permission } from "./permissions.ts";
import type { Bucket } from "./rateLimit.ts";
import { refuseCommandBeyondScope } from "./tokenScope.ts";
import {
  refuseIfClosed,
  refuseIfSilenced,
  refuseUnlessInGoodStanding,
  refuseUnlessJoined,
} from "./viewer.ts";

/** Callers that a command admits; what depends on the target is checked inside `run`. */
export type Who = "anyone" | "member" | "admin" | { readonly permission: Permission };

/** The declaration of a verb that changes state. */
export interface VerbSpec<I, O> {
  /** Unique; equals the GraphQL mutation or names what the REST row does. */
  readonly name: string;
  readonly who: Who;
  /** The bucket that limits how often it is called. */
  readonly rate: Bucket;
  /** Its transactions write to the log what they change, with actor, before and after; see `noteChange`. */
  readonly audited?: boolean;
  /** Calling it twice is the same as calling it once. */
  readonly idempotent?: boolean;
  /** Works with a browser's cookie alone: coming and going, for which a lost companion token must not matter. */
  readonly withoutCompanion?: boolean;
  /** Works for members who are banned, refused or still reviewed. */
  readonly anyStanding?: boolean;
  /** Works while the site is closed: coming and going, so that administrators can open it again. */
  readonly whileClosed?: boolean;
  /** Works on a paid site before joining it: coming, paying and the own account. So does what works in any standing. */
  readonly beforeJoining?: boolean;
  /** Shows something to others that the viewer writes: refused while the staff has silenced them. */
  readonly publishes?: boolean;
  run(ctx: Context, input: I): Promise<O>;
}

/** A declared verb: call it like a function; its declaration can be read. */
export interface Verb<I, O> {
  (ctx: Context, input: I): Promise<O>;
  readonly declaration: Omit<VerbSpec<I, O>, "run">;
}

const declared = new Map<string, Verb<never, unknown>>();

/** Every verb of the program by name; the permission matrix is made from it. */
export function declaredVerbs(): ReadonlyMap<string, Verb<never, unknown>> {
  return declared;
}

/**
 * Declares a command and wraps it, so that both APIs check the same: proof of intent, standing, permission, rate.
 * @throws {Error} if the name is taken: a programming mistake.
 */
export function verb<I, O>(spec: VerbSpec<I, O>): Verb<I, O> {
  if (declared.has(spec.name)) throw new Error(`The verb ${spec.name} is declared twice.`);
  const call = async (ctx: Context, input: I): Promise<O> => {
    if (ctx.token) refuseCommandBeyondScope(ctx.token, spec.name);
    if (!spec.withoutCompanion) checkProof(ctx);
    if (!spec.whileClosed) refuseIfClosed(ctx.viewer);
    checkWho(ctx, spec);
    if (spec.publishes) refuseIfSilenced(ctx.viewer);
    await ctx.services.rateLimiter.take(
      spec.rate,
      ctx.viewer.isSignedIn ? `u${ctx.viewer.accountId}` : ctx.address,
      ctx.quotas,
    );
    // Within another audited verb it is part of that one's doing: its changes are noted there.
    if (!spec.audited || (ctx.writing && ctx.audit)) return spec.run(ctx, input);
    const audited: Context = { ...ctx, audit: newTrail(spec.name, input) };
    const result = await spec.run(audited, input);
    // `inTransaction` joined a transaction that writes no trail of its own.
    if (ctx.writing) await writeTrail(audited);
    ctx.services.log.info(
      { requestId: ctx.requestId, verb: spec.name, actor: ctx.viewer.accountId },
      "audit",
    );
    return result;
  };
  const { run: _run, ...declaration } = spec;
  const command = Object.assign(call, { declaration });
  declared.set(spec.name, command as Verb<never, unknown>);
  return command;
}

/** A browser's cookie alone may read; changing state needs its companion token, which other sites cannot send. */
function checkProof(ctx: Context): void {
  if (ctx.proof === "cookie") throw new DomainError("INVALID_TOKEN");
}

function checkWho(
  { viewer }: Context,
  spec: Pick<VerbSpec<never, never>, "who" | "anyStanding" | "whileClosed" | "beforeJoining">,
): void {
  const { who, anyStanding } = spec;
  if (!anyStanding) refuseUnlessInGoodStanding(viewer);
  if (!anyStanding && !spec.whileClosed && !spec.beforeJoining) refuseUnlessJoined(viewer);
  if (who === "anyone") return;
  if (!viewer.isSignedIn) throw new DomainError("LOGIN_REQUIRED");
  if (who === "member" || viewer.isAdmin) return;
  if (who === "admin") throw new DomainError("FORBIDDEN");
  if (!viewer.may(who.permission)) throw new DomainError("FORBIDDEN", { permission: who.permission });
}
