import { Field, GraphQLISODateTime, ID, ObjectType } from "type-graphql";

/** A passkey, for its owner. */
@ObjectType("Passkey", { simpleResolvers: true, description: "A passkey that signs the viewer in." })
export class PasskeyView {
  @Field(() => ID, { description: "Its id." })
  id!: number;

  @Field(() => String, { description: "Name that its owner gave it." })
  name!: string;

  @Field(() => Boolean, { description: "Copied to other devices of its owner by the provider of the key." })
  isBackedUp!: boolean;

  @Field(() => GraphQLISODateTime, { description: "When it was added." })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, { nullable: true, description: "Last sign-in with it; null for none." })
  lastUsedAt!: Date | null;
}
