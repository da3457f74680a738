import { Field, InputType, Int } from "type-graphql";
import { AnyValue } from "../../../core/rest.ts";

/** Page of the template list as the predecessor's administration asks for it (legacy-facts 2.21). */
@InputType("LegacyTemplatePage")
export class LegacyTemplatePage {
  @Field(() => Int, { nullable: true })
  page?: number;
  @Field(() => Int, { nullable: true })
  perPage?: number;
}

/** Filter of the template list of legacy clients; both are required, and empty for all (spec §5). */
@InputType("LegacyTemplateList")
export class LegacyTemplateList extends LegacyTemplatePage {
  @Field(() => String, { description: "Part of a name; empty for all." })
  name!: string;
  @Field(() => String, {
    description:
      "Channels of which one is on, such as 系统 or 微信,短信; 1 for any, 0 for none, empty for all.",
  })
  typeStatus!: string;
}

/** Templates that a legacy client reads (legacy-facts 2.22). */
@InputType("LegacyTemplateRef")
export class LegacyTemplateRef {
  @Field(() => String, { description: "Names, separated by commas." })
  typeName!: string;
  @Field(() => Int, {
    nullable: true,
    description: "0 for the site's own notifications, 1 WeChat, 2 short messages; others are not offered.",
  })
  type?: number;
}

/** Changes of a template by a legacy client; absent fields stay as they are (legacy-facts 2.22). */
@InputType("LegacyTemplateInput")
export class LegacyTemplateInput {
  @Field(() => Int, { description: "`tplId` of a template." })
  id!: number;
  @Field(() => Int, { nullable: true, description: "1 for on, 0 for off." })
  status?: number;
  @Field(() => String, { nullable: true })
  title?: string;
  @Field(() => String, { nullable: true, description: "The text in Chinese." })
  content?: string;
  @Field(() => String, { nullable: true, description: "Template at the provider." })
  templateId?: string;
  @Field(() => AnyValue, { nullable: true, description: "WeChat: values of its keywords, in their order." })
  keywordsData?: unknown;
  @Field(() => Int, { nullable: true, description: "0 sends at once, 1 after `delayTime`." })
  pushType?: number;
  @Field(() => Int, { nullable: true, description: "Seconds, at most 30 days." })
  delayTime?: number;
}
