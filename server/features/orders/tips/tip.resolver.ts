import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { Thread } from "../../threads/thread.entity.ts";
import { readTips } from "./tip.service.ts";
import { ThreadTips } from "./tip.view.ts";

/** Tips to the authors of threads. */
@Resolver(() => Thread)
export class ThreadTipsResolver {
  @FieldResolver(() => ThreadTips, { description: "Who tipped the author, and whether the viewer may." })
  tips(@Ctx() ctx: Context, @Root() thread: Thread) {
    return readTips(ctx, thread);
  }
}
