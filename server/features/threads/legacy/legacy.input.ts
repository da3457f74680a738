import { Field, InputType, Int } from "type-graphql";
import { AnyValue } from "../../../core/rest.ts";

/** Reference to a thread. */
@InputType("LegacyThreadRef")
export class LegacyThreadRef {
  @Field(() => Int)
  threadId!: number;
}

/** A file of a thread. */
@InputType("LegacyAttachmentRef")
export class LegacyAttachmentRef extends LegacyThreadRef {
  @Field(() => Int)
  attachmentsId!: number;
}

/** A new thread as a legacy client says it (legacy-facts 3.5). */
@InputType("LegacyNewThread")
export class LegacyNewThread {
  @Field(() => String, { nullable: true, description: "Nothing for the beginning of the text." })
  title?: string;
  @Field(() => Int, { nullable: true, description: "0 or nothing only for a draft." })
  categoryId?: number;
  @Field(() => AnyValue, {
    description:
      "text, and indexes with pictures (101), audio (102), a video (103), goods (104), a red packet (106), files (108) and a poll (109).",
  })
  content!: unknown;
  @Field(() => Boolean, { nullable: true })
  anonymous?: boolean;
  @Field(() => Boolean, { nullable: true, description: "Kept as a draft, and published by nobody." })
  draft?: boolean;
  @Field(() => AnyValue, { nullable: true })
  position?: unknown;
  @Field(() => AnyValue, {
    nullable: true,
    description: "Price of reading all of it, in yuan; 0 or nothing for a free thread.",
  })
  price?: unknown;
  @Field(() => AnyValue, {
    nullable: true,
    description: "Price of its files (108), in yuan; 0 or nothing for free ones. Not together with price.",
  })
  attachmentPrice?: unknown;
  @Field(() => AnyValue, { nullable: true, description: "Part that everybody reads, from 0 to 1." })
  freeWords?: unknown;
  @Field(() => AnyValue, { nullable: true, description: "As freeWords." })
  freewords?: unknown;
  @Field(() => AnyValue, { nullable: true, description: "The six digits that pay for a red packet (106)." })
  payPassword?: unknown;
  @Field(() => String, {
    nullable: true,
    description: "Ticket of Tencent's captcha, where the site asks for it.",
  })
  captchaTicket?: string;
  @Field(() => String, { nullable: true, description: "String that came with the ticket." })
  captchaRandStr?: string;
}

/** Changes of a thread; what is absent stays. */
@InputType("LegacyThreadChange")
export class LegacyThreadChange {
  @Field(() => Int)
  threadId!: number;
  @Field(() => String, { nullable: true })
  title?: string;
  @Field(() => Int, { nullable: true })
  categoryId?: number;
  @Field(() => AnyValue, {
    nullable: true,
    description:
      "text, and indexes with pictures (101), audio (102), a video (103), goods (104), a red packet (106), files (108) and a poll (109).",
  })
  content?: unknown;
  @Field(() => Boolean, { nullable: true })
  anonymous?: boolean;
  @Field(() => Boolean, { nullable: true, description: "A draft stays one." })
  draft?: boolean;
  @Field(() => AnyValue, { nullable: true })
  position?: unknown;
  @Field(() => AnyValue, {
    nullable: true,
    description: "Price of reading all of it, in yuan; 0 or nothing for a free thread.",
  })
  price?: unknown;
  @Field(() => AnyValue, {
    nullable: true,
    description: "Price of its files (108), in yuan; 0 or nothing for free ones. Not together with price.",
  })
  attachmentPrice?: unknown;
  @Field(() => AnyValue, { nullable: true, description: "Part that everybody reads, from 0 to 1." })
  freeWords?: unknown;
  @Field(() => AnyValue, { nullable: true, description: "As freeWords." })
  freewords?: unknown;
  @Field(() => AnyValue, { nullable: true, description: "The six digits that pay for a red packet (106)." })
  payPassword?: unknown;
  @Field(() => String, {
    nullable: true,
    description: "Ticket of Tencent's captcha, where the site asks for it.",
  })
  captchaTicket?: string;
  @Field(() => String, { nullable: true, description: "String that came with the ticket." })
  captchaRandStr?: string;
}

/** A list of people who like a thread. */
@InputType("LegacyLikerList")
export class LegacyLikerList {
  @Field(() => Int)
  threadId!: number;
  @Field(() => Int, { nullable: true, description: "0 all, 1 who like it, 2 who paid for it." })
  type?: number;
  @Field(() => Int, { nullable: true })
  page?: number;
  @Field(() => Int, { nullable: true })
  perPage?: number;
}

/** Actions on a thread: one or more. */
@InputType("LegacyOperation")
export class LegacyOperation {
  @Field(() => Int, { description: "The thread." })
  id!: number;
  @Field(() => Boolean, { nullable: true })
  isSticky?: boolean;
  @Field(() => Boolean, { nullable: true })
  isEssence?: boolean;
  @Field(() => Boolean, { nullable: true })
  isFavorite?: boolean;
  @Field(() => Boolean, { nullable: true })
  isDeleted?: boolean;
}

/** Categories whose pinned threads to list; all without it. */
@InputType("LegacyPinnedList")
export class LegacyPinnedList {
  @Field(() => [Int], { nullable: true })
  categoryIds?: number[];
}
