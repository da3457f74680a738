import { Field, GraphQLISODateTime, ID, Int, ObjectType } from "type-graphql";
import { Plugin, PluginTier } from "./plugin.entity.ts";

/** A component of a plugin and one place where it shows. */
@ObjectType("PluginView", {
  simpleResolvers: true,
  description: "A component of a plugin and one place where it shows.",
})
export class PluginView {
  @Field(() => String, { description: "Name of the component in the code of the plugin." })
  part!: string;

  @Field(() => String, { description: "Area of the site: plugin_index." })
  target!: string;

  @Field(() => String, { description: "Place in the area: header_insert_before_hook." })
  hookName!: string;

  @Field(() => [String], { description: "Devices that it is for: pc, h5, mini." })
  platform!: readonly string[];

  @Field(() => String, { nullable: true, description: "Address below /plugin of a page that it adds." })
  path!: string | null;

  @Field(() => Int, { description: "Height that is held for it, in CSS pixels." })
  height!: number;
}

/** A plugin that comes with the program. */
@ObjectType("SamplePlugin", { simpleResolvers: true, description: "A plugin that comes with the program." })
export class SamplePlugin {
  @Field(() => String, { description: "Its name in code." })
  name!: string;

  @Field(() => String, { description: "Its name, in the language of the request." })
  label!: string;

  @Field(() => String, { description: "What it does, in the language of the request." })
  description!: string;

  @Field(() => String, { description: "Its version." })
  version!: string;

  @Field(() => Boolean, { description: "A plugin of this name is installed." })
  isInstalled!: boolean;
}

/** A plugin as pages load it. */
@ObjectType("ActivePlugin", { simpleResolvers: true, description: "A plugin as pages load it." })
export class ActivePlugin {
  @Field(() => ID, { description: "Its id." })
  id!: number;

  @Field(() => String, { description: "Its name in code." })
  name!: string;

  @Field(() => String, { description: "Its id among all plugins." })
  appid!: string;

  @Field(() => String, { description: "Three numbers: 1.10.0." })
  version!: string;

  @Field(() => String, { description: "Kind of plugin, in the author's words." })
  type!: string;

  @Field(() => PluginTier, { description: "How much of the page it has." })
  tier!: PluginTier;

  @Field(() => String, { description: "Name in the language of the viewer." })
  label!: string;

  @Field(() => Boolean, {
    description:
      "The viewer may use it: their group has the permission that it asks for, if it asks for one.",
  })
  viewerCanInsert!: boolean;

  @Field(() => String, { description: "Name of the author." })
  authorName!: string;

  @Field(() => String, { description: "Address of the author." })
  authorEmail!: string;

  @Field(() => [String], { description: "What a frame is told of the page." })
  capabilities!: readonly string[];

  @Field(() => String, { description: "Values of its settings by key, as JSON." })
  settings!: string;

  @Field(() => String, { description: "Address of its code: a module, or the page of a frame." })
  codeUrl!: string;

  @Field(() => String, {
    nullable: true,
    description: "Address of its style sheet; frames have theirs inside.",
  })
  styleUrl!: string | null;

  @Field(() => Boolean, { description: "Browsers report its registrations to the site." })
  reportsUse!: boolean;

  @Field(() => [PluginView], { description: "Where it shows." })
  views!: readonly PluginView[];
}

/** Plugins that replace the same part of a page. */
@ObjectType("PluginConflict", {
  simpleResolvers: true,
  description: "Plugins that replace the same part of a page, of which one is shown.",
})
export class PluginConflict {
  @Field(() => String, { description: "The part: plugin_global@header_replace_hook." })
  place!: string;

  @Field(() => [Plugin], { description: "The plugins that replace it, in the order of all plugins." })
  plugins!: readonly Plugin[];

  @Field(() => Plugin, { description: "The one that is shown." })
  shown!: Plugin;
}

/** A choice of a setting. */
@ObjectType("PluginChoice", { simpleResolvers: true, description: "A choice of a setting of a plugin." })
export class PluginChoice {
  @Field(() => String, { description: "The value." })
  value!: string;

  @Field(() => String, { description: "What it is called in the language of the viewer." })
  label!: string;
}

/** A setting of a plugin. */
@ObjectType("PluginSettingField", {
  simpleResolvers: true,
  description: "A setting of a plugin, for its form.",
})
export class PluginSettingField {
  @Field(() => String, { description: "Name in code." })
  key!: string;

  @Field(() => String, { description: "text, number, flag, choice or secret." })
  kind!: string;

  @Field(() => String, { description: "What it is called in the language of the viewer." })
  label!: string;

  @Field(() => String, {
    description: "The value as text; flags are true or false. Secrets are never given back: theirs is empty.",
  })
  value!: string;

  @Field(() => Boolean, { description: "It has a value; false for a secret that nobody has set." })
  isSet!: boolean;

  @Field(() => [PluginChoice], { description: "Values to choose from; none unless the kind is choice." })
  choices!: readonly PluginChoice[];
}

/** Time that a plugin took: its server part over what it was asked, and its components in browsers. */
@ObjectType("PluginCost", {
  simpleResolvers: true,
  description:
    "Time that a plugin took in the last seven days: its server part over what it was asked, its components in browsers.",
})
export class PluginCostView {
  @Field(() => String, {
    description:
      "Kind and name of what it was asked: query.votes, before.reply; browser.load, browser.render.",
  })
  handler!: string;

  @Field(() => Int, { description: "How often it was asked." })
  calls!: number;

  @Field(() => Int, { description: "How often it failed; refusals are none." })
  errors!: number;

  @Field(() => Int, { description: "Milliseconds until its answer, on average." })
  averageMs!: number;

  @Field(() => Int, { description: "Milliseconds until its slowest answer." })
  slowestMs!: number;
}

/** Number of faults of a plugin, and the last one. */
export interface FaultSummary {
  readonly count: number;
  readonly lastAt: Date | null;
}

/** A day's answer to how a plugin does. */
@ObjectType("PluginHealth", { simpleResolvers: true, description: "How often a plugin has failed." })
export class PluginHealth {
  @Field(() => Int, { description: "Faults of the last seven days." })
  count!: number;

  @Field(() => GraphQLISODateTime, { nullable: true, description: "When the last one was." })
  lastAt!: Date | null;
}
