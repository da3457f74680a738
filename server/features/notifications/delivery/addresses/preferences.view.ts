import { Field, GraphQLISODateTime, InputType, Int, ObjectType } from "type-graphql";
import { NoticeChannel } from "../../templates/channel.view.ts";
import { DigestFrequency, NoticeTopic } from "../../inbox/preferences/preference.view.ts";

/** Where a topic reaches the viewer. */
@ObjectType("NoticePreferenceRow", { simpleResolvers: true })
export class NoticePreferenceRow {
  @Field(() => NoticeTopic)
  topic!: NoticeTopic;

  @Field(() => [NoticeChannel], { description: "Those of the available channels that carry it." })
  channels!: NoticeChannel[];
}

/** What the viewer hears of, and where. */
@ObjectType("NoticePreferences", {
  simpleResolvers: true,
  description: "What the viewer hears of, and where.",
})
export class NoticePreferences {
  @Field(() => [NoticePreferenceRow], { description: "One for each topic." })
  rows!: NoticePreferenceRow[];

  @Field(() => [NoticeChannel], { description: "What the site has set up and can reach the viewer by." })
  availableChannels!: NoticeChannel[];

  @Field(() => DigestFrequency)
  digest!: DigestFrequency;

  @Field(() => GraphQLISODateTime, { nullable: true, description: "Nothing leaves the site until then." })
  mutedUntil!: Date | null;

  @Field(() => Boolean, { description: "Whether letters show what was written." })
  showText!: boolean;

  @Field(() => String, { description: "Language of letters: zh-CN or en." })
  locale!: string;

  @Field(() => Int, { description: "Minutes that a notice waits to be read before it is mailed." })
  emailDelayMinutes!: number;
}

/** Where a topic is to reach the viewer from now on. */
@InputType("NoticePreferenceRowInput")
export class NoticePreferenceRowInput {
  @Field(() => NoticeTopic)
  topic!: NoticeTopic;

  @Field(() => [NoticeChannel])
  channels!: NoticeChannel[];
}

/** What to change; what is absent stays as it is. */
@InputType("NoticePreferencesInput")
export class NoticePreferencesInput {
  @Field(() => [NoticePreferenceRowInput], { nullable: true })
  rows?: NoticePreferenceRowInput[] | null;

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
@ObjectType("TestNoticeResult", { simpleResolvers: true, description: "What came of a test." })
export class TestNoticeResult {
  @Field(() => Boolean)
  sent!: boolean;

  @Field(() => NoticeChannel)
  channel!: NoticeChannel;

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
