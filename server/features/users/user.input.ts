import { Field, ID, InputType, registerEnumType } from "type-graphql";
import { Audience } from "./user.entity.ts";

registerEnumType(Audience, {
  name: "Audience",
  description: "Circle of members whom somebody lets do something; FOLLOWED are those whom they follow.",
  valuesConfig: {
    EVERYONE: { description: "All members." },
    FOLLOWED: { description: "Members whom the chooser follows." },
    NOBODY: { description: "No member." },
  },
});

/** Changes of the own profile; absent fields stay unchanged. */
@InputType("UpdateProfileInput", { description: "A change of the viewer's profile; absent parts stay." })
export class UpdateProfileInput {
  @Field(() => String, { nullable: true, description: "Name that is shown." })
  nickname?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "What the viewer says of themselves; empty for nothing.",
  })
  signature?: string | null;

  @Field(() => ID, { nullable: true, description: "An upload of kind avatar." })
  avatarId?: string | null;

  @Field(() => ID, { nullable: true, description: "An upload of kind background." })
  backgroundId?: string | null;
}

/** Changes of the own privacy; absent fields stay unchanged. */
@InputType("PrivacyInput", { description: "A change of who may do what with the viewer; absent parts stay." })
export class PrivacyInput {
  @Field(() => Audience, { nullable: true, description: "Whose private messages one takes." })
  messagesFrom?: Audience | null;

  @Field(() => Audience, {
    nullable: true,
    description: "Who sees whom one follows, and by whom one is followed.",
  })
  followsFrom?: Audience | null;
}
