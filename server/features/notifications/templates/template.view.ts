import { Field, GraphQLISODateTime, ID, Int, ObjectType } from "type-graphql";
import { NotificationChannel } from "./channel.view.ts";
import type { NotificationKind } from "./kind.view.ts";

/** A text in both languages. */
@ObjectType("NotificationText", { simpleResolvers: true, description: "A text in both languages." })
export class NotificationTextView {
  @Field(() => String)
  zh!: string;
  @Field(() => String)
  en!: string;
}

/** What a template says and does. */
@ObjectType("NotificationWording", {
  simpleResolvers: true,
  description: "What a notification says on a channel.",
})
export class NotificationWordingView {
  @Field(() => Boolean)
  enabled!: boolean;
  @Field(() => NotificationTextView)
  title!: NotificationTextView;
  @Field(() => NotificationTextView)
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
  @Field(() => NotificationChannel)
  channel!: NotificationChannel;
  @Field(() => NotificationWordingView)
  wording!: NotificationWordingView;
  @Field(() => NotificationWordingView, { description: "What it says unless somebody words it anew." })
  preset!: NotificationWordingView;
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
@ObjectType("NotificationVariable", { simpleResolvers: true, description: "What texts may name in braces." })
export class NotificationVariableView {
  @Field(() => String, { description: "Without braces." })
  name!: string;
  @Field(() => String)
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
  @Field(() => [NotificationTemplateView])
  templates!: readonly NotificationTemplateView[];
  @Field(() => [NotificationVariableView])
  variables!: readonly NotificationVariableView[];
}

/** A text as a recipient would see it, with samples in place of variables. */
@ObjectType("NotificationPreview", {
  simpleResolvers: true,
  description: "A text with samples for its variables.",
})
export class NotificationPreviewView {
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
@ObjectType("NotificationTemplateChange", { simpleResolvers: true })
export class NotificationTemplateChangeView {
  @Field(() => String)
  kind!: string;
  @Field(() => NotificationChannel)
  channel!: NotificationChannel;
  @Field(() => String)
  name!: string;
  @Field(() => NotificationWordingView)
  before!: NotificationWordingView;
  @Field(() => NotificationWordingView)
  after!: NotificationWordingView;
}

/** Templates that were saved together. */
@ObjectType("NotificationTemplateSave", {
  simpleResolvers: true,
  description: "Templates that were saved together.",
})
export class NotificationTemplateSaveView {
  @Field(() => ID)
  id!: number;
  actorId!: number;
  @Field(() => GraphQLISODateTime)
  createdAt!: Date;
  @Field(() => ID, { nullable: true, description: "The save that this one undid." })
  undoOfId!: number | null;
  @Field(() => Boolean, { description: "All of it still holds, so that it can be undone." })
  canUndo!: boolean;
  @Field(() => [NotificationTemplateChangeView])
  changes!: NotificationTemplateChangeView[];
}
