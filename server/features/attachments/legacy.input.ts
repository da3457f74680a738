import { Field, InputType, Int } from "type-graphql";

/** Fields beside an uploaded file (legacy-facts 3.8). */
@InputType("LegacyUpload")
export class LegacyUpload {
  @Field(() => Int, {
    defaultValue: 1,
    description: "0 file, 1 picture, 4 picture of a message, 5 answer to a field.",
  })
  type!: number;
}

/** Fields beside a picture of a profile: none that count. */
@InputType("LegacyProfilePicture")
export class LegacyProfilePicture {
  @Field(() => Int, { nullable: true, description: "The member, who is always the caller." })
  pid?: number;
}

/** A nickname for the own account. */
@InputType("LegacyNickname")
export class LegacyNickname {
  @Field(() => String)
  nickname!: string;
}

/** Changes of the own account: nickname, signature and pay password; the rest is refused by name. */
@InputType("LegacyUserChange")
export class LegacyUserChange {
  @Field(() => String, { nullable: true })
  nickname?: string;
  @Field(() => String, { nullable: true })
  signature?: string;
  @Field(() => String, { nullable: true })
  username?: string;
  @Field(() => String, { nullable: true })
  newPassword?: string;
  @Field(() => String, { nullable: true })
  payPassword?: string;
  @Field(() => String, { nullable: true })
  payPasswordConfirmation?: string;
  @Field(() => String, { nullable: true, description: "sessionId of users/pay-password/reset." })
  payPasswordToken?: string;
  @Field(() => String, { nullable: true })
  registerReason?: string;
}
