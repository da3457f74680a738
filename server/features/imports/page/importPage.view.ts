import { Field, GraphQLISODateTime, Int, ObjectType, registerEnumType } from "type-graphql";
import { Cents } from "../../../core/money.ts";
import { ImportMappingView } from "./importMapping.view.ts";

/** Origins of a community; the values are those of the command line. */
export enum ImportSource {
  DISCUZ_Q = "discuz-q",
  DISCUZ_X = "discuz-x",
  FLARUM = "flarum",
  PHPBB = "phpbb",
  NODEBB = "nodebb",
  DISCOURSE = "discourse",
  NEUTRAL = "neutral",
}

/** Reasons why no community can move in. */
export enum ImportObstacle {
  MOVED_IN = "MOVED_IN",
  HAS_MEMBERS = "HAS_MEMBERS",
  HAS_CONTENT = "HAS_CONTENT",
}

/** Steps of moving in from the page. */
export enum ImportPhase {
  CHECKING = "CHECKING",
  CHECKED = "CHECKED",
  FAILED = "FAILED",
  IMPORTING = "IMPORTING",
  UNDOING = "UNDOING",
  MOVED_IN = "MOVED_IN",
}

registerEnumType(ImportSource, {
  name: "ImportSource",
  description: "A program from which a community can move in.",
  valuesConfig: {
    DISCUZ_Q: { description: "Discuz! Q." },
    DISCUZ_X: { description: "Discuz! X." },
    FLARUM: { description: "Flarum." },
    PHPBB: { description: "phpBB." },
    NODEBB: { description: "NodeBB." },
    DISCOURSE: { description: "Discourse." },
    NEUTRAL: { description: "A folder in the neutral format, as an archive." },
  },
});
registerEnumType(ImportObstacle, {
  name: "ImportObstacle",
  description: "Why no community can move into this forum.",
  valuesConfig: {
    MOVED_IN: { description: "One has moved in already." },
    HAS_MEMBERS: { description: "There are members besides its owner." },
    HAS_CONTENT: { description: "Somebody has written, or money has moved." },
  },
});
registerEnumType(ImportPhase, {
  name: "ImportPhase",
  description: "How far moving in from the page is.",
  valuesConfig: {
    CHECKING: { description: "The dry run reads and checks." },
    CHECKED: { description: "Everything can be imported; nothing was written to the forum." },
    FAILED: { description: "It ended with a problem; the forum is as before." },
    IMPORTING: { description: "The forum is closed, and the community moves in." },
    UNDOING: { description: "The import has failed; the forum is being emptied." },
    MOVED_IN: { description: "The community is here." },
  },
});

/** A source that can be chosen, and how it is given. */
@ObjectType("ImportSourceOption", {
  simpleResolvers: true,
  description: "A source that can be chosen, and how it is given.",
})
export class ImportSourceOption {
  @Field(() => ImportSource, { description: "The program." })
  source!: ImportSource;

  @Field(() => Boolean, { description: "The address of its database can be given." })
  takesConnection!: boolean;

  @Field(() => Boolean, { description: "An uploaded file can be read." })
  takesFile!: boolean;
}

/** A file that was uploaded for the import. */
@ObjectType("ImportUpload", {
  simpleResolvers: true,
  description: "A file that was uploaded for the import.",
})
export class ImportUpload {
  @Field(() => String, { description: "Its name." })
  name!: string;

  @Field(() => Cents, { description: "Its size in bytes." })
  bytes!: number;
}

/** A number with its name. */
@ObjectType("ImportCount", { simpleResolvers: true, description: "A number with its name." })
export class ImportCount {
  @Field(() => String, { description: "What is counted, as the report names it." })
  name!: string;

  @Field(() => Int, { description: "How many." })
  count!: number;
}

/** Money of the source. */
@ObjectType("ImportMoney", { simpleResolvers: true, description: "Money of the source, in cents." })
export class ImportMoney {
  @Field(() => Cents, { description: "Balances of the source." })
  sourceCents!: number;

  @Field(() => Cents, { description: "Balances that come in." })
  openedCents!: number;

  @Field(() => Cents, { description: "Balances that are refused, with reasons in the report." })
  refusedCents!: number;

  @Field(() => Int, { description: "Members whose balance is not the sum of their log." })
  differences!: number;
}

/** Moving in, as far as it is. */
@ObjectType("ImportRun", { simpleResolvers: true, description: "Moving in, as far as it is." })
export class ImportRunView {
  @Field(() => ImportPhase, { description: "How far it is." })
  phase!: ImportPhase;

  @Field(() => ImportSource, { description: "Where the community comes from." })
  source!: ImportSource;

  @Field(() => GraphQLISODateTime, { description: "When the phase began." })
  startedAt!: Date;

  @Field(() => String, { description: "What is under way, in English; empty if nothing is." })
  step!: string;

  @Field(() => String, {
    nullable: true,
    description: "What went wrong: one sentence in the language of who asks.",
  })
  problem!: string | null;

  @Field(() => [ImportCount], { description: "Records of the community by kind." })
  counts!: ImportCount[];

  @Field(() => [ImportCount], { description: "Rows that were changed or left behind, by reason." })
  remarks!: ImportCount[];

  @Field(() => [ImportCount], { description: "Marks of texts that Markdown does not have." })
  losses!: ImportCount[];

  @Field(() => ImportMoney, { nullable: true, description: "Money; null if the source has no books." })
  money!: ImportMoney | null;

  @Field(() => [String], {
    description: "Names with which its administrators sign in afterwards; the first ten.",
  })
  administrators!: string[];

  @Field(() => Boolean, { description: "There is a report at `/import-report`." })
  hasReport!: boolean;
}

/** Everything that the page for moving in shows. */
@ObjectType("ImportPage", {
  simpleResolvers: true,
  description: "Everything that the page for moving in shows.",
})
export class ImportPageView {
  @Field(() => ImportObstacle, {
    nullable: true,
    description: "Why no community can move in; null if one can.",
  })
  obstacle!: ImportObstacle | null;

  @Field(() => [ImportSourceOption], { description: "Sources to choose from." })
  sources!: ImportSourceOption[];

  @Field(() => String, {
    description: "Folder on the server whose sub-folders may hold files of the old site.",
  })
  filesFolder!: string;

  @Field(() => [String], { description: "Sub-folders that are there, the first hundred." })
  siteFolders!: string[];

  @Field(() => ImportUpload, { nullable: true, description: "The file that was uploaded." })
  upload!: ImportUpload | null;

  @Field(() => ImportRunView, {
    nullable: true,
    description: "The dry run or import; null before the first.",
  })
  run!: ImportRunView | null;

  @Field(() => ImportMappingView, {
    nullable: true,
    description:
      "What becomes of groups and categories; null before a dry run that went well, or if somebody broke the file.",
  })
  mapping!: ImportMappingView | null;

  @Field(() => Boolean, { description: "This server can close itself for the import." })
  canStart!: boolean;
}
