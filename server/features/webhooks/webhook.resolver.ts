import { Arg, Ctx, ID, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { PAGE_DEFAULT } from "../../core/paging.ts";
import { WebhookEvent } from "./webhook.entity.ts";
import {
  createWebhook,
  deleteWebhook,
  listCalls,
  editWebhook,
  listWebhooks,
  replayWebhookCall,
  rotateWebhookSecret,
  setWebhookEnabled,
  testWebhook,
} from "./webhook.service.ts";
import { IssuedWebhook, WebhookCallConnection, WebhookCallView, WebhookView } from "./webhook.view.ts";

const WEBHOOK_ID = "Id of the webhook.";

/** GraphQL door to webhooks, for administrators. */
@Resolver()
export class WebhookResolver {
  @Query(() => [WebhookView], { description: "Webhooks of the site; for administrators." })
  webhooks(@Ctx() ctx: Context) {
    return listWebhooks(ctx);
  }

  @Query(() => WebhookCallConnection, {
    description: "Calls of a webhook of the last thirty days, newest first; for administrators.",
  })
  webhookCalls(
    @Ctx() ctx: Context,
    @Arg("webhookId", () => ID, { description: WEBHOOK_ID }) webhookId: string,
    @Arg("first", () => Int, { defaultValue: PAGE_DEFAULT, description: "Calls of a page, 1 to 100." })
    first: number,
    @Arg("after", () => String, { nullable: true, description: "Cursor of the last call that was read." })
    after?: string,
  ) {
    return listCalls(ctx, { webhookId, first, after });
  }

  @Mutation(() => IssuedWebhook, { description: "Adds a webhook; its secret is shown this once." })
  createWebhook(
    @Ctx() ctx: Context,
    @Arg("url", () => String, { description: "Public https address." }) url: string,
    @Arg("events", () => [WebhookEvent], { description: "Events that it is called for." })
    events: WebhookEvent[],
  ) {
    return createWebhook(ctx, { url, events });
  }

  @Mutation(() => WebhookView, {
    description: "Changes the address or the events of a webhook; what waits goes to the new address.",
  })
  editWebhook(
    @Ctx() ctx: Context,
    @Arg("webhookId", () => ID, { description: WEBHOOK_ID }) webhookId: string,
    @Arg("url", () => String, { description: "Public https address." }) url: string,
    @Arg("events", () => [WebhookEvent], { description: "Events that it is called for." })
    events: WebhookEvent[],
  ) {
    return editWebhook(ctx, { webhookId, url, events });
  }

  @Mutation(() => IssuedWebhook, {
    description:
      "Makes a new secret, which is shown this once; for a day calls are signed by the one before as well.",
  })
  rotateWebhookSecret(
    @Ctx() ctx: Context,
    @Arg("webhookId", () => ID, { description: WEBHOOK_ID }) webhookId: string,
  ) {
    return rotateWebhookSecret(ctx, webhookId);
  }

  @Mutation(() => WebhookView, { description: "Switches a webhook on or off." })
  setWebhookEnabled(
    @Ctx() ctx: Context,
    @Arg("webhookId", () => ID, { description: WEBHOOK_ID }) webhookId: string,
    @Arg("isEnabled", () => Boolean, { description: "Whether it is called." }) isEnabled: boolean,
  ) {
    return setWebhookEnabled(ctx, { webhookId, isEnabled });
  }

  @Mutation(() => Boolean, { description: "Removes a webhook with its log." })
  deleteWebhook(
    @Ctx() ctx: Context,
    @Arg("webhookId", () => ID, { description: WEBHOOK_ID }) webhookId: string,
  ) {
    return deleteWebhook(ctx, webhookId);
  }

  @Mutation(() => WebhookCallView, { description: "Sends a `ping` to a webhook." })
  testWebhook(
    @Ctx() ctx: Context,
    @Arg("webhookId", () => ID, { description: WEBHOOK_ID }) webhookId: string,
  ) {
    return testWebhook(ctx, webhookId);
  }

  @Mutation(() => WebhookCallView, { description: "Makes a call of the log once more, with the same id." })
  replayWebhookCall(
    @Ctx() ctx: Context,
    @Arg("callId", () => ID, { description: "Id of the call." }) callId: string,
  ) {
    return replayWebhookCall(ctx, callId);
  }
}
