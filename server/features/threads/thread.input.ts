import { ArrayMaxSize, MinLength, ValidateNested } from "class-validator";
import { Field, GraphQLISODateTime, ID, InputType, Int, registerEnumType } from "type-graphql";
import { Cents } from "../../core/money.ts";
import { MaxCharacters } from "../../core/validation.ts";
import { BountyInput } from "../bounties/bounty.input.ts";
import { PositionInput } from "../drafts/position.input.ts";
import { GoodsInput } from "../goods/goods.input.ts";
import { PollInput } from "../polls/poll.input.ts";
import { QuestionInput } from "../questions/question.input.ts";
import { RedPacketInput } from "../red-packets/redPacket.input.ts";
import { CAPTCHA_ANSWER } from "../captcha/captcha.view.ts";
import { BODY_MAX, TITLE_MAX } from "./thread.entity.ts";

/** Most attachments that an input may name; the site's own limit is lower. */
export const ATTACHMENTS_MAX = 100;

/** The orders of thread lists. */
export enum ThreadSort {
  NEWEST = "NEWEST",
  LAST_REPLY = "LAST_REPLY",
  HOT = "HOT",
}
registerEnumType(ThreadSort, {
  name: "ThreadSort",
  description: "Orders of threads.",
  valuesConfig: {
    NEWEST: { description: "Published last first." },
    LAST_REPLY: { description: "Answered last first." },
    HOT: { description: "By replies, likes and views of late." },
  },
});

/** Content of a thread beside its text; TEXT is a thread with nothing else. */
export enum ThreadType {
  TEXT = "TEXT",
  IMAGE = "IMAGE",
  ATTACHMENT = "ATTACHMENT",
  POSITION = "POSITION",
}
registerEnumType(ThreadType, {
  name: "ThreadType",
  description: "What a thread holds.",
  valuesConfig: {
    TEXT: { description: "Nothing but text." },
    IMAGE: { description: "Pictures." },
    ATTACHMENT: { description: "Files to download." },
    POSITION: { description: "A place." },
  },
});

/** Narrows a list of threads; what is absent, null or false narrows nothing. */
@InputType("ThreadFilter", { description: "Narrows a list of threads; what is given applies together." })
export class ThreadFilter {
  @Field(() => Boolean, { nullable: true, description: "Featured ones if true, all others if false." })
  essence?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Of members whom the viewer follows; anonymous ones never.",
  })
  followed?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Not read to the end by the viewer, among those with news of the last 30 days.",
  })
  unread?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "Without any reply yet." })
  unanswered?: boolean | null;

  @Field(() => ThreadType, { nullable: true, description: "Threads that hold this." })
  type?: ThreadType | null;

  @Field(() => ID, { nullable: true, description: "Threads of this member, anonymous ones left out." })
  authorId?: string | null;

  @Field(() => Boolean, { nullable: true, description: "Among the viewer's favourites." })
  favorite?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "Liked by the viewer." })
  liked?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Of others, featured or with at least one reply or like: what is worth a look.",
  })
  recommended?: boolean | null;

  @Field(() => ID, { nullable: true, description: "Liked by this member." })
  likedById?: string | null;

  @Field(() => Boolean, { nullable: true, description: "Refused by a moderator; for moderators." })
  refused?: boolean | null;

  @Field(() => GraphQLISODateTime, { nullable: true, description: "Published at or after this." })
  publishedFrom?: Date | null;

  @Field(() => GraphQLISODateTime, { nullable: true, description: "Published before this." })
  publishedBefore?: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description:
      "Something happened to it or to its replies at or after this: written, edited, moved, restored.",
  })
  updatedSince?: Date | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      "All that the viewer may read, with what they have blocked or muted: for copies of the forum.",
  })
  complete?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "Waiting for approval; for moderators." })
  pending?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "Deleted; for moderators." })
  deleted?: boolean | null;
}

/** A new thread. */
@InputType("PublishThreadInput", { description: "A new thread." })
export class PublishThreadInput {
  @Field(() => ID, { description: "Category in which it is published." })
  categoryId!: string;

  @Field(() => String, { description: "Plain text." })
  @MinLength(1)
  @MaxCharacters(TITLE_MAX)
  title!: string;

  @Field(() => String, { description: "Markdown." })
  @MinLength(1)
  @MaxCharacters(BODY_MAX)
  body!: string;

