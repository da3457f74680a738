import { Field, GraphQLISODateTime, InputType, Int, ObjectType } from "type-graphql";
import { NotificationChannel } from "../../templates/channel.view.ts";
import { DigestFrequency, NotificationTopic } from "../../inbox/preferences/preference.view.ts";

/** Where a topic reaches the viewer. */
@ObjectType("NotificationPreferenceRow", { simpleResolvers: true })
export class NotificationPreferenceRow {
  @Field(() => NotificationTopic)
  topic!: NotificationTopic;

  @Field(() => [NotificationChannel], { description: "Those of the available channels that carry it." })
  channels!: NotificationChannel[];
}

/** What the viewer hears of, and where. */
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

  @Field(() => DigestFrequency)
  digest!: DigestFrequency;

  @Field(() => GraphQLISODateTime, { nullable: true, description: "Nothing leaves the site until then." })
  mutedUntil!: Date | null;

  @Field(() => Boolean, { description: "Whether letters show what was written." })
  showText!: boolean;

  @Field(() => String, { description: "Language of letters: zh-CN or en." })
  locale!: string;

  @Field(() => Int, { description: "Minutes that a notification waits to be read before it is mailed." })
  emailDelayMinutes!: number;
}

/** Where a topic is to reach the viewer from now on. */
@InputType("NotificationPreferenceRowInput")
export class NotificationPreferenceRowInput {
  @Field(() => NotificationTopic)
  topic!: NotificationTopic;

  @Field(() => [NotificationChannel])
  channels!: NotificationChannel[];
}

/** What to change; what is absent stays as it is. */
@InputType("NotificationPreferencesInput")
export class NotificationPreferencesInput {
  @Field(() => [NotificationPreferenceRowInput], { nullable: true })
  rows?: NotificationPreferenceRowInput[] | null;

  @Field(() => DigestFrequency, { nullable: true })
  digest?: DigestFrequency | null;

  @Field(() => GraphQLISODateTime, { nullable: true, description: "At most a year ahead; null ends it." })
  mutedUntil?: Date | null;

  @Field(() => Boolean, { nullable: true })
  showText?: boolean | null;

  @Field(() => String, { nullable: true, description: "zh-CN or en." })
  locale?: string | null;
}

/** What came of a test. */
@ObjectType("TestNotificationResult", { simpleResolvers: true, description: "What came of a test." })
export class TestNotificationResult {
  @Field(() => Boolean)
  sent!: boolean;

  @Field(() => NotificationChannel)
  channel!: NotificationChannel;

  @Field(() => String, { description: "Why not, as a short code; empty if it was sent." })
  error!: string;

  @Field(() => String, {
    description: "Where it went, with most of it hidden; empty where there is no address.",
  })
  address!: string;

  @Field(() => String)
  title!: string;

  @Field(() => String)
  text!: string;
}
