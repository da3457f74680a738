import { Field, Float, GraphQLISODateTime, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { SettingKind } from "./setting.entity.ts";

registerEnumType(SettingKind, { name: "SettingKind" });

/** A setting with its value, as forms show it. */
@ObjectType("Setting", { simpleResolvers: true, description: "A setting of the site." })
export class SettingView {
  @Field(() => String)
  tag!: string;
  @Field(() => String)
  key!: string;
  @Field(() => String, { description: "The part of the administration that it belongs to." })
  section!: string;
  @Field(() => SettingKind)
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
  @Field(() => Boolean)
  isChanged!: boolean;
  @Field(() => Boolean)
  isSecret!: boolean;
  @Field(() => Boolean, { description: "Everybody may read it." })
  isOpen!: boolean;
  @Field(() => Boolean, { description: "Kept for old clients; nothing here depends on it." })
  isKept!: boolean;
  @Field(() => [String], { description: "Values that are refused until there is what they switch on." })
  withheldValues!: readonly string[];
  @Field(() => String, { nullable: true, description: "Why they are refused." })
  withheldReason!: string | null;
  @Field(() => [String])
  choices!: readonly string[];
  @Field(() => Float, { nullable: true })
  least!: number | null;
  @Field(() => Float, { nullable: true })
  most!: number | null;
  @Field(() => Int)
  maxLength!: number;
  @Field(() => String, {
    nullable: true,
    description: "What is wrong with it as it is saved, in the language of the viewer.",
  })
  warning!: string | null;
}

/** A host that the statistics script reports to. */
@ObjectType("StatisticsHost", { simpleResolvers: true })
export class StatisticsHostView {
  @Field(() => String)
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
  @Field(() => [StatisticsHostView])
  hosts!: StatisticsHostView[];
  @Field(() => String, { description: "A value for `site_stat_hosts` that allows all of them." })
  proposal!: string;
}

/** Change of one setting by one save. */
@ObjectType("SettingChange", { simpleResolvers: true })
export class SettingChangeView {
  @Field(() => String)
  tag!: string;
  @Field(() => String)
  key!: string;
  @Field(() => String)
  label!: string;
  @Field(() => String)
  before!: string;
  @Field(() => String)
  after!: string;
}

/** Settings that were saved together. */
@ObjectType("SettingSave", { simpleResolvers: true, description: "Settings that were saved together." })
export class SettingSaveView {
  @Field(() => ID)
  id!: number;
  @Field(() => ID)
  actorId!: number;
  @Field(() => GraphQLISODateTime)
  createdAt!: Date;
  @Field(() => ID, { nullable: true, description: "The save that this one undid." })
  undoOfId!: number | null;
  @Field(() => Boolean, { description: "All of it still holds, so that it can be undone." })
  canUndo!: boolean;
  @Field(() => [SettingChangeView])
  changes!: SettingChangeView[];
}
