import { Arg, Ctx, ID, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { IdentityProviderInput } from "./identity.input.ts";
import { IdentityProviderView, SignInProvider } from "./identity.view.ts";
import { CALLBACK_PATH } from "./oidc.ts";
import {
  deleteIdentityProvider,
  listIdentityProviders,
  listSignInProviders,
  saveIdentityProvider,
} from "./provider.service.ts";

/** GraphQL door to providers and their administration. */
@Resolver()
export class ProviderResolver {
  @Query(() => [SignInProvider], { description: "Providers to sign in by." })
  signInProviders(@Ctx() ctx: Context) {
    return listSignInProviders(ctx);
  }

  @Query(() => [IdentityProviderView], {
    description: "All providers as they are set up; for administrators.",
  })
  identityProviders(@Ctx() ctx: Context) {
    return listIdentityProviders(ctx);
  }

  @Query(() => String, { description: "Address that providers have to send people back to." })
  identityCallbackUrl(@Ctx() ctx: Context) {
    return ctx.services.publicUrl + CALLBACK_PATH;
  }

  @Mutation(() => IdentityProviderView, { description: "Sets a provider up, or changes it." })
  saveIdentityProvider(
    @Ctx() ctx: Context,
    @Arg("input", () => IdentityProviderInput, { description: "All that is written, in one object." })
    input: IdentityProviderInput,
  ) {
    return saveIdentityProvider(ctx, input);
  }

  @Mutation(() => Boolean, { description: "Deletes a provider that nobody is connected by." })
  deleteIdentityProvider(
    @Ctx() ctx: Context,
    @Arg("providerId", () => ID, { description: "Id of the provider." }) providerId: string,
  ) {
    return deleteIdentityProvider(ctx, providerId);
  }
}
