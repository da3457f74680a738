import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { parseId } from "../../core/ids.ts";
import { Attachment, FILES_PATH, isPictureKind } from "./attachment.entity.ts";
import { setVideoPoster } from "./poster.service.ts";

/** GraphQL fields of uploads. */
@Resolver(() => Attachment)
export class AttachmentResolver {
  @FieldResolver(() => Boolean, { description: "True if it is shown as a picture." })
  isImage(@Root() { kind }: Attachment): boolean {
    return isPictureKind(kind);
  }

  @FieldResolver(() => String, {
    description: "Address of the file; private ones are signed and expire, so ask again rather than keep it.",
  })
  url(@Root() { path }: Attachment): string {
    return FILES_PATH + path;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: "Smaller rendition of a picture, at most 500 px wide.",
  })
  thumbUrl(@Root() { kind, thumbPath }: Attachment): string | null {
    return isPictureKind(kind) && thumbPath ? FILES_PATH + thumbPath : null;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: "Picture that a video shows before it plays, for readers of the video; null if it has none.",
  })
  posterUrl(@Root() { kind, thumbPath }: Attachment): string | null {
    return isPictureKind(kind) || !thumbPath ? null : FILES_PATH + thumbPath;
  }

  @Mutation(() => Attachment, {
    description:
      "Makes an unused picture of the viewer the poster of their video, in place of its present one.",
  })
  setVideoPoster(
    @Ctx() ctx: Context,
    @Arg("attachmentId", () => ID, { description: "The video." }) attachmentId: string,
    @Arg("pictureId", () => ID, { description: "An upload of kind image; it is used up by this." })
    pictureId: string,
  ) {
    return setVideoPoster(ctx, {
      attachmentId: parseId(attachmentId, "attachmentId"),
      pictureId: parseId(pictureId, "pictureId"),
    });
  }
}
