import { Field, GraphQLISODateTime, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { connectionType } from "../../core/paging.ts";
import { CallState, type WebhookCall, WebhookEvent, WebhookOffReason } from "./webhook.entity.ts";

registerEnumType(WebhookEvent, {
  name: "WebhookEvent",
  description: "An event that webhooks are called for; on the wire `thread.created` and so on.",
  valuesConfig: {
    THREAD_CREATED: { description: "A thread can be seen for the first time." },
    THREAD_EDITED: { description: "Text or state of a thread changed." },
    THREAD_MOVED: { description: "A thread went to another category." },
    THREAD_HIDDEN: { description: "A thread cannot be seen any more, but was not deleted." },
    THREAD_DELETED: { description: "A thread was deleted or merged." },
    THREAD_RESTORED: { description: "A thread can be seen again." },
    POST_CREATED: { description: "A reply or comment can be seen for the first time." },
    POST_EDITED: { description: "Text or state of a reply changed." },
    POST_MOVED: { description: "A reply went to another thread." },
    POST_HIDDEN: { description: "A reply cannot be seen any more, but was not deleted." },
    POST_DELETED: { description: "A reply was deleted." },
    POST_RESTORED: { description: "A reply can be seen again." },
    PING: { description: "Somebody tests the webhook; it comes whether asked for or not." },
  },
});
registerEnumType(WebhookOffReason, {
  name: "WebhookOffReason",
  description: "Why a webhook is not called.",
  valuesConfig: {
    BY_HAND: { description: "An administrator switched it off." },
    FAILING: { description: "Its calls failed for three days." },
    SECRET_LOST: {
      description: "The key of the forum was lost, and its secret with it; it needs a new one.",
    },
  },
});
registerEnumType(CallState, {
  name: "WebhookCallState",
  description: "How far a call of a webhook is.",
  valuesConfig: {
    WAITING: { description: "It is to be made, for the first time or again." },
    DONE: { description: "The receiver answered with a status of 200 to 299." },
    GIVEN_UP: { description: "It failed for 24 hours." },
  },
});

/** A webhook without its secret. */
@ObjectType("Webhook", {
  simpleResolvers: true,
  description: "An address that is called when something happens.",
})
export class WebhookView {
  @Field(() => ID, { description: "Its id." })
  id!: number;

  @Field(() => String, { description: "Address that is called by POST." })
  url!: string;

  @Field(() => [WebhookEvent], { description: "Events that it is called for." })
  events!: WebhookEvent[];

  @Field(() => Boolean, { description: "False while it is not called." })
  isEnabled!: boolean;

  @Field(() => WebhookOffReason, { nullable: true, description: "Why it is not called; null while it is." })
  offReason!: WebhookOffReason | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description:
      "Until then calls are signed by the secret before the present one as well; null if they are not.",
  })
  previousUntil!: Date | null;

  @Field(() => GraphQLISODateTime, { description: "When it was added." })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: "First failure since the last success; after three days it is switched off.",
  })
  failingSince!: Date | null;
}

/** A webhook with its secret, which is shown this once. */
@ObjectType("IssuedWebhook", { simpleResolvers: true, description: "A webhook with its new secret." })
export class IssuedWebhook {
  @Field(() => WebhookView, { description: "The webhook." })
  webhook!: WebhookView;

  @Field(() => String, { description: "Key of its signatures; shown this once." })
  secret!: string;
}

/** A call of a webhook for the log. */
@ObjectType("WebhookCall", { simpleResolvers: true, description: "A call of a webhook." })
export class WebhookCallView implements Partial<WebhookCall> {
  @Field(() => ID, { description: "Its id in the log." })
  id!: number;

  @Field(() => String, { description: "Id of the event, the same for every attempt." })
  eventId!: string;

  @Field(() => String, { description: "Name of the event as receivers get it." })
  event!: string;

  @Field(() => String, { description: "Body that is sent, as JSON." })
  payload!: string;

  @Field(() => CallState, { description: "How far it is." })
  state!: CallState;

  @Field(() => Int, { description: "Attempts so far." })
  attempts!: number;

  @Field(() => Int, { nullable: true, description: "Status of the last answer; null if there was none." })
  status!: number | null;

  @Field(() => String, { description: "Why the last attempt failed; empty if it did not." })
  problem!: string;

  @Field(() => GraphQLISODateTime, { description: "When the event happened, or was replayed." })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, { description: "Next attempt, while it waits." })
  dueAt!: Date;

  @Field(() => GraphQLISODateTime, { nullable: true, description: "Last attempt; null before the first." })
  calledAt!: Date | null;
}

/** The connection of calls. */
export const WebhookCallConnection = connectionType("WebhookCall", () => WebhookCallView);
