import { Field, InputType } from "type-graphql";
import { AnyValue } from "../../core/rest.ts";
import { DEFAULT_TAG } from "./setting.entity.ts";

/** A value for a setting; lists and objects as JSON. */
@InputType("SettingInput", { description: "A value for a setting." })
export class SettingInput {
  @Field(() => String, { description: "Name of the setting." })
  key!: string;

  @Field(() => String, { description: "As text; lists and objects as JSON." })
  value!: string;

  @Field(() => String, {
    defaultValue: DEFAULT_TAG,
    description:
      "Its tag, which `settings` has beside each key, such as `mail`; that of most settings unless given.",
  })
  tag: string = DEFAULT_TAG;
}

/** A setting that a legacy client saves, with a value of any type (legacy-facts 2.2). */
@InputType("LegacySettingInput")
export class LegacySettingInput {
  @Field(() => String)
  key!: string;

  @Field(() => AnyValue)
  value!: unknown;

  @Field(() => String)
  tag!: string;
}

/** Reference to a setting that a legacy client reads (legacy-facts 2.3). */
@InputType("LegacySettingRef")
export class LegacySettingRef {
  @Field(() => String)
  key!: string;

  @Field(() => String)
  tag!: string;
}
