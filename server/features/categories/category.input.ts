import { MaxLength, MinLength } from "class-validator";
import { Field, ID, InputType, Int } from "type-graphql";
import { CATEGORY_DESCRIPTION_MAX, CATEGORY_NAME_MAX } from "./category.entity.ts";

/** Longest icon: an emoji or the address of a picture. */
const ICON_MAX = 200;

/** What a category is made of. */
@InputType("CategoryInput")
export class CategoryInput {
  @Field(() => String)
  @MinLength(1)
  @MaxLength(CATEGORY_NAME_MAX)
  name!: string;

  @Field(() => String, { defaultValue: "" })
  @MaxLength(CATEGORY_DESCRIPTION_MAX)
  description!: string;

  @Field(() => String, { defaultValue: "" })
  @MaxLength(ICON_MAX)
  icon!: string;

  @Field(() => Int, { defaultValue: 0 })
  sort!: number;

  @Field(() => ID, { nullable: true })
  parentId?: string | null;
}
