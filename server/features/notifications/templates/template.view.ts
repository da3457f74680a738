import { Field, GraphQLISODateTime, ID, Int, ObjectType } from "type-graphql";
import { NoticeChannel } from "./channel.view.ts";
import type { NoticeKind } from "./kind.view.ts";

/** A text in both languages. */
@ObjectType("NoticeText", { simpleResolvers: true, description: "A text in both languages." })
export class NoticeTextView {
  @Field(() => String)
  zh!: string;
  @Field(() => String)
  en!: string;
}

/** What a template says and does. */
@ObjectType("NoticeWording", { simpleResolvers: true, description: "What a notice says on a channel." })
export class NoticeWordingView {
  @Field(() => Boolean)
  enabled!: boolean;
  @Field(() => NoticeTextView)
  title!: NoticeTextView;
  @Field(() => NoticeTextView)
  body!: NoticeTextView;
  @Field(() => String, { description: "Template at the provider; empty if none was entered." })
  providerTemplateId!: string;
  @Field(() => Int, { description: "How long it waits before it is sent." })
  delaySeconds!: number;
}

/** A template with all that a form needs to know of it. */
@ObjectType("NoticeTemplate", { simpleResolvers: true, description: "What a notice says on one channel." })
export class NoticeTemplateView {
  @Field(() => NoticeChannel)
  channel!: NoticeChannel;
  @Field(() => NoticeWordingView)
  wording!: NoticeWordingView;
  @Field(() => NoticeWordingView, { description: "What it says unless somebody words it anew." })
  preset!: NoticeWordingView;
  @Field(() => Boolean)
  isChanged!: boolean;
  @Field(() => GraphQLISODateTime, { nullable: true })
  changedAt!: Date | null;
  changedById!: number | null;
  @Field(() => Int, { description: "Longest title, in characters." })
  titleMax!: number;
  @Field(() => Int, { description: "Longest text, in characters." })
  bodyMax!: number;
  @Field(() => Boolean, { description: "Its text may have several lines." })
  isMultiline!: boolean;
  @Field(() => Boolean, { description: "It is sent through a provider that has templates of its own." })
  needsProvider!: boolean;
}

/** Something that texts may name in braces. */
@ObjectType("NoticeVariable", { simpleResolvers: true, description: "What texts may name in braces." })
export class NoticeVariableView {
  @Field(() => String, { description: "Without braces." })
  name!: string;
  @Field(() => String)
  description!: string;
  @Field(() => String, { description: "What previews show." })
  sample!: string;
  @Field(() => [String], { description: "Names of the predecessor that mean the same." })
  aliases!: readonly string[];
}

/** A kind of notice with its templates on all channels. */
@ObjectType("NoticeTemplates", { simpleResolvers: true, description: "A kind of notice and what it says." })
export class NoticeTemplatesView {
  @Field(() => String, { description: "Such as post.replied." })
  kind!: NoticeKind;
  @Field(() => String, { description: "In the language of the viewer." })
  name!: string;
  @Field(() => [NoticeTemplateView])
  templates!: readonly NoticeTemplateView[];
  @Field(() => [NoticeVariableView])
  variables!: readonly NoticeVariableView[];
}

/** A text as a receiver would see it, with samples in place of variables. */
@ObjectType("NoticePreview", { simpleResolvers: true, description: "A text with samples for its variables." })
export class NoticePreviewView {
  @Field(() => String)
  title!: string;
  @Field(() => String)
  body!: string;
  @Field(() => [String], { description: "Names in braces that this kind does not offer." })
  unknownVariables!: readonly string[];
  @Field(() => String, { nullable: true, description: "Why the title cannot be saved." })
  titleProblem!: string | null;
  @Field(() => String, { nullable: true, description: "Why the text cannot be saved." })
  bodyProblem!: string | null;
}

/** What one save did to one template. */
@ObjectType("NoticeTemplateChange", { simpleResolvers: true })
export class NoticeTemplateChangeView {
  @Field(() => String)
  kind!: string;
  @Field(() => NoticeChannel)
  channel!: NoticeChannel;
  @Field(() => String)
  name!: string;
  @Field(() => NoticeWordingView)
  before!: NoticeWordingView;
  @Field(() => NoticeWordingView)
  after!: NoticeWordingView;
}

/** Templates that were saved together. */
@ObjectType("NoticeTemplateSave", {
  simpleResolvers: true,
  description: "Templates that were saved together.",
})
export class NoticeTemplateSaveView {
  @Field(() => ID)
  id!: number;
  actorId!: number;
  @Field(() => GraphQLISODateTime)
  createdAt!: Date;
  @Field(() => ID, { nullable: true, description: "The save that this one undid." })
  undoOfId!: number | null;
  @Field(() => Boolean, { description: "All of it still holds, so that it can be undone." })
  canUndo!: boolean;
  @Field(() => [NoticeTemplateChangeView])
  changes!: NoticeTemplateChangeView[];
}
