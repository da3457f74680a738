import { Field, InputType, Int } from "type-graphql";
import { AnyValue } from "../../../core/rest.ts";

/** Which templates a legacy client lists (legacy-facts 2.21). */
@InputType("LegacyTemplateList")
export class LegacyTemplateList {
  @Field(() => Int, { nullable: true })
  page?: number;
  @Field(() => Int, { nullable: true })
  perPage?: number;
  @Field(() => String, { nullable: true, description: "Part of a name; all without it." })
  name?: string;
}

/** Which templates a legacy client reads (legacy-facts 2.22). */
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

/** What a legacy client changes of a template; what is absent stays as it is (legacy-facts 2.22). */
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
