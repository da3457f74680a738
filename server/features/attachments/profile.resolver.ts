import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { User } from "../users/user.entity.ts";
import { UpdateProfileInput } from "../users/user.input.ts";
import { updateProfile } from "./profile.service.ts";

/** GraphQL mutation for the own profile. */
@Resolver()
export class ProfileResolver {
  @Mutation(() => User, { description: "Changes the viewer's profile; absent parts stay." })
  updateProfile(
    @Ctx() ctx: Context,
    @Arg("input", () => UpdateProfileInput, { description: "All that is written, in one object." })
    input: UpdateProfileInput,
  ) {
    return updateProfile(ctx, input);
  }
}
