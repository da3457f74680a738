import { Field, ID, InputType, registerEnumType } from "type-graphql";
import { Audience } from "./user.entity.ts";

registerEnumType(Audience, {
  name: "Audience",
  description: "Circle of members whom somebody lets do something; FOLLOWED are those whom they follow.",
});

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

/** Changes of the own privacy; absent fields stay unchanged. */
@InputType("PrivacyInput")
export class PrivacyInput {
  @Field(() => Audience, { nullable: true, description: "Whose private messages one takes." })
  messagesFrom?: Audience | null;

  @Field(() => Audience, {
    nullable: true,
    description: "Who sees whom one follows, and by whom one is followed.",
  })
  followsFrom?: Audience | null;
}
