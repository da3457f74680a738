import { ArrayMaxSize, IsOptional, Length, ValidateNested } from "class-validator";
import { Field, ID, InputType } from "type-graphql";

/** Rows of one save; a body of a request holds no more. */
const ROWS_MAX = 5_000;
const GRANTS_MAX = 20_000;
const WORD_MAX = 20;
const VERSION_MAX = 100;

/** Decision on a group. */
@InputType({ description: "Decision on a group." })
export class ImportGroupInput {
  @Field(() => ID, { description: "The group." })
  id!: string;

  @Field(() => String, {
    description:
      "`new` to let it come as it is, or the id of a preset group that its members go to; the own id of a preset group leaves them.",
  })
  @Length(1, WORD_MAX)
  to!: string;

  @Field(() => [String], {
    nullable: true,
    description: "Its permissions; those of one category begin with `category3.`. Missing: as they are.",
  })
  @IsOptional()
  @ArrayMaxSize(GRANTS_MAX)
  grants?: string[] | null;
}

/** Decision on a category. */
@InputType({ description: "Decision on a category." })
export class ImportCategoryInput {
  @Field(() => ID, { description: "The category." })
  id!: string;

  @Field(() => String, {
    description:
      "`keep`, `admins` for administrators only, or the id of the category that takes its threads in.",
  })
  @Length(1, WORD_MAX)
  to!: string;
}

/** Decisions to save; rows that are not named stay as they are. */
@InputType({ description: "Decisions to save; rows that are not named stay as they are." })
export class SaveImportMappingInput {
  @Field(() => String, { description: "Version that is changed." })
  @Length(1, VERSION_MAX)
  version!: string;

  @Field(() => [ImportGroupInput], { description: "Groups." })
  @ArrayMaxSize(ROWS_MAX)
  @ValidateNested({ each: true })
  groups!: ImportGroupInput[];

  @Field(() => [ImportCategoryInput], { description: "Categories." })
  @ArrayMaxSize(ROWS_MAX)
  @ValidateNested({ each: true })
  categories!: ImportCategoryInput[];
}
