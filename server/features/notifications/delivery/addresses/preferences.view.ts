import { Field, GraphQLISODateTime, InputType, Int, ObjectType } from "type-graphql";
import { NotificationChannel } from "../../templates/channel.view.ts";
import { DigestFrequency, NotificationTopic } from "../../inbox/preferences/preference.view.ts";

/** Channels of a topic. */
@ObjectType("NotificationPreferenceRow", { simpleResolvers: true, description: "The channels of a topic." })
export class NotificationPreferenceRow {
  @Field(() => NotificationTopic, { description: "What the notifications are about." })
  topic!: NotificationTopic;

  @Field(() => [NotificationChannel], { description: "Those of the available channels that carry it." })
  channels!: NotificationChannel[];
}

/** Notification preferences of the viewer. */
@ObjectType("NotificationPreferences", {
  simpleResolvers: true,
  description: "What the viewer hears of, and where.",
})
export class NotificationPreferences {
  @Field(() => [NotificationPreferenceRow], { description: "One for each topic." })
  rows!: NotificationPreferenceRow[];

  @Field(() => [NotificationChannel], {
    description: "What the site has set up and can reach the viewer by.",
  })
  availableChannels!: NotificationChannel[];

  @Field(() => DigestFrequency, { description: "How often an absent member is mailed what they missed." })
  digest!: DigestFrequency;

  @Field(() => GraphQLISODateTime, { nullable: true, description: "Nothing leaves the site until then." })
  mutedUntil!: Date | null;

  @Field(() => Boolean, { description: "Messages outside the site show what was written." })
  showText!: boolean;

  @Field(() => String, { description: "Language of mails and other messages: zh-CN or en." })
  locale!: string;

  @Field(() => Int, { description: "Minutes that a notification waits to be read before it is mailed." })
  emailDelayMinutes!: number;
}

/** New channels of a topic. */
@InputType("NotificationPreferenceRowInput", { description: "The channels of a topic." })
export class NotificationPreferenceRowInput {
  @Field(() => NotificationTopic, { description: "What the notifications are about." })
  topic!: NotificationTopic;

  @Field(() => [NotificationChannel], { description: "All channels that are used from now on." })
  channels!: NotificationChannel[];
}

/** Changes of preferences; absent fields stay as they are. */
@InputType("NotificationPreferencesInput", {
  description: "A change of what reaches the viewer; absent parts stay.",
})
export class NotificationPreferencesInput {
  @Field(() => [NotificationPreferenceRowInput], {
    nullable: true,
    description: "The topics that change; the others stay.",
  })
  rows?: NotificationPreferenceRowInput[] | null;

  @Field(() => DigestFrequency, {
    nullable: true,
    description: "How often an absent member is mailed what they missed.",
  })
  digest?: DigestFrequency | null;

  @Field(() => GraphQLISODateTime, { nullable: true, description: "At most a year ahead; null ends it." })
  mutedUntil?: Date | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether messages outside the site show what was written.",
  })
  showText?: boolean | null;

  @Field(() => String, { nullable: true, description: "zh-CN or en." })
  locale?: string | null;
}

/** Result of a test notification. */
@ObjectType("TestNotificationResult", { simpleResolvers: true, description: "What came of a test." })
export class TestNotificationResult {
  @Field(() => Boolean, { description: "Whether it was taken by the provider." })
  sent!: boolean;

  @Field(() => NotificationChannel, { description: "The channel that was tried." })
  channel!: NotificationChannel;

  @Field(() => String, { description: "Why not, as a short code; empty if it was sent." })
  error!: string;

  @Field(() => String, {
    description: "Where it went, with most of it hidden; empty where there is no address.",
  })
  address!: string;

  @Field(() => String, { description: "Heading or subject as it was sent." })
  title!: string;

  @Field(() => String, { description: "The message as it was sent." })
  text!: string;
}
