import { MinLength } from "class-validator";
import { Field, ID, InputType, Int } from "type-graphql";
import { MaxCharacters } from "../../core/validation.ts";
import { CATEGORY_DESCRIPTION_MAX, CATEGORY_NAME_MAX } from "./category.entity.ts";

/** Longest icon: an emoji or the address of a picture. */
export const ICON_MAX = 200;
const COLOR_LENGTH = 7;

/** Content of a category. */
@InputType("CategoryInput", { description: "All that can be set of a category." })
export class CategoryInput {
  @Field(() => String, { description: "Name as members see it." })
  @MinLength(1)
  @MaxCharacters(CATEGORY_NAME_MAX)
  name!: string;

  @Field(() => String, { defaultValue: "", description: "A sentence about it; may be empty." })
  @MaxCharacters(CATEGORY_DESCRIPTION_MAX)
  description!: string;

  @Field(() => String, { defaultValue: "", description: "Address of a picture, or empty." })
  @MaxCharacters(ICON_MAX)
  icon!: string;

  @Field(() => String, { defaultValue: "", description: "As #rrggbb; empty leaves the choice to the forum." })
  @MaxCharacters(COLOR_LENGTH)
  color!: string;

  @Field(() => Int, { defaultValue: 0, description: "Place among its neighbours, lowest first." })
  sort!: number;

  @Field(() => ID, { nullable: true, description: "Id of the category above; null at the top." })
  parentId?: string | null;
}
