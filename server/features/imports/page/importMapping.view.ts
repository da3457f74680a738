import { Field, ID, Int, ObjectType } from "type-graphql";

/** A group of the community, and what becomes of it. */
@ObjectType("ImportGroup", {
  simpleResolvers: true,
  description: "A group of the community that was read, and what becomes of it.",
})
export class ImportGroupView {
  @Field(() => ID, { description: "Its id, which it keeps." })
  id!: number;

  @Field(() => String, { description: "Its name." })
  name!: string;

  @Field(() => Int, { description: "Its members." })
  members!: number;

  @Field(() => Boolean, { description: "Every forum has it: it stays, also without members." })
  isPreset!: boolean;

  @Field(() => Boolean, { description: "Members of other groups may go to it." })
  isTarget!: boolean;

  @Field(() => String, {
    description:
      "What becomes of it, as in the file: `new`, or the id of the group that its members go to; the own id of a preset group.",
  })
  to!: string;

  @Field(() => [String], { description: "Its permissions; those of one category begin with `category3.`." })
  grants!: readonly string[];
}

/** A category of the community, and what becomes of it. */
@ObjectType("ImportCategory", {
  simpleResolvers: true,
  description: "A category of the community that was read, and what becomes of it.",
})
export class ImportCategoryView {
  @Field(() => ID, { description: "Its id, which it keeps." })
  id!: number;

  @Field(() => String, { description: "Its name." })
  name!: string;

  @Field(() => ID, { nullable: true, description: "The category above it; null on the first level." })
  parentId!: number | null;

  @Field(() => Int, { description: "Its threads." })
  threads!: number;

  @Field(() => String, {
    description:
      "What becomes of it, as in the file: `keep`, `admins` for administrators only, or the id of the category that takes its threads in.",
  })
  to!: string;

  @Field(() => [String], { description: "Names of groups that read its threads only because it is merged." })
  newReaders!: readonly string[];
}

/** Decisions on the groups and categories of the community that was read. */
@ObjectType("ImportMapping", {
  simpleResolvers: true,
  description: "Decisions on the groups and categories of the community that was read.",
})
export class ImportMappingView {
  @Field(() => String, { description: "Names the saved state; a save names the one that it changes." })
  version!: string;

  @Field(() => [ImportGroupView], { description: "All groups." })
  groups!: readonly ImportGroupView[];

  @Field(() => [ImportCategoryView], { description: "All categories." })
  categories!: readonly ImportCategoryView[];
}