  @Field(() => Boolean, {
    defaultValue: false,
    description: "Publishes it without the name; this cannot be changed.",
  })
  isAnonymous!: boolean;

  @Field(() => [ID], { defaultValue: [], description: "Own uploads, in order." })
  @ArrayMaxSize(ATTACHMENTS_MAX)
  attachmentIds!: string[];

  @Field(() => PositionInput, { nullable: true, description: "Place that is shown with it." })
  @ValidateNested()
  position?: PositionInput | null;

  @Field(() => Cents, {
    nullable: true,
    description: "Price of reading all of it, in cents; nothing or 0 for a free thread.",
  })
  priceCents?: number | null;

  @Field(() => Int, { nullable: true, description: "Part that everybody reads, in percent: 0 to 100." })
  freePercent?: number | null;

  @Field(() => Cents, {
    nullable: true,
    description: "Price of its files while its text is free, in cents; not together with `priceCents`.",
  })
  attachmentPriceCents?: number | null;

  @Field(() => RedPacketInput, {
    nullable: true,
    description: "Money for those who reply; never changes later, and not with anonymous threads.",
  })
  @ValidateNested()
  redPacket?: RedPacketInput | null;

  @Field(() => BountyInput, {
    nullable: true,
    description:
      "Money for the replies that the author chooses; never changes later, and not with anonymous threads.",
  })
  @ValidateNested()
  bounty?: BountyInput | null;

  @Field(() => QuestionInput, {
    nullable: true,
    description:
      "Asks one member, who is paid for the answer; never changes later, and not with anonymous threads.",
  })
  @ValidateNested()
  question?: QuestionInput | null;

  @Field(() => PollInput, { nullable: true, description: "A poll for its readers." })
  @ValidateNested()
  poll?: PollInput | null;

  @Field(() => GoodsInput, { nullable: true, description: "Goods in a shop elsewhere that it recommends." })
  @ValidateNested()
  goods?: GoodsInput | null;

  @Field(() => ID, { nullable: true, description: "The draft that becomes this thread; it is deleted." })
  draftId?: string | null;

  @Field(() => String, { nullable: true, description: CAPTCHA_ANSWER })
  captcha?: string | null;
}

/** A change of a thread; absent parts stay. */
@InputType("EditThreadInput", { description: "A change of a thread; absent parts stay." })
export class EditThreadInput {
  @Field(() => ID, { description: "Id of the thread." })
  threadId!: string;

  @Field(() => ID, { nullable: true, description: "Moves it to this category." })
  categoryId?: string | null;

  @Field(() => String, { nullable: true, description: "Plain text." })
  @MinLength(1)
  @MaxCharacters(TITLE_MAX)
  title?: string | null;

  @Field(() => String, { nullable: true, description: "The whole new text, Markdown." })
  @MinLength(1)
  @MaxCharacters(BODY_MAX)
  body?: string | null;

  @Field(() => [ID], { nullable: true, description: "All attachments from now on, in order." })
  @ArrayMaxSize(ATTACHMENTS_MAX)
  attachmentIds?: string[] | null;

  @Field(() => PositionInput, {
    nullable: true,
    description: "Null takes the position away; absent leaves it.",
  })
  @ValidateNested()
  position?: PositionInput | null;

  @Field(() => Cents, { nullable: true, description: "New price in cents; 0 makes it free." })
  priceCents?: number | null;

  @Field(() => Int, { nullable: true, description: "Part that everybody reads, in percent: 0 to 100." })
  freePercent?: number | null;

  @Field(() => Cents, { nullable: true, description: "New price of its files in cents; 0 makes them free." })
  attachmentPriceCents?: number | null;

  @Field(() => GoodsInput, {
    nullable: true,
    description: "All of the new goods; null takes them away; absent leaves them.",
  })
  @ValidateNested()
  goods?: GoodsInput | null;

  @Field(() => String, { nullable: true, description: "Why staff changes it; its author is told." })
  reason?: string | null;
}

/** A new thread with the time at which it is to be published. */
@InputType("ScheduleThreadInput", {
  description: "A new thread with the time at which it is to be published.",
})
export class ScheduleThreadInput {
  @Field(() => PublishThreadInput, {
    description: "The thread; without red packet, bounty and question to one member.",
  })
  @ValidateNested()
  thread!: PublishThreadInput;

  @Field(() => GraphQLISODateTime, { description: "A time in the future, at most a year from now." })
  publishAt!: Date;
}
