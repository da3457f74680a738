import { MinLength } from "class-validator";
import { Field, ID, InputType, Int } from "type-graphql";
import { MaxCharacters } from "../../core/validation.ts";
import { CATEGORY_DESCRIPTION_MAX, CATEGORY_NAME_MAX } from "./category.entity.ts";

/** Longest icon: an emoji or the address of a picture. */
export const ICON_MAX = 200;
const COLOR_LENGTH = 7;

/** Content of a category. */
@InputType("CategoryInput")
export class CategoryInput {
  @Field(() => String)
  @MinLength(1)
  @MaxCharacters(CATEGORY_NAME_MAX)
  name!: string;

  @Field(() => String, { defaultValue: "" })
  @MaxCharacters(CATEGORY_DESCRIPTION_MAX)
  description!: string;

  @Field(() => String, { defaultValue: "" })
  @MaxCharacters(ICON_MAX)
  icon!: string;

  @Field(() => String, { defaultValue: "", description: "As #rrggbb; empty leaves the choice to the forum." })
  @MaxCharacters(COLOR_LENGTH)
  color!: string;

  @Field(() => Int, { defaultValue: 0 })
  sort!: number;

  @Field(() => ID, { nullable: true })
  parentId?: string | null;
}
