import { Field, GraphQLISODateTime, ID, ObjectType } from "type-graphql";

/** A reported private message, or one of the few before it, as moderators who handle the report read it. */
@ObjectType("ReportedMessage", {
  simpleResolvers: true,
  description: "A reported private message, or one of the few before it; for those who decide about it.",
})
export class ReportedMessage {
  @Field(() => ID, { description: "Stable id, never given to anything else." })
  id!: number;
  authorId!: number;
  @Field(() => String, { description: "Markdown as it was sent." })
  body!: string;
  /** Null except for the reported message itself. */
  pictureId!: number | null;
  @Field(() => Boolean, { description: "Whether a picture goes with it." })
  hasPicture!: boolean;
  @Field(() => Boolean, { description: "False for those before it." })
  isReported!: boolean;
  @Field(() => Boolean, { description: "Taken away because of an earlier report: it says nothing any more." })
  isRemoved!: boolean;
  @Field(() => GraphQLISODateTime, { description: "When it was sent." })
  createdAt!: Date;
}
