import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { forgetLinkPreview, restoreLinkPreview } from "./forget.service.ts";
import { LinkPreviewRef } from "./linkPreview.input.ts";

/** GraphQL door of cards of pages outside. */
@Resolver()
export class LinkPreviewResolver {
  @Mutation(() => Boolean, {
    description:
      "For moderators: removes the card of a page from all texts, with its picture, until it is restored.",
  })
  forgetLinkPreview(
    @Ctx() ctx: Context,
    @Arg("input", () => LinkPreviewRef, { description: "All that is written, in one object." })
    input: LinkPreviewRef,
  ) {
    return forgetLinkPreview(ctx, input);
  }

  @Mutation(() => Boolean, {
    description: "For moderators: lets a page whose card was removed have one again; it is read soon.",
  })
  restoreLinkPreview(
    @Ctx() ctx: Context,
    @Arg("input", () => LinkPreviewRef, { description: "All that is written, in one object." })
    input: LinkPreviewRef,
  ) {
    return restoreLinkPreview(ctx, input);
  }
}
