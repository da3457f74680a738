import { Ctx, Query, Resolver } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { getUnreadCounts } from "./unread.service.ts";
import { UnreadCounts } from "./unread.view.ts";

/** GraphQL's view of what is unread. */
@Resolver()
export class UnreadResolver {
  @Query(() => UnreadCounts, {
    description: "Notifications and private messages that the viewer has not read.",
  })
  unreadCounts(@Ctx() ctx: Context) {
    return getUnreadCounts(ctx);
  }
}
