import type { Context } from "../../../core/context.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { nameKey } from "../../../core/text.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { insert } from "../../../core/write.ts";
import { asksConsent } from "../../settings/catalogue/agreements.ts";
import { getSettings } from "../../settings/setting.service.ts";
import { censor } from "../../stop-words/filter/filter.service.ts";
import { CensoredField } from "../../stop-words/stopWord.view.ts";
import { checkName } from "../../users/name.ts";
import { NO_PASSWORD, User } from "../../users/user.entity.ts";
import { emailGiven } from "../accounts/account.events.ts";
import { enter, type SignedIn } from "../accounts/enter.service.ts";
import { findAccount } from "../accounts/findAccount.service.ts";
import { checkRegisterEmail } from "../accounts/registerEmail.ts";
import { createMember } from "../accounts/registration.service.ts";
import { registersByPhone, registersByWechat } from "../accounts/signInModes.ts";
import { beginAttempt } from "../attempts/attempt.service.ts";
import { findKnownDevice } from "../attempts/knownDevice.ts";
import { verifyPassword } from "../passwords/verify.service.ts";
import { ClientKind } from "../sessions/session.entity.ts";
import { Identity } from "./identity.entity.ts";
import type { IdentityLinkInput, IdentityRegisterInput } from "./identity.input.ts";
import { IdentityStep, type PendingIdentity } from "./identity.view.ts";
import type { IdentityProvider } from "./identityProvider.entity.ts";
import { consumeTicket, dropTicket, findTicket, isUsed, type Ticket } from "./identityTicket.ts";
import { getEnabledProvider } from "./provider.service.ts";

/** A sign-in that came back, with what the site knows of it. */
interface Arrival {
  readonly ticket: Ticket;
  readonly provider: IdentityProvider;
  /** The connected member; null if there is none. */
  readonly owner: User | null;
  /** The member with the same address, if nobody is connected and both sides have verified it. */
  readonly namesake: User | null;
}

/** @throws {DomainError} IDENTITY_EXPIRED, also for a ticket that was used; NOT_FOUND for a provider that is switched off by now. */
async function arrivalOf(ctx: Context): Promise<Arrival> {
  const ticket = findTicket(ctx, "ticket");
  if (!ticket || (await isUsed(ctx, ticket))) throw new DomainError("IDENTITY_EXPIRED");
  const { providerId, claims } = ticket;
  const provider = await getEnabledProvider(ctx, providerId);
  const identity = await ctx.db.findOneBy(Identity, { providerId, subject: claims.subject });
  const owner = identity && (await ctx.db.findOneBy(User, { id: identity.userId }));
  const isProven = claims.isEmailVerified && claims.email.includes("@");
  const namesake = !owner && isProven ? await findAccount(ctx, nameKey(claims.email)) : null;
  return { ticket, provider, owner, namesake };
}

/** Says what is left to do after a provider has named somebody. @throws {DomainError} IDENTITY_EXPIRED; IDENTITY_UNVERIFIED. */
export async function findPendingIdentity(ctx: Context): Promise<PendingIdentity> {
  const { ticket, provider, owner, namesake } = await arrivalOf(ctx);
  const { email, name } = ticket.claims;
  const shown = { label: provider.label, email, name };
  if (ticket.userId !== null) return { step: IdentityStep.CONNECT, ...shown };
  if (owner) return { step: IdentityStep.SIGN_IN, ...shown };
  mustBeVerified(provider, ticket);
  return { step: namesake ? IdentityStep.LINK : IdentityStep.REGISTER, ...shown };
}

function mustBeVerified(provider: IdentityProvider, { claims }: Ticket): void {
  if (provider.needsVerifiedEmail && !claims.isEmailVerified) throw new DomainError("IDENTITY_UNVERIFIED");
}

/**
 * Uses the ticket up in the caller's transaction and notes that its account at the provider belongs to a member.
 * @throws {DomainError} IDENTITY_EXPIRED; IDENTITY_TAKEN
 */
async function connect(ctx: Context, userId: number, ticket: Ticket): Promise<void> {
  await consumeTicket(ctx, ticket);
  const { providerId, claims } = ticket;
  const { subject, email } = claims;
  // Of two who connect one account at the same moment, the index refuses the second.
  await insert(ctx, Identity, { userId, providerId, subject, email, createdAt: ctx.now }).catch(
    (error: unknown) => {
      throw /unique|duplicate/i.test(String(error)) ? new DomainError("IDENTITY_TAKEN") : error;
    },
  );
}

/**
 * Signs the member in whom a provider has named to this browser.
 * @throws {DomainError} IDENTITY_EXPIRED; NOT_FOUND if nobody is connected; SECOND_FACTOR_NEEDED, SECOND_FACTOR_WRONG;
 *   ACCOUNT_BANNED; RATE_LIMITED.
 */
export const loginByIdentity = verb({
  name: "loginByIdentity",
  who: "anyone",
  rate: "login",
  withoutCompanion: true,
  whileClosed: true,
  beforeJoining: true,
  anyStanding: true,
  async run(ctx: Context, secondFactor: string | null | undefined): Promise<SignedIn> {
    const { ticket, owner } = await arrivalOf(ctx);
    if (!owner || ticket.userId !== null) throw new DomainError("NOT_FOUND");
    const attempt = await beginAttempt(ctx, owner.usernameKey, findKnownDevice(ctx, owner));
    const consume = (): Promise<void> => inTransaction(ctx, (ctx) => consumeTicket(ctx, ticket));
    const signedIn = await enter(ctx, owner, { attempt, client: ClientKind.BROWSER, secondFactor, consume });
    dropTicket(ctx);
    return signedIn;
  },
});

