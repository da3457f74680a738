import { Arg, Ctx, ID, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { OAuthApplicationInput } from "./oauth.input.ts";
import {
  AllowedApplication,
  AuthorizationRequest,
  IssuedOAuthApplication,
  OAuthApplication,
} from "./oauth.view.ts";
import {
  createOAuthApplication,
  deleteOAuthApplication,
  listOAuthApplications,
} from "./oauthClient.service.ts";
import {
  answerAuthorizationRequest,
  getAuthorizationRequest,
  listAllowedApplications,
} from "./oauthConsent.service.ts";

const REQUEST_ID = "Id of the request, from the address of the page.";

/** GraphQL door to applications of others. */
@Resolver()
export class OAuthResolver {
  @Query(() => [OAuthApplication], {
    description: "Registered applications, newest first; for administrators.",
  })
  oauthApplications(@Ctx() ctx: Context) {
    return listOAuthApplications(ctx);
  }

  @Query(() => [AllowedApplication], { description: "Applications that the viewer allowed, newest first." })
  allowedApplications(@Ctx() ctx: Context) {
    return listAllowedApplications(ctx);
  }

  @Query(() => AuthorizationRequest, { description: "What an application asks the viewer to allow." })
  authorizationRequest(@Ctx() ctx: Context, @Arg("id", () => ID, { description: REQUEST_ID }) id: string) {
    return getAuthorizationRequest(ctx, id);
  }

  @Mutation(() => String, {
    description: "Allows an application what it asks for, or refuses; gives the address to go on at.",
  })
  answerAuthorizationRequest(
    @Ctx() ctx: Context,
    @Arg("id", () => ID, { description: REQUEST_ID }) id: string,
    @Arg("isAllowed", () => Boolean, { description: "False refuses." }) isAllowed: boolean,
  ) {
    return answerAuthorizationRequest(ctx, { id, isAllowed });
  }

  @Mutation(() => IssuedOAuthApplication, {
    description: "Registers an application of somebody else; for administrators.",
  })
  createOAuthApplication(
    @Ctx() ctx: Context,
    @Arg("input", () => OAuthApplicationInput, { description: "The application." })
    input: OAuthApplicationInput,
  ) {
    return createOAuthApplication(ctx, input);
  }

  @Mutation(() => Boolean, {
    description: "Removes an application with everything that members allowed it; for administrators.",
  })
  deleteOAuthApplication(
    @Ctx() ctx: Context,
    @Arg("applicationId", () => ID, { description: "Id of the application." }) applicationId: string,
  ) {
    return deleteOAuthApplication(ctx, applicationId);
  }
}
