import { randomBytes } from "node:crypto";
import { noteChange } from "../../core/audit.ts";
import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { parseId } from "../../core/ids.ts";
import { seal, type SealedColumn } from "../../core/secrets.ts";
import { cleanLine, lengthOf } from "../../core/text.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { allow, mustBeAdmin } from "../../core/viewer.ts";
import { insert } from "../../core/write.ts";
import { requireProof } from "../auth/sessions/proof.service.ts";
import { CLIENT_NAME_MAX, OAuthClient, OAuthGrant } from "./oauth.entity.ts";
import type { OAuthApplicationInput } from "./oauth.input.ts";
import type { IssuedOAuthApplication, OAuthApplication } from "./oauth.view.ts";
import { removeTokens } from "./token.service.ts";

/** Applications that may be registered. */
const CLIENTS_MAX = 50;
const URIS_MAX = 10;
const URI_LENGTH_MAX = 500;
const SECRET_BYTES = 32;
const ID_BYTES = 16;
const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Deletes nothing: applications whose secret is lost get an unusable one, and are registered again. */
export const sealedClients: SealedColumn = {
  table: "oauth_clients",
  column: "secret",
  holds: "secrets of applications",
  async discard(ctx, isLost) {
    const lost = (await ctx.db.find(OAuthClient, { order: { id: "ASC" } })).filter(
      ({ secret }) => secret !== "" && isLost(secret),
    );
    const secret = () => seal(ctx.services, randomBytes(SECRET_BYTES).toString("base64url"));
    for (const { id } of lost) await ctx.db.update(OAuthClient, { id }, { secret: secret() });
    return lost.map(({ id }) => `oauthClient:${id}`);
  },
};

const viewOf = (client: OAuthClient): OAuthApplication => ({
  id: client.id,
  name: client.name,
  clientId: client.publicId,
  isPublic: client.secret === "",
  redirectUris: client.redirectUris.split("\n"),
  createdAt: client.createdAt,
});

/** Lists the registered applications, newest first. @throws {DomainError} FORBIDDEN for all but administrators. */
export async function listOAuthApplications(ctx: Context): Promise<OAuthApplication[]> {
  allow(mustBeAdmin(ctx.viewer));
  const clients = await ctx.db.find(OAuthClient, { order: { id: "DESC" }, take: CLIENTS_MAX });
  return clients.map(viewOf);
}

/**
 * Registers an application of somebody else.
 * @throws {DomainError} FORBIDDEN; PROOF_NEEDED; INVALID_PARAMETER.
 */
export const createOAuthApplication = verb({
  name: "createOAuthApplication",
  who: "admin",
  rate: "manage",
  audited: true,
  async run(ctx: Context, input: OAuthApplicationInput): Promise<IssuedOAuthApplication> {
    await requireProof(ctx);
    const name = cleanLine(input.name);
    if (name === "" || lengthOf(name) > CLIENT_NAME_MAX)
      throw invalid(
        "name",
        `请填写名称，最多 ${CLIENT_NAME_MAX} 个字符`,
        `A name is needed, with at most ${CLIENT_NAME_MAX} characters.`,
      );
    const redirectUris = checkRedirects(input.redirectUris).join("\n");
    const secret = input.isPublic ? null : randomBytes(SECRET_BYTES).toString("base64url");
    return inTransaction(ctx, async (ctx) => {
      if ((await ctx.db.count(OAuthClient)) >= CLIENTS_MAX)
        throw new DomainError("FORBIDDEN", {
          text: { zh: `最多 ${CLIENTS_MAX} 个应用`, en: `There may be at most ${CLIENTS_MAX} applications.` },
        });
      const values = {
        publicId: randomBytes(ID_BYTES).toString("hex"),
        name,
        secret: secret === null ? "" : seal(ctx.services, secret),
        redirectUris,
        createdById: ctx.viewer.id,
        createdAt: ctx.now,
      };
      const id = await insert(ctx, OAuthClient, values);
      noteChange(ctx, { target: `oauthClient:${id}`, after: { name, redirectUris } });
      return { application: viewOf({ id, ...values }), secret };
    });
  },
});

/** Addresses that codes may be sent to: https, or http on the member's own machine. @throws {DomainError} INVALID_PARAMETER */
function checkRedirects(uris: readonly string[]): string[] {
  const cleaned = [...new Set(uris.map((uri) => uri.trim()).filter((uri) => uri !== ""))];
  if (cleaned.length === 0 || cleaned.length > URIS_MAX)
    throw invalid(
      "redirectUris",
      `请填写 1 至 ${URIS_MAX} 个回调地址`,
      `1 to ${URIS_MAX} redirect addresses are needed.`,
    );
  for (const uri of cleaned) {
    const url = URL.canParse(uri) ? new URL(uri) : null;
    const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && LOOPBACK.has(url.hostname));
    if (!url || !isSafe || /[\s*#]/.test(uri) || uri.length > URI_LENGTH_MAX || url.username || url.password)
      throw invalid(
        "redirectUris",
        `${uri.slice(0, 80)} 不能用作回调地址：须为 https，或本机的 http`,
        `${uri.slice(0, 80)} cannot be a redirect address: https, or http on loopback.`,
      );
  }
  return cleaned;
}

/** Removes an application with everything that members allowed it. @throws {DomainError} FORBIDDEN; NOT_FOUND. */
export const deleteOAuthApplication = verb({
  name: "deleteOAuthApplication",
  who: "admin",
  rate: "manage",
  audited: true,
  async run(ctx: Context, applicationId: string): Promise<boolean> {
    const id = parseId(applicationId, "applicationId");
    await inTransaction(ctx, async (ctx) => {
      const client = await ctx.db.findOneBy(OAuthClient, { id });
      if (!client) throw new DomainError("NOT_FOUND");
      const grants = await ctx.db.findBy(OAuthGrant, { clientId: id });
      await removeTokens(
        ctx,
        grants.map(({ tokenId }) => ({ id: tokenId })),
      );
      await ctx.db.delete(OAuthClient, { id });
      noteChange(ctx, { target: `oauthClient:${id}`, before: { name: client.name } });
    });
    return true;
  },
});
