import type { Feature } from "../../core/feature.ts";
import { deliver } from "../../core/outbox.ts";
import { inTransaction } from "../../core/transaction.ts";
import { sessionsEnded } from "../auth/sessions/session.events.ts";
import { OAuthClient, OAuthGrant, OAuthRecord } from "./oauth.entity.ts";
import { OAuthResolver } from "./oauth.resolver.ts";
import { sealedClients } from "./oauthClient.service.ts";
import { sealedRecords } from "./oauthStore.service.ts";
import { AccessToken, AccessTokenSecret } from "./token.entity.ts";
import { tokenJobs } from "./token.jobs.ts";
import { TokenResolver } from "./token.resolver.ts";
import { removePersonalTokens, removeTokensOf } from "./token.service.ts";

/** Personal and application tokens and those of allowed applications, by which programs act as a member within a scope. */
export const tokens: Feature = {
  name: "tokens",
  entities: [AccessToken, AccessTokenSecret, OAuthClient, OAuthGrant, OAuthRecord],
  resolvers: [TokenResolver, OAuthResolver],
  sealed: [sealedClients, sealedRecords],
  jobs: tokenJobs,
  deliveries: [
    deliver(
      "endTokensWithSessions",
      sessionsEnded,
      (ctx, ended) =>
        removePersonalTokens(
          ctx,
          ended.map(({ userId }) => userId),
        ),
      { concerns: ({ sessionIds }) => sessionIds === "all" },
    ),
  ],
  erasureHooks: [
    { name: "tokens", erase: (ctx, userId) => inTransaction(ctx, (ctx) => removeTokensOf(ctx, userId)) },
  ],
};
