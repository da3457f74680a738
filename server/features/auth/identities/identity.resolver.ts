import { Arg, Ctx, ID, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { continueAs } from "../sessions/continueAs.service.ts";
import { SessionView } from "../sessions/session.view.ts";
import { IdentityLinkInput, IdentityRegisterInput } from "./identity.input.ts";
import { ConnectedIdentity, PendingIdentity } from "./identity.view.ts";
import { beginIdentityConnection, beginIdentityLogin } from "./identityFlow.service.ts";
import {
  connectIdentity,
  findPendingIdentity,
  linkIdentity,
  loginByIdentity,
  registerByIdentity,
} from "./identityLogin.service.ts";
import { listIdentities, removeIdentity } from "./ownIdentity.service.ts";

/** GraphQL door to sign-ins by providers. */
@Resolver()
export class IdentityResolver {
  @Query(() => PendingIdentity, { description: "What is left to do after a provider has named this person." })
  pendingIdentity(@Ctx() ctx: Context) {
    return findPendingIdentity(ctx);
  }

  @Query(() => [ConnectedIdentity], { description: "Accounts at providers that sign the viewer in." })
  identities(@Ctx() ctx: Context) {
    if (!ctx.viewer.isSignedIn) throw new DomainError("LOGIN_REQUIRED");
    return listIdentities(ctx);
  }

  @Mutation(() => String, { description: "Begins a sign-in by a provider; gives the address there." })
  beginIdentityLogin(
    @Ctx() ctx: Context,
    @Arg("providerId", () => ID, { description: "Id of the provider." }) providerId: string,
  ) {
    return beginIdentityLogin(ctx, providerId);
  }

  @Mutation(() => String, {
    description: "Begins to connect an account at a provider; gives the address there.",
  })
  beginIdentityConnection(
    @Ctx() ctx: Context,
    @Arg("providerId", () => ID, { description: "Id of the provider." }) providerId: string,
  ) {
    return beginIdentityConnection(ctx, providerId);
  }

  @Mutation(() => SessionView, { description: "Signs in whom a provider has named to this browser." })
  async loginByIdentity(
    @Ctx() ctx: Context,
    @Arg("secondFactor", () => String, {
      nullable: true,
      description: "Code of the authenticator or a recovery code, where there is one.",
    })
    secondFactor?: string,
  ) {
    return continueAs(ctx, await loginByIdentity(ctx, secondFactor));
  }

  @Mutation(() => SessionView, {
    description: "Connects the provider with the account of the same verified address, and signs in.",
  })
  async linkIdentity(
    @Ctx() ctx: Context,
    @Arg("input", () => IdentityLinkInput, { description: "All that is written, in one object." })
    input: IdentityLinkInput,
  ) {
    return continueAs(ctx, await linkIdentity(ctx, input));
  }

  @Mutation(() => SessionView, { description: "Registers whom a provider has named to this browser." })
  async registerByIdentity(
    @Ctx() ctx: Context,
    @Arg("input", () => IdentityRegisterInput, { description: "All that is written, in one object." })
    input: IdentityRegisterInput,
  ) {
    return continueAs(ctx, await registerByIdentity(ctx, input));
  }

  @Mutation(() => Boolean, { description: "Connects what a provider has named with the viewer's account." })
  connectIdentity(@Ctx() ctx: Context) {
    return connectIdentity(ctx, undefined);
  }

  @Mutation(() => Boolean, { description: "Disconnects an account at a provider." })
  removeIdentity(
    @Ctx() ctx: Context,
    @Arg("identityId", () => ID, { description: "Id of the connection." }) identityId: string,
  ) {
    return removeIdentity(ctx, identityId);
  }
}
