import { Field, InputType, Int } from "type-graphql";
import { NotificationChannel } from "./channel.view.ts";

/** A text in both languages; a language that is absent stays as it is. */
@InputType("NotificationTextInput", { description: "A language that is absent stays as it is." })
export class NotificationTextInput {
  @Field(() => String, { nullable: true })
  zh?: string;
  @Field(() => String, { nullable: true })
  en?: string;
}

/** What to change of a template; what is absent stays as it is. */
@InputType("NotificationTemplateInput", { description: "What is absent stays as it is." })
export class NotificationTemplateInput {
  @Field(() => String)
  kind!: string;
  @Field(() => NotificationChannel)
  channel!: NotificationChannel;
  @Field(() => Boolean, { nullable: true })
  enabled?: boolean;
  @Field(() => NotificationTextInput, { nullable: true })
  title?: NotificationTextInput;
  @Field(() => NotificationTextInput, { nullable: true })
  body?: NotificationTextInput;
  @Field(() => String, { nullable: true })
  providerTemplateId?: string;
  @Field(() => Int, { nullable: true, description: "At most 30 days." })
  delaySeconds?: number;
}

/** A text to try, in one language. */
@InputType("NotificationDraftInput", { description: "A text to try, in one language." })
export class NotificationDraftInput {
  @Field(() => String)
  title!: string;
  @Field(() => String)
  body!: string;
}
