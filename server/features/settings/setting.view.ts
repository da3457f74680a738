import { Field, Float, GraphQLISODateTime, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { SettingKind } from "./setting.entity.ts";

registerEnumType(SettingKind, {
  name: "SettingKind",
  description: "How the value of a setting is written.",
  valuesConfig: {
    TEXT: { description: "A line." },
    LONG_TEXT: { description: "Several lines." },
    FLAG: { description: "1 for on, 0 for off." },
    INTEGER: { description: "A whole number." },
    NUMBER: { description: "A number, with a point." },
    CHOICE: { description: "One of `choices`." },
    LIST: { description: "Several of `choices`, as a JSON array." },
    JSON: { description: "JSON." },
    IMAGE: { description: "Address of a picture that was uploaded." },
    SECRET: { description: "A line that is shown as asterisks; sending them back leaves it." },
    HOSTS: { description: "Origins, such as https://example.org, apart by blanks or lines." },
  },
});

/** A setting with its value, as forms show it. */
@ObjectType("Setting", { simpleResolvers: true, description: "A setting of the site." })
export class SettingView {
  @Field(() => String, {
    description: "Sets the settings of one integration apart; `default` for the others.",
  })
  tag!: string;
  @Field(() => String, { description: "Name of the setting." })
  key!: string;
  @Field(() => String, { description: "The part of the administration that it belongs to." })
  section!: string;
  @Field(() => SettingKind, { description: "How its value is written." })
  kind!: SettingKind;
  @Field(() => String, { description: "In the language of the viewer." })
  label!: string;
  @Field(() => String, {
    nullable: true,
    description:
      "One sentence about what it does, in the language of the viewer; null for what only old clients read.",
  })
  help!: string | null;
  @Field(() => String, { description: "As text; lists and objects as JSON, secrets as asterisks." })
  value!: string;
  @Field(() => String, { description: "The default." })
  initial!: string;
  @Field(() => Boolean, { description: "True unless it still has its default." })
  isChanged!: boolean;
  @Field(() => Boolean, { description: "True if its value is shown to nobody." })
  isSecret!: boolean;
  @Field(() => Boolean, { description: "Everybody may read it." })
  isOpen!: boolean;
  @Field(() => Boolean, { description: "Kept for old clients; nothing here depends on it." })
  isKept!: boolean;
  @Field(() => [String], { description: "Values that are refused until there is what they switch on." })
  withheldValues!: readonly string[];
  @Field(() => String, { nullable: true, description: "Why they are refused." })
  withheldReason!: string | null;
  @Field(() => [String], { description: "Values of a choice; empty for other kinds." })
  choices!: readonly string[];
  @Field(() => Float, {
    nullable: true,
    description: "Smallest number that is taken; null if there is none.",
  })
  least!: number | null;
  @Field(() => Float, { nullable: true, description: "Largest number that is taken; null if there is none." })
  most!: number | null;
  @Field(() => Int, { description: "Longest value, in characters." })
  maxLength!: number;
  @Field(() => String, {
    nullable: true,
    description: "What is wrong with it as it is saved, in the language of the viewer.",
  })
  warning!: string | null;
}

/** A host that the statistics script reports to. */
@ObjectType("StatisticsHost", {
  simpleResolvers: true,
  description: "A host that the statistics script reports to.",
})
export class StatisticsHostView {
  @Field(() => String, { description: "Such as https://example.org." })
  origin!: string;
  @Field(() => Boolean, { description: "Pages let the script report to it." })
  isAllowed!: boolean;
}

/** Result of examining a statistics script. */
@ObjectType("StatisticsScript", {
  simpleResolvers: true,
  description: "What a statistics script reports to.",
})
export class StatisticsScriptView {
  @Field(() => [String], { description: "Services whose snippet it is." })
  services!: string[];
  @Field(() => [StatisticsHostView], { description: "The hosts that it reports to." })
  hosts!: StatisticsHostView[];
  @Field(() => String, { description: "A value for `site_stat_hosts` that allows all of them." })
  proposal!: string;
}

/** Change of one setting by one save. */
@ObjectType("SettingChange", { simpleResolvers: true, description: "A change of a setting." })
export class SettingChangeView {
  @Field(() => String, { description: "The tag of the setting." })
  tag!: string;
  @Field(() => String, { description: "Name of the setting." })
  key!: string;
  @Field(() => String, { description: "Its label, in the language of the viewer." })
  label!: string;
  @Field(() => String, { description: "Value until then, secrets as asterisks." })
  before!: string;
  @Field(() => String, { description: "Value since then, secrets as asterisks." })
  after!: string;
}

/** Settings that were saved together. */
@ObjectType("SettingSave", { simpleResolvers: true, description: "Settings that were saved together." })
export class SettingSaveView {
  @Field(() => ID, { description: "Stable id, never given to anything else." })
  id!: number;
  @Field(() => ID, { description: "Id of the member who did it." })
  actorId!: number;
  @Field(() => GraphQLISODateTime, { description: "When it was saved." })
  createdAt!: Date;
  @Field(() => ID, { nullable: true, description: "The save that this one undid." })
  undoOfId!: number | null;
  @Field(() => Boolean, { description: "All of it still holds, so that it can be undone." })
  canUndo!: boolean;
  @Field(() => [SettingChangeView], { description: "The settings that it changed." })
  changes!: SettingChangeView[];
}
