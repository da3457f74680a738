import { Field, GraphQLISODateTime, ID, ObjectType } from "type-graphql";

/** A reported private message, or one of the few before it, as those who decide about the report read it. */
@ObjectType("ReportedMessage", {
  simpleResolvers: true,
  description: "A reported private message, or one of the few before it; for those who decide about it.",
})
export class ReportedMessage {
  @Field(() => ID)
  id!: number;
  authorId!: number;
  @Field(() => String)
  body!: string;
  /** Only of the reported message itself. */
  pictureId!: number | null;
  @Field(() => Boolean)
  hasPicture!: boolean;
  @Field(() => Boolean, { description: "False for those before it." })
  isReported!: boolean;
  @Field(() => Boolean, { description: "Taken away because of an earlier report: it says nothing any more." })
  isRemoved!: boolean;
  @Field(() => GraphQLISODateTime)
  createdAt!: Date;
}
