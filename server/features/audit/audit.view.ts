import { Field, GraphQLISODateTime, ID, Int, ObjectType } from "type-graphql";

/** One change that staff made. */
@ObjectType("AuditEntry", { simpleResolvers: true, description: "One change that staff made." })
export class AuditEntryView {
  @Field(() => ID, { description: "Stable id, never given to anything else." })
  id!: number;
  @Field(() => GraphQLISODateTime, { description: "When it was created." })
  createdAt!: Date;
  @Field(() => ID, { nullable: true, description: "Null for the program itself." })
  actorId!: number | null;
  @Field(() => String, { nullable: true, description: "Nickname of the actor as it is today." })
  actorName!: string | null;
  @Field(() => String, { description: "Name of the mutation." })
  action!: string;
  @Field(() => String, { description: "What was acted on, such as thread:5." })
  target!: string;
  @Field(() => String, {
    nullable: true,
    description: "Name or title of the target as it is today; null where it has none, or is gone.",
  })
  targetName!: string | null;
  @Field(() => String, { nullable: true, description: "JSON or plain text." })
  before!: string | null;
  @Field(() => String, { nullable: true, description: "JSON or plain text." })
  after!: string | null;
  @Field(() => String, { description: "What the actor gave as the reason; empty if nothing." })
  reason!: string;
  @Field(() => String, { description: "Id of the request, as in the log of the server." })
  requestId!: string;
  @Field(() => String, { description: "IP address of the actor." })
  address!: string;
}

/** Result of checking the log against tampering. */
@ObjectType("AuditVerification", {
  simpleResolvers: true,
  description: "Result of checking the chain of the log.",
})
export class AuditVerification {
  @Field(() => Boolean, { description: "True if no entry was changed or removed." })
  intact!: boolean;
  @Field(() => Int, { description: "Entries that were looked at." })
  entries!: number;
  @Field(() => ID, { nullable: true, description: "The first entry that does not fit the one before it." })
  brokenAt!: number | null;
  @Field(() => String, {
    description: "The last link. Noted elsewhere, it shows later whether the log was made anew.",
  })
  head!: string;
}
