import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { User } from "../users/user.entity.ts";
import { UpdateProfileInput } from "../users/user.input.ts";
import { updateProfile } from "./profile.service.ts";

/** GraphQL's view of changing the own profile. */
@Resolver()
export class ProfileResolver {
  @Mutation(() => User)
  updateProfile(@Ctx() ctx: Context, @Arg("input", () => UpdateProfileInput) input: UpdateProfileInput) {
    return updateProfile(ctx, input);
  }
}
