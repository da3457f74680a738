import { Field, InputType, Int } from "type-graphql";

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
  @Field(() => Int, { nullable: true, description: "0 for the site's own notices; others are not offered." })
  type?: number;
}
