import { Field, ID, InputType } from "type-graphql";

/** Changes of the own profile; absent fields stay unchanged. */
@InputType("UpdateProfileInput")
export class UpdateProfileInput {
  @Field(() => String, { nullable: true })
  nickname?: string | null;

  @Field(() => String, { nullable: true })
  signature?: string | null;

  @Field(() => ID, { nullable: true, description: "An upload of kind avatar." })
  avatarId?: string | null;

  @Field(() => ID, { nullable: true, description: "An upload of kind background." })
  backgroundId?: string | null;
}
