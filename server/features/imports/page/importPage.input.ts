import { IsEnum, IsOptional, Length, Matches, MaxLength } from "class-validator";
import { Field, InputType } from "type-graphql";
import { ImportSource } from "./importPage.view.ts";

const CONNECTION_MAX = 1_000;
const ADDRESS_MAX = 255;
const FOLDER_MAX = 200;
const KEY_MAX = 200;
const ZONE_MAX = 60;

/** Source of a community, for a dry run. */
@InputType({ description: "Source of a community, for a dry run." })
export class CheckImportInput {
  @Field(() => ImportSource, { description: "The program of the old forum." })
  @IsEnum(ImportSource)
  source!: ImportSource;

  @Field(() => String, {
    nullable: true,
    description:
      "Address of its database with user and password, which is not stored; missing: the uploaded file.",
  })
  @IsOptional()
  @Length(1, CONNECTION_MAX)
  @Matches(/^(?:mysql|mariadb):\/\/./)
  connection?: string | null;

  @Field(() => String, { nullable: true, description: "Address at which people know the old forum." })
  @IsOptional()
  @MaxLength(ADDRESS_MAX)
  @Matches(/^(?:https?:\/\/\S+)?$/)
  address?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Sub-folder with files of the old site; missing: none come.",
  })
  @IsOptional()
  @MaxLength(FOLDER_MAX)
  siteFolder?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Key of a Discuz! Q site, which opens accounts of WeChat.",
  })
  @IsOptional()
  @MaxLength(KEY_MAX)
  appKey?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Time zone of the old site; Asia/Shanghai if it is missing.",
  })
  @IsOptional()
  @MaxLength(ZONE_MAX)
  timeZone?: string | null;
}
