import type { Context } from "../../../core/context.ts";
import { noteChange } from "../../../core/audit.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { parseId, parseOptionalId } from "../../../core/ids.ts";
import { mustBeOutside } from "../../../core/outsideCalls.ts";
import { seal, type SealedColumn } from "../../../core/secrets.ts";
import { cleanLine, lengthOf } from "../../../core/text.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { insert, lockById } from "../../../core/write.ts";
import { Identity } from "./identity.entity.ts";
import type { IdentityProviderInput } from "./identity.input.ts";
import type { IdentityProviderView, SignInProvider } from "./identity.view.ts";
import { IdentityProvider, LABEL_MAX, PROVIDER_TEXT_MAX } from "./identityProvider.entity.ts";

const COLOR = /^(#[\da-f]{6})?$/i;
const SCOPES = /^[\w:./-]+( [\w:./-]+)*$/;

/** Secrets of providers; one whose secret is lost is not offered until it is given anew. */
export const sealedProviders: SealedColumn = {
  table: "identity_providers",
  column: "clientSecret",
  holds: "secrets of sign-in providers",
  async discard(ctx, isLost) {
    const providers = await ctx.db.find(IdentityProvider, { order: { id: "ASC" } });
    const lost = providers.filter(({ clientSecret }) => isLost(clientSecret));
    for (const { id } of lost)
      await ctx.db.update(IdentityProvider, { id }, { clientSecret: "", isEnabled: false });
    return lost.map(({ id }) => `identity-provider:${id}`);
  },
};

/** Lists the providers that members sign in by. */
export async function listSignInProviders(ctx: Context): Promise<SignInProvider[]> {
  const providers = await ctx.db.find(IdentityProvider, { where: { isEnabled: true }, order: { id: "ASC" } });
  return providers.map(({ id, label, color }) => ({ id, label, color }));
}

/** Gives a provider that is switched on. @throws {DomainError} NOT_FOUND */
export async function getEnabledProvider(ctx: Context, id: number): Promise<IdentityProvider> {
  const provider = await ctx.db.findOneBy(IdentityProvider, { id, isEnabled: true });
  if (!provider) throw new DomainError("NOT_FOUND");
  return provider;
}

/** Lists all providers, without their secrets. @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN for all but administrators. */
export async function listIdentityProviders(ctx: Context): Promise<IdentityProviderView[]> {
  if (!ctx.viewer.isAdmin) throw new DomainError(ctx.viewer.isSignedIn ? "FORBIDDEN" : "LOGIN_REQUIRED");
  return (await ctx.db.find(IdentityProvider, { order: { id: "ASC" } })).map(viewOf);
}

function viewOf({ clientSecret, ...provider }: IdentityProvider): IdentityProviderView {
  return { ...provider, hasSecret: clientSecret !== "" };
}

/**
 * Sets a provider up, or changes it. The issuer stays what it was while members are connected, since its accounts are
 * theirs.
 * @throws {DomainError} INVALID_PARAMETER; NOT_FOUND; IN_USE for another issuer of connected accounts.
 */
export const saveIdentityProvider = verb({
  name: "saveIdentityProvider",
  who: "admin",
  rate: "manage",
  audited: true,
  async run(ctx: Context, input: IdentityProviderInput): Promise<IdentityProviderView> {
    const id = parseOptionalId(input.providerId, "providerId");
    const values = await checkProvider(ctx, input);
    const stored = await inTransaction(ctx, async (ctx) => {
      const before = id === undefined ? null : await lockById(ctx, IdentityProvider, id);
      if (id !== undefined && !before) throw new DomainError("NOT_FOUND");
      if (
        before &&
        before.issuer !== values.issuer &&
        (await ctx.db.existsBy(Identity, { providerId: before.id }))
      )
        throw new DomainError("IN_USE", { field: "issuer" });
      const secret = input.clientSecret?.trim();
      if (!before && !secret) throw invalid("clientSecret", "请填写密钥", "Give the secret.");
      const clientSecret = secret ? seal(ctx.services, secret) : before!.clientSecret;
      const row = { ...values, clientSecret };
      const rowId = before?.id ?? (await insert(ctx, IdentityProvider, row));
      if (before) await ctx.db.update(IdentityProvider, { id: before.id }, row);
      noteChange(ctx, {
        target: `identityProvider:${rowId}`,
        before: before && { ...viewOf(before), id: undefined },
        after: { ...values, changedSecret: Boolean(secret) },
      });
      return { id: rowId, ...row };
    });
    return viewOf(stored);
  },
});

/**
 * Deletes a provider that nobody is connected by.
 * @throws {DomainError} NOT_FOUND; IN_USE while members are connected: it can be switched off.
 */
export const deleteIdentityProvider = verb({
  name: "deleteIdentityProvider",
  who: "admin",
  rate: "manage",
  audited: true,
  async run(ctx: Context, providerId: string): Promise<boolean> {
    const id = parseId(providerId, "providerId");
    await inTransaction(ctx, async (ctx) => {
      const before = await lockById(ctx, IdentityProvider, id);
      if (!before) throw new DomainError("NOT_FOUND");
      if (await ctx.db.existsBy(Identity, { providerId: id }))
        throw new DomainError("IN_USE", {
          text: {
            zh: "还有成员通过它登录，只能停用",
            en: "Members are connected by it. Switch it off instead.",
          },
        });
      await ctx.db.delete(IdentityProvider, { id });
      noteChange(ctx, {
        target: `identityProvider:${id}`,
        before: { label: before.label, issuer: before.issuer },
      });
    });
    return true;
  },
});

type ProviderValues = Omit<IdentityProvider, "id" | "clientSecret">;

async function checkProvider(ctx: Context, input: IdentityProviderInput): Promise<ProviderValues> {
  const line = (key: "label" | "issuer" | "clientId" | "scopes", max: number): string => {
    const value = cleanLine(input[key]);
    if (value === "" || lengthOf(value) > max)
      throw invalid(key, `请填写，最多 ${max} 个字符`, `Needed, with at most ${max} characters.`);
    return value;
  };
  const color = input.color.trim();
  if (!COLOR.test(color)) throw invalid("color", "颜色格式为 #1a5fb4", "A colour looks like #1a5fb4.");
  const scopes = line("scopes", PROVIDER_TEXT_MAX);
  if (!SCOPES.test(scopes) || !scopes.split(" ").includes("openid"))
    throw invalid("scopes", "权限范围必须包含 openid", "The scopes contain openid.");
  const issuer = line("issuer", PROVIDER_TEXT_MAX);
  await checkIssuer(ctx, issuer);
  const { needsVerifiedEmail, mayRegister, isEnabled } = input;
  return {
    label: line("label", LABEL_MAX),
    clientId: line("clientId", PROVIDER_TEXT_MAX),
    color,
    issuer,
    scopes,
    needsVerifiedEmail,
    mayRegister,
    isEnabled,
  };
}

/** Refuses addresses of the inner net, whose services an administrator's form must not reach. */
async function checkIssuer(ctx: Context, issuer: string): Promise<void> {
  try {
    const url = new URL(issuer);
    if (url.search !== "" || url.hash !== "") throw new Error("An issuer has no query.");
    if (!ctx.services.mayCallInner) await mustBeOutside(issuer);
  } catch {
    throw invalid(
      "issuer",
      "请填写公网的 https 地址，例如 https://accounts.example.com",
      "A public https address, such as https://accounts.example.com.",
    );
  }
}
