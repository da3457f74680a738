import { Max, Min } from "class-validator";
import { Field, ID, InputType, Int } from "type-graphql";
import { MaxCharacters } from "../../core/validation.ts";

/** Longest place of a fault, in characters: `plugin_index@header_insert_before_hook`. */
const PLACE_MAX = 100;
/** Longest text that a browser may send about a fault, in characters. */
const SENT_MAX = 4_000;
/** Longest time that a page may report, in milliseconds. */
const PAGE_MS_MAX = 60_000;
/** Longest variables of a call, in characters. */
const VARIABLES_MAX = 20_000;

/** A fault of a plugin that a browser met. */
@InputType("PluginFaultInput", { description: "A fault of a plugin that a browser met." })
export class PluginFaultInput {
  @Field(() => ID, { description: "The plugin." })
  pluginId!: string;

  @Field(() => String, { description: "Its version in the browser." })
  @MaxCharacters(PLACE_MAX)
  version!: string;

  @Field(() => String, { description: "Where it showed: plugin_index@header_insert_before_hook." })
  @MaxCharacters(PLACE_MAX)
  place!: string;

  @Field(() => String, { description: "What the browser said." })
  @MaxCharacters(SENT_MAX)
  message!: string;

  @Field(() => String, { description: "Where in its code; may be empty." })
  @MaxCharacters(SENT_MAX)
  stack!: string;
}

/** Time that a plugin took on a page. */
@InputType("PluginTimeInput", { description: "Time that a plugin took on a page, as a browser measured it." })
export class PluginTimeInput {
  @Field(() => ID, { description: "The plugin." })
  pluginId!: string;

  @Field(() => Int, { description: "Milliseconds until its code had come; 0 for frames." })
  @Min(0)
  @Max(PAGE_MS_MAX)
  loadMs!: number;

  @Field(() => Int, { description: "Milliseconds in which its components rendered, all together." })
  @Min(0)
  @Max(PAGE_MS_MAX)
  renderMs!: number;
}

/** A new value of a setting of a plugin. */
@InputType("PluginSettingInput", { description: "A new value of a setting of a plugin." })
export class PluginSettingInput {
  @Field(() => String, { description: "Name in code." })
  @MaxCharacters(PLACE_MAX)
  key!: string;

  @Field(() => String, { description: "The value as text; flags are true or false." })
  @MaxCharacters(SENT_MAX)
  value!: string;
}

/** A document on the types of a plugin. */
@InputType("PluginCallInput", { description: "A document on the types of a plugin." })
export class PluginCallInput {
  @Field(() => String, { description: "Name of the plugin in code." })
  @MaxCharacters(PLACE_MAX)
  plugin!: string;

  @Field(() => String, { description: "One query or mutation on its types." })
  @MaxCharacters(SENT_MAX)
  document!: string;

  @Field(() => String, { nullable: true, description: "Variables, as JSON." })
  @MaxCharacters(VARIABLES_MAX)
  variables?: string;
}