/**
 * Connects what a provider has named with the account that has the same verified address, once its password is given,
 * and signs its member in.
 * @throws {DomainError} IDENTITY_EXPIRED; IDENTITY_UNVERIFIED; NOT_FOUND if no account has the address; PASSWORD_WRONG;
 *   SECOND_FACTOR_NEEDED, SECOND_FACTOR_WRONG; IDENTITY_TAKEN; ACCOUNT_BANNED; RATE_LIMITED.
 */
export const linkIdentity = verb({
  name: "linkIdentity",
  who: "anyone",
  rate: "login",
  withoutCompanion: true,
  whileClosed: true,
  beforeJoining: true,
  anyStanding: true,
  async run(ctx: Context, { password, secondFactor }: IdentityLinkInput): Promise<SignedIn> {
    const { ticket, provider, namesake } = await arrivalOf(ctx);
    if (!namesake || ticket.userId !== null) throw new DomainError("NOT_FOUND");
    mustBeVerified(provider, ticket);
    const attempt = await beginAttempt(ctx, namesake.usernameKey, findKnownDevice(ctx, namesake));
    const user = await verifyPassword(ctx, namesake, password);
    if (!user) throw new DomainError("PASSWORD_WRONG", { field: "password" });
    const consume = (): Promise<void> => inTransaction(ctx, (ctx) => connect(ctx, user.id, ticket));
    const entry = { attempt, client: ClientKind.BROWSER, secondFactor, consume };
    const signedIn = await enter(ctx, user, entry);
    dropTicket(ctx);
    return signedIn;
  },
});

/**
 * Registers somebody whom a provider has named, at the gates of the site. An address is confirmed by mail, as everywhere.
 * @emits userRegistered, emailGiven
 * @throws {DomainError} IDENTITY_EXPIRED; IDENTITY_UNVERIFIED; IDENTITY_TAKEN if there is an account already;
 *   REGISTRATION_CLOSED; INVALID_PARAMETER for `agreed`; EMAIL_REQUIRED; INVITATION_NEEDED, INVITATION_INVALID; USERNAME_TAKEN, NICKNAME_TAKEN and their like.
 */
export const registerByIdentity = verb({
  name: "registerByIdentity",
  who: "anyone",
  rate: "register",
  withoutCompanion: true,
  beforeJoining: true,
  async run(ctx: Context, input: IdentityRegisterInput): Promise<SignedIn> {
    const { ticket, provider, owner, namesake } = await arrivalOf(ctx);
    if (owner || namesake || ticket.userId !== null) throw new DomainError("IDENTITY_TAKEN");
    mustBeVerified(provider, ticket);
    const settings = await getSettings(ctx);
    if (settings.register_close !== "1" || !provider.mayRegister)
      throw new DomainError("REGISTRATION_CLOSED");
    if ((await registersByPhone(ctx)) || (await registersByWechat(ctx)))
      throw new DomainError("REGISTRATION_CLOSED");
    if (asksConsent(settings) && !input.agreed)
      throw invalid("agreed", "请先同意网站的协议", "Please agree to the terms of the site first.");
    const email = await checkRegisterEmail(ctx, ticket.claims.email);
    const username = checkName("username", input.username);
    const nickname = checkName("nickname", input.nickname);
    await censor(ctx, CensoredField.USERNAME, username.name);
    await censor(ctx, CensoredField.NICKNAME, nickname.name);
    const newMember = { username, nickname, passwordHash: NO_PASSWORD, inviteCode: input.inviteCode };
    const { id } = await inTransaction(ctx, async (ctx) => {
      const created = await createMember(ctx, newMember);
      await connect(ctx, created.id, ticket);
      if (email !== null) ctx.emit(emailGiven({ userId: created.id, email, locale: ctx.locale }));
      return created;
    });
    const user = await ctx.db.findOneByOrFail(User, { id });
    const attempt = { succeeded: () => Promise.resolve() };
    const signedIn = await enter(ctx, user, { attempt, client: ClientKind.BROWSER });
    dropTicket(ctx);
    return signedIn;
  },
});

/**
 * Connects what a provider has named with the viewer's account, where the viewer has begun that.
 * @throws {DomainError} IDENTITY_EXPIRED, also for another member; IDENTITY_TAKEN.
 */
export const connectIdentity = verb({
  name: "connectIdentity",
  who: "member",
  rate: "session",
  anyStanding: true,
  async run(ctx: Context, _input: undefined): Promise<boolean> {
    const { ticket, owner } = await arrivalOf(ctx);
    const userId = ctx.viewer.accountId;
    if (ticket.userId !== userId) throw new DomainError("IDENTITY_EXPIRED");
    const isOwn = owner?.id === userId;
    await inTransaction(ctx, (ctx) => (isOwn ? consumeTicket(ctx, ticket) : connect(ctx, userId, ticket)));
    dropTicket(ctx);
    return true;
  },
});
