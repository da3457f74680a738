import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { User } from "../users/user.entity.ts";
import { userById } from "../users/user.loaders.ts";
import { load } from "../../core/loaders.ts";
import { AccessTokenInput, ApplicationTokenInput } from "./token.input.ts";
import {
  createAccessToken,
  createApplicationToken,
  listApplicationTokens,
  listOwnTokens,
  revokeAccessToken,
  rotateAccessToken,
} from "./token.service.ts";
import { AccessTokenView, IssuedToken } from "./token.view.ts";

const TOKEN_ID = "Id of the token.";

/** GraphQL door to tokens. */
@Resolver(() => AccessTokenView)
export class TokenResolver {
  @Query(() => [AccessTokenView], { description: "Tokens of the viewer, newest first." })
  accessTokens(@Ctx() ctx: Context) {
    return listOwnTokens(ctx);
  }

  @Query(() => [AccessTokenView], {
    description: "Tokens of applications, newest first; for administrators.",
  })
  applicationTokens(@Ctx() ctx: Context) {
    return listApplicationTokens(ctx);
  }

  @Mutation(() => IssuedToken, {
    description: "Makes a token of the viewer, who has proven within ten minutes to be themselves.",
  })
  createAccessToken(
    @Ctx() ctx: Context,
    @Arg("input", () => AccessTokenInput, { description: "The token." }) input: AccessTokenInput,
  ) {
    return createAccessToken(ctx, input);
  }

  @Mutation(() => IssuedToken, { description: "Makes a token for an application; for administrators." })
  createApplicationToken(
    @Ctx() ctx: Context,
    @Arg("input", () => ApplicationTokenInput, { description: "The token." }) input: ApplicationTokenInput,
  ) {
    return createApplicationToken(ctx, input);
  }

  @Mutation(() => IssuedToken, {
    description: "Gives a token a new secret; the present one works for some hours more.",
  })
  rotateAccessToken(
    @Ctx() ctx: Context,
    @Arg("tokenId", () => ID, { description: TOKEN_ID }) tokenId: string,
    @Arg("overlapHours", () => Int, {
      defaultValue: 24,
      description: "Hours for which the present secret works as well, 0 to 168.",
    })
    overlapHours: number,
  ) {
    return rotateAccessToken(ctx, { tokenId, overlapHours });
  }

  @Mutation(() => Boolean, { description: "Ends a token at once." })
  revokeAccessToken(
    @Ctx() ctx: Context,
    @Arg("tokenId", () => ID, { description: TOKEN_ID }) tokenId: string,
  ) {
    return revokeAccessToken(ctx, tokenId);
  }

  @FieldResolver(() => User, { nullable: true, description: "Member that it acts as." })
  user(@Ctx() ctx: Context, @Root() token: AccessTokenView) {
    return load(ctx, userById, token.userId);
  }
}
