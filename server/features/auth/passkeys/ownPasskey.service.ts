import { createHmac } from "node:crypto";
import type { Context } from "../../../core/context.ts";
import { derivedKey } from "../../../core/derivedKey.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { parseId } from "../../../core/ids.ts";
import { cleanLine, lengthOf } from "../../../core/text.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { insert } from "../../../core/write.ts";
import { findPhone } from "../../notifications/delivery/addresses/phone.service.ts";
import { notificationRaised } from "../../notifications/inbox/notification.events.ts";
import { getSettings } from "../../settings/setting.service.ts";
import { lockMember } from "../../users/members/member.service.ts";
import { User } from "../../users/user.entity.ts";
import { Identity } from "../identities/identity.entity.ts";
import { hasPassword } from "../passwords/password.ts";
import { digest } from "../sessions/digest.ts";
import { requireProof } from "../sessions/proof.service.ts";
import { Passkey, PASSKEY_NAME_MAX } from "./passkey.entity.ts";
import type { PasskeyView } from "./passkey.view.ts";
import { challengeOf, parseAdded } from "./passkeyAnswer.ts";
import { CHALLENGE_MS, consumeChallenge, isOwnChallenge, makeChallenge } from "./passkeyChallenge.ts";
import { getPasskeySite } from "./passkeySite.ts";

/** Passkeys that a member may have. */
export const PASSKEYS_MAX = 20;
/** Longest list of transports that is stored, in characters. */
const TRANSPORTS_MAX = 100;

/** Lists the passkeys of the viewer, the oldest first. @throws {DomainError} LOGIN_REQUIRED */
export async function listPasskeys(ctx: Context): Promise<PasskeyView[]> {
  if (!ctx.viewer.isSignedIn) throw new DomainError("LOGIN_REQUIRED");
  return ownPasskeys(ctx, ctx.viewer.accountId);
}

/** Reads the passkeys of a member, the oldest first. */
export function ownPasskeys(ctx: Context, userId: number): Promise<Passkey[]> {
  return ctx.db.find(Passkey, { where: { userId }, order: { id: "ASC" } });
}

/**
 * Begins to add a passkey, in this browser alone.
 * @returns the options of `navigator.credentials.create` as JSON
 * @throws {DomainError} PROOF_NEEDED; PASSKEYS_OFF; FORBIDDEN for members who have too many.
 */
export const beginPasskey = verb({
  name: "beginPasskey",
  who: "member",
  rate: "session",
  anyStanding: true,
  async run(ctx: Context, _input: undefined): Promise<string> {
    const { rpID } = getPasskeySite(ctx);
    await requireProof(ctx);
    const userId = ctx.viewer.accountId;
    const passkeys = await ownPasskeys(ctx, userId);
    refuseMore(passkeys.length);
    const { username, nickname } = await ctx.db.findOneByOrFail(User, { id: userId });
    const { site_name: rpName } = await getSettings(ctx);
    const { generateRegistrationOptions } = await import("@simplewebauthn/server");
    const options = await generateRegistrationOptions({
      rpID,
      rpName,
      userName: username,
      userDisplayName: nickname,
      userID: new Uint8Array(Buffer.from(handleOf(ctx, userId, passkeys), "base64url")),
      challenge: makeChallenge(ctx, `add:${userId}`),
      timeout: CHALLENGE_MS,
      attestationType: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "preferred" },
      excludeCredentials: passkeys.map(descriptorOf),
    });
    return JSON.stringify(options);
  },
});

/** Describes a passkey as browsers know it. */
export function descriptorOf({ credentialId, transports }: Passkey): { id: string; transports?: string[] } {
  return { id: credentialId, ...(transports && { transports: transports.split(",") }) };
}

/** Gives the name of a member for authenticators, which says nothing of them: that of their passkeys, if there are any. */
function handleOf(ctx: Context, userId: number, passkeys: readonly Passkey[]): string {
  const key = derivedKey(ctx.services, "passkey user");
  return passkeys[0]?.userHandle ?? createHmac("sha256", key).update(String(userId)).digest("base64url");
}

function refuseMore(count: number): void {
  if (count < PASSKEYS_MAX) return;
  throw new DomainError("FORBIDDEN", {
    text: {
      zh: `最多添加 ${PASSKEYS_MAX} 个通行密钥`,
      en: `An account has at most ${PASSKEYS_MAX} passkeys.`,
    },
  });
}

/** Input of `addPasskey`. */
export interface NewPasskey {
  readonly name: string;
  /** Answer of the browser as JSON. */
  readonly answer: string;
}

function checkPasskeyName(value: string): string {
  const name = cleanLine(value);
  if (name === "" || lengthOf(name) > PASSKEY_NAME_MAX)
    throw invalid(
      "name",
      `请填写名称，最多 ${PASSKEY_NAME_MAX} 个字符`,
      `A name is needed, with at most ${PASSKEY_NAME_MAX} characters.`,
    );
  return name;
}

/**
 * Adds the passkey that a browser has made for the viewer, and tells them.
 * @emits notificationRaised
 * @throws {DomainError} PROOF_NEEDED; PASSKEYS_OFF; PASSKEY_EXPIRED for a challenge that was used, is too old, or of
 *   another browser or member; PASSKEY_FAILED; INVALID_PARAMETER for the name; FORBIDDEN for members who have too many;
 *   ALREADY_EXISTS.
 */
