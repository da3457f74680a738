import { Field, GraphQLISODateTime, ID, ObjectType, registerEnumType } from "type-graphql";
import { connectionType, type Connection } from "../../core/paging.ts";
import { Change, ChangeKind } from "./change.entity.ts";

registerEnumType(ChangeKind, {
  name: "ChangeKind",
  description: "What happened to a thread or reply, as its readers see it.",
  valuesConfig: {
    CREATED: { description: "It can be seen for the first time." },
    EDITED: { description: "Its text or its state changed." },
    MOVED: { description: "It went to another category or thread." },
    HIDDEN: { description: "It cannot be seen any more, but was not deleted." },
    DELETED: { description: "It was deleted, or merged into another thread." },
    RESTORED: { description: "It can be seen again." },
  },
});

/** A change for its readers. */
@ObjectType("Change", { simpleResolvers: true, description: "Something that happened to a thread or reply." })
export class ChangeView implements Pick<Change, "id" | "kind" | "threadId" | "postId" | "at"> {
  @Field(() => ID, { description: "Number of the change; they have no gaps and one order." })
  id!: number;

  @Field(() => ChangeKind, { description: "What happened." })
  kind!: ChangeKind;

  @Field(() => ID, { description: "The thread, or the thread of the reply." })
  threadId!: number;

  @Field(() => ID, { nullable: true, description: "The reply; null for the thread itself." })
  postId!: number | null;

  @Field(() => GraphQLISODateTime, { description: "When it was noted." })
  at!: Date;
}

/** What somebody who follows the feed is told. */
@ObjectType("ChangeEvent", { simpleResolvers: true, description: "A change of the feed, told at once." })
export class ChangeEvent {
  @Field(() => String, {
    description: "Its place: as `after` it asks for what follows, here and of the query.",
  })
  cursor!: string;

  @Field(() => ChangeView, {
    nullable: true,
    description: "The change; null where the cursor alone moved, as at the beginning.",
  })
  change!: ChangeView | null;
}

/** A page of the feed. */
export type ChangePage = Connection<ChangeView>;
/** The connection of changes. */
export const ChangeConnection = connectionType("Change", () => ChangeView);
