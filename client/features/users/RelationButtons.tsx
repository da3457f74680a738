import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useOffered } from "../../session/useOffered.ts";
import { useRequireLogin, useStanding } from "../../session/useStanding.ts";
import { useViewer } from "../../session/useViewer.ts";
import { Button } from "../../ui/Button.tsx";
import { IconBan, IconCheck, IconMessageCircle, IconPlus } from "../../ui/icons.tsx";
import { chatHref } from "../../platform/chatAddress.ts";
import { isFollowing, Relation_user, useRelations } from "./useRelations.ts";
import { userTexts } from "./users.texts.ts";

interface Props {
  user: FragmentType<typeof Relation_user>;
  /** Shows the block button as well. */
  withBlock?: boolean;
  /** Shows the button that opens the private chat as well. */
  withMessage?: boolean;
  size?: "sm" | "md";
  /** Told of what is under way, questions included. */
  onWork?: (work: Promise<unknown>) => void;
}

/** Follow, message and block; nothing on one's own profile. */
export function RelationButtons(props: Props) {
  const { user: masked, withBlock, withMessage, size = "md", onWork } = props;
  const user = readFragment(Relation_user, masked);
  const { viewer } = useViewer();
  const t = useTexts(userTexts);
  const requireLogin = useRequireLogin();
  // Whoever is told to sign in, or why they can only read, may press.
  const isTold = useStanding() !== null || viewer === null;
  const { toggleFollow, toggleBlock, isFollowBusy, isBlockBusy } = useRelations(user);
  const offersMessages = useOffered("MESSAGES");
  if (viewer?.id === user.id) return null;
  const isFollowed = isFollowing(user);
  const label = user.followState === "MUTUAL" ? t.mutual : isFollowed ? t.following : t.follow;
  const mayFollow = isTold || user.viewerCanFollow || isFollowed;

  const run = (change: () => Promise<void>) => () => {
    const work = change();
    onWork?.(work);
  };

  return (
    <>
      {mayFollow && !user.isDeny && (
        <Button
          variant={isFollowed ? "default" : "primary"}
          size={size}
          aria-busy={isFollowBusy || undefined}
          icon={isFollowed ? <IconCheck size={16} /> : <IconPlus size={16} />}
          title={isFollowed ? t.unfollowHint : undefined}
          aria-pressed={isFollowed}
          onClick={run(toggleFollow)}
        >
          {label}
        </Button>
      )}
      {withMessage && offersMessages && !user.isDeny && (
        <Button
          size={size}
          to={chatHref(user)}
          icon={<IconMessageCircle size={16} />}
          onClick={(event) => {
            if (!requireLogin("message", chatHref(user))) event.preventDefault();
          }}
        >
          {t.message}
        </Button>
      )}
      {withBlock && (isTold || user.viewerCanBlock || user.isDeny) && (
        <Button
          variant={user.isDeny ? "default" : "subtle"}
          size={size}
          loading={isBlockBusy}
          icon={<IconBan size={16} />}
          onClick={run(toggleBlock)}
        >
          {user.isDeny ? t.unblock : t.block}
        </Button>
      )}
    </>
  );
}