export const addPasskey = verb({
  name: "addPasskey",
  who: "member",
  rate: "session",
  anyStanding: true,
  async run(ctx: Context, input: NewPasskey): Promise<PasskeyView> {
    getPasskeySite(ctx);
    await requireProof(ctx);
    const name = checkPasskeyName(input.name);
    const userId = ctx.viewer.accountId;
    const added = parseAdded(input.answer);
    const challenge = challengeOf(added.response.clientDataJSON);
    if (!isOwnChallenge(ctx, `add:${userId}`, challenge)) throw new DomainError("PASSKEY_EXPIRED");
    const key = await verify(ctx, added, challenge);
    return inTransaction(ctx, async (ctx) => {
      await consumeChallenge(ctx, challenge);
      await lockMember(ctx, userId);
      const passkeys = await ownPasskeys(ctx, userId);
      refuseMore(passkeys.length);
      const userHandle = handleOf(ctx, userId, passkeys);
      const row = { ...key, userId, userHandle, name, createdAt: ctx.now, lastUsedAt: null };
      // Of two who add one passkey at the same moment, the index refuses the second.
      const id = await insert(ctx, Passkey, row).catch((error: unknown) => {
        throw /unique|duplicate/i.test(String(error)) ? new DomainError("ALREADY_EXISTS") : error;
      });
      tell(ctx, "user.passkey.added", name);
      return { id, ...row };
    });
  },
});

type Key = Pick<
  Passkey,
  "credentialKey" | "credentialId" | "publicKey" | "counter" | "transports" | "isBackedUp"
>;

/** Checks a new passkey: address of the site, challenge, and what it says of itself. @throws {DomainError} PASSKEY_FAILED */
async function verify(
  ctx: Context,
  response: ReturnType<typeof parseAdded>,
  expectedChallenge: string,
): Promise<Key> {
  const { rpID, origin } = getPasskeySite(ctx);
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: false,
    });
    if (!verified) throw new Error("It is not verified.");
    const { credential, credentialBackedUp: isBackedUp } = registrationInfo;
    const transports = (response.response.transports ?? [])
      .filter((each) => /^[a-z-]+$/.test(each))
      .join(",");
    return {
      credentialKey: digest(credential.id),
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString("base64url"),
      counter: credential.counter,
      transports: transports.length > TRANSPORTS_MAX ? "" : transports,
      isBackedUp,
    };
  } catch (error) {
    ctx.services.log.warn({ requestId: ctx.requestId, error: String(error) }, "a passkey was not added");
    throw new DomainError("PASSKEY_FAILED");
  }
}

function tell(ctx: Context, kind: "user.passkey.added" | "user.passkey.removed", passkey: string): void {
  const nothing = { actorId: null, threadId: null, postId: null };
  ctx.emit(notificationRaised({ userId: ctx.viewer.accountId, kind, ...nothing, data: { passkey } }));
}

/** Input of `renamePasskey`. */
export interface PasskeyRenaming {
  readonly passkeyId: string;
  readonly name: string;
}

/** Gives a passkey of the viewer another name. @throws {DomainError} NOT_FOUND; INVALID_PARAMETER. */
export const renamePasskey = verb({
  name: "renamePasskey",
  who: "member",
  rate: "session",
  idempotent: true,
  anyStanding: true,
  async run(ctx: Context, { passkeyId, name: value }: PasskeyRenaming): Promise<PasskeyView> {
    const own = { id: parseId(passkeyId, "passkeyId"), userId: ctx.viewer.accountId };
    const name = checkPasskeyName(value);
    return inTransaction(ctx, async (ctx) => {
      await ctx.db.update(Passkey, own, { name });
      const passkey = await ctx.db.findOneBy(Passkey, own);
      if (!passkey) throw new DomainError("NOT_FOUND");
      return passkey;
    });
  },
});

/**
 * Removes a passkey of the viewer, and tells them.
 * @emits notificationRaised
 * @throws {DomainError} NOT_FOUND; FORBIDDEN for the last way to sign in; PROOF_NEEDED.
 */
export const removePasskey = verb({
  name: "removePasskey",
  who: "member",
  rate: "session",
  anyStanding: true,
  async run(ctx: Context, passkeyId: string): Promise<boolean> {
    const userId = ctx.viewer.accountId;
    const own = { id: parseId(passkeyId, "passkeyId"), userId };
    if (!(await ctx.db.existsBy(Passkey, own))) throw new DomainError("NOT_FOUND");
    await requireProof(ctx);
    await inTransaction(ctx, async (ctx) => {
      const { passwordHash } = await lockMember(ctx, userId);
      const passkey = await ctx.db.findOneBy(Passkey, own);
      if (!passkey) throw new DomainError("NOT_FOUND");
      await ctx.db.delete(Passkey, own);
      const hasOther =
        hasPassword(passwordHash) ||
        (await findPhone(ctx, userId)) !== null ||
        (await ctx.db.existsBy(Passkey, { userId })) ||
        (await ctx.db.existsBy(Identity, { userId }));
      if (!hasOther)
        throw new DomainError("FORBIDDEN", {
          text: {
            zh: "请先设置密码，否则将无法再次登录",
            en: "Please set a password first: without one you could not sign in again.",
          },
        });
      tell(ctx, "user.passkey.removed", passkey.name);
    });
    return true;
  },
});
