import { Field, InputType, Int } from "type-graphql";
import { NoticeChannel } from "./channel.view.ts";

/** A text in both languages; a language that is absent stays as it is. */
@InputType("NoticeTextInput", { description: "A language that is absent stays as it is." })
export class NoticeTextInput {
  @Field(() => String, { nullable: true })
  zh?: string;
  @Field(() => String, { nullable: true })
  en?: string;
}

/** What to change of a template; what is absent stays as it is. */
@InputType("NoticeTemplateInput", { description: "What is absent stays as it is." })
export class NoticeTemplateInput {
  @Field(() => String)
  kind!: string;
  @Field(() => NoticeChannel)
  channel!: NoticeChannel;
  @Field(() => Boolean, { nullable: true })
  enabled?: boolean;
  @Field(() => NoticeTextInput, { nullable: true })
  title?: NoticeTextInput;
  @Field(() => NoticeTextInput, { nullable: true })
  body?: NoticeTextInput;
  @Field(() => String, { nullable: true })
  providerTemplateId?: string;
  @Field(() => Int, { nullable: true, description: "At most 30 days." })
  delaySeconds?: number;
}

/** A text to try, in one language. */
@InputType("NoticeDraftInput", { description: "A text to try, in one language." })
export class NoticeDraftInput {
  @Field(() => String)
  title!: string;
  @Field(() => String)
  body!: string;
}
