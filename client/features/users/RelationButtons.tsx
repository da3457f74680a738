import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useViewer } from "../../session/useViewer.ts";
import { Button } from "../../ui/Button.tsx";
import { IconBan, IconCheck, IconPlus } from "../../ui/icons.tsx";
import { Relation_user, useRelations } from "./useRelations.ts";
import { userTexts } from "./users.texts.ts";

interface Props {
  user: FragmentType<typeof Relation_user>;
  /** Shows the block button as well. */
  withBlock?: boolean;
  size?: "sm" | "md";
}

/** Follow and block; nothing on one's own profile. */
export function RelationButtons({ user: masked, withBlock, size = "md" }: Props) {
  const user = readFragment(Relation_user, masked);
  const { viewer } = useViewer();
  const t = useTexts(userTexts);
  const { toggleFollow, toggleBlock, isFollowBusy, isBlockBusy } = useRelations(user);
  if (viewer?.id === user.id) return null;
  const isFollowed = Boolean(user.follow);
  const label = user.follow === 2 ? t.mutual : isFollowed ? t.following : t.follow;
  const mayFollow = viewer === null || user.viewerCanFollow || isFollowed;

  return (
    <>
      {mayFollow && !user.isDeny && (
        <Button
          variant={isFollowed ? "default" : "primary"}
          size={size}
          loading={isFollowBusy}
          icon={isFollowed ? <IconCheck size={16} /> : <IconPlus size={16} />}
          title={isFollowed ? t.unfollowHint : undefined}
          aria-pressed={isFollowed}
          onClick={() => void toggleFollow()}
        >
          {label}
        </Button>
      )}
      {withBlock && (viewer === null || user.viewerCanBlock || user.isDeny) && (
        <Button
          variant={user.isDeny ? "default" : "subtle"}
          size={size}
          loading={isBlockBusy}
          icon={<IconBan size={16} />}
          onClick={() => void toggleBlock()}
        >
          {user.isDeny ? t.unblock : t.block}
        </Button>
      )}
    </>
  );
}
