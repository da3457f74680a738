import { Field, InputType, Int } from "type-graphql";
import { NotificationChannel } from "./channel.view.ts";

/** A text in both languages; a language that is absent stays as it is. */
@InputType("NotificationTextInput", { description: "A language that is absent stays as it is." })
export class NotificationTextInput {
  @Field(() => String, { nullable: true, description: "In Chinese." })
  zh?: string;
  @Field(() => String, { nullable: true, description: "In English." })
  en?: string;
}

/** Changes of a template; absent fields stay as they are. */
@InputType("NotificationTemplateInput", { description: "What is absent stays as it is." })
export class NotificationTemplateInput {
  @Field(() => String, { description: "Kind of notification, such as post.replied." })
  kind!: string;
  @Field(() => NotificationChannel, { description: "The channel of the template." })
  channel!: NotificationChannel;
  @Field(() => Boolean, { nullable: true, description: "Whether this channel is used for the kind." })
  enabled?: boolean;
  @Field(() => NotificationTextInput, { nullable: true, description: "Heading or subject." })
  title?: NotificationTextInput;
  @Field(() => NotificationTextInput, { nullable: true, description: "The message." })
  body?: NotificationTextInput;
  @Field(() => String, {
    nullable: true,
    description: "Id of the template at the provider of text messages or WeChat.",
  })
  providerTemplateId?: string;
  @Field(() => Int, { nullable: true, description: "At most 30 days." })
  delaySeconds?: number;
}

/** A text to try, in one language. */
@InputType("NotificationDraftInput", { description: "A text to try, in one language." })
export class NotificationDraftInput {
  @Field(() => String, { description: "Heading or subject; variables in braces." })
  title!: string;
  @Field(() => String, { description: "The message; variables in braces." })
  body!: string;
}
