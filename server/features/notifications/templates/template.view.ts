import { Field, GraphQLISODateTime, ID, Int, ObjectType } from "type-graphql";
import { NotificationChannel } from "./channel.view.ts";
import type { NotificationKind } from "./kind.view.ts";

/** A text in both languages. */
@ObjectType("NotificationText", { simpleResolvers: true, description: "A text in both languages." })
export class NotificationTextView {
  @Field(() => String, { description: "In Chinese." })
  zh!: string;
  @Field(() => String, { description: "In English." })
  en!: string;
}

/** Wording and settings of a template. */
@ObjectType("NotificationWording", {
  simpleResolvers: true,
  description: "What a notification says on a channel.",
})
export class NotificationWordingView {
  @Field(() => Boolean, { description: "Whether this channel is used for the kind." })
  enabled!: boolean;
  @Field(() => NotificationTextView, { description: "Heading or subject." })
  title!: NotificationTextView;
  @Field(() => NotificationTextView, { description: "The message." })
  body!: NotificationTextView;
  @Field(() => String, { description: "Template at the provider; empty if none was entered." })
  providerTemplateId!: string;
  @Field(() => Int, { description: "How long it waits before it is sent." })
  delaySeconds!: number;
}

/** A template with all that a form needs to know of it. */
@ObjectType("NotificationTemplate", {
  simpleResolvers: true,
  description: "What a notification says on one channel.",
})
export class NotificationTemplateView {
  @Field(() => NotificationChannel, { description: "The channel that it is for." })
  channel!: NotificationChannel;
  @Field(() => NotificationWordingView, { description: "The words as they are used." })
  wording!: NotificationWordingView;
  @Field(() => NotificationWordingView, { description: "What it says unless somebody words it anew." })
  preset!: NotificationWordingView;
  @Field(() => Boolean, { description: "True unless it still has its default." })
  isChanged!: boolean;
  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: "When it was changed last; null for the default.",
  })
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
@ObjectType("NotificationVariable", { simpleResolvers: true, description: "What texts may name in braces." })
export class NotificationVariableView {
  @Field(() => String, { description: "Without braces." })
  name!: string;
  @Field(() => String, { description: "What it stands for, in the language of the viewer." })
  description!: string;
  @Field(() => String, { description: "What previews show." })
  sample!: string;
  @Field(() => [String], { description: "Names of the predecessor that mean the same." })
  aliases!: readonly string[];
}

/** A kind of notification with its templates on all channels. */
@ObjectType("NotificationTemplates", {
  simpleResolvers: true,
  description: "A kind of notification and what it says.",
})
export class NotificationTemplatesView {
  @Field(() => String, { description: "Such as post.replied." })
  kind!: NotificationKind;
  @Field(() => String, { description: "In the language of the viewer." })
  name!: string;
  @Field(() => [NotificationTemplateView], { description: "The words, one for each channel." })
  templates!: readonly NotificationTemplateView[];
  @Field(() => [NotificationVariableView], { description: "What the words may name in braces." })
  variables!: readonly NotificationVariableView[];
}

/** A text as a recipient would see it, with samples in place of variables. */
@ObjectType("NotificationPreview", {
  simpleResolvers: true,
  description: "A text with samples for its variables.",
})
export class NotificationPreviewView {
  @Field(() => String, { description: "Heading or subject with examples filled in." })
  title!: string;
  @Field(() => String, { description: "The message with examples filled in." })
  body!: string;
  @Field(() => [String], { description: "Names in braces that this kind does not offer." })
  unknownVariables!: readonly string[];
  @Field(() => String, { nullable: true, description: "Why the title cannot be saved." })
  titleProblem!: string | null;
  @Field(() => String, { nullable: true, description: "Why the text cannot be saved." })
  bodyProblem!: string | null;
}

/** Change of one template by one save. */
@ObjectType("NotificationTemplateChange", { simpleResolvers: true, description: "A change of a template." })
export class NotificationTemplateChangeView {
  @Field(() => String, { description: "Kind of notification, such as post.replied." })
  kind!: string;
  @Field(() => NotificationChannel, { description: "The channel of the template." })
  channel!: NotificationChannel;
  @Field(() => String, { description: "Name of the kind, in the language of the viewer." })
  name!: string;
  @Field(() => NotificationWordingView, { description: "The words until then." })
  before!: NotificationWordingView;
  @Field(() => NotificationWordingView, { description: "The words since then." })
  after!: NotificationWordingView;
}

/** Templates that were saved together. */
@ObjectType("NotificationTemplateSave", {
  simpleResolvers: true,
  description: "Templates that were saved together.",
})
export class NotificationTemplateSaveView {
  @Field(() => ID, { description: "Stable id, never given to anything else." })
  id!: number;
  actorId!: number;
  @Field(() => GraphQLISODateTime, { description: "When it was saved." })
  createdAt!: Date;
  @Field(() => ID, { nullable: true, description: "The save that this one undid." })
  undoOfId!: number | null;
  @Field(() => Boolean, { description: "All of it still holds, so that it can be undone." })
  canUndo!: boolean;
  @Field(() => [NotificationTemplateChangeView], { description: "The templates that it changed." })
  changes!: NotificationTemplateChangeView[];
}
