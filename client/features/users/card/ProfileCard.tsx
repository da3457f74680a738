import { Popover } from "@mantine/core";
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useId, useRef } from "react";
import { keyOf } from "../../../platform/inputMethod.ts";
import { errorOf } from "../../../apollo/errors.ts";
import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import { useProfileCardQuery } from "../../../gql/hooks.ts";
import { commonTexts } from "../../../i18n/common.texts.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { useViewer } from "../../../session/useViewer.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Link } from "../../../ui/Link.tsx";
import { MantineScope } from "../../../ui/MantineScope.tsx";
import { PlacedTarget } from "../../../ui/PlacedTarget.tsx";
import { BadgeList } from "../../badges/BadgeList.tsx";
import classes from "./ProfileCard.module.css";
import { RelationButtons } from "../RelationButtons.tsx";
import type { OpenCard } from "./userCardWatch.ts";
import { profileCardTexts } from "./profileCard.texts.ts";
import { userTexts } from "../users.texts.ts";

graphql(`
  query ProfileCard($id: ID!) {
    user(id: $id) {
      id
      nickname
      ...ProfileCard_user
    }
  }
`);

const StaffButtons = lazy(() =>
  import("../../moderation/members/StaffButtons.tsx").then((m) => ({ default: m.StaffButtons })),
);

/** Least height while one's own profile loads, in CSS pixels (spec §9): it has no buttons. */
export const OWN_PLACEHOLDER_PX = 145;
/** Least height while another profile loads, in CSS pixels (spec §9). */
export const PLACEHOLDER_PX = 205;

/** Distance from the name, in CSS pixels. */
const GAP_PX = 8;
/** Below the question that its buttons ask. */
const Z_INDEX = 70;

interface Props {
  card: OpenCard;
  /** Told of what should not be interrupted by closing, such as a question to answer. */
  onWork: (work: Promise<unknown>) => void;
}

/** The profile card beside a name: who it is, and what to do about them. A member's profile is loaded once. */
export function ProfileCard({ card, onWork }: Props) {
  const { anchor, userId, side, by } = card;
  const t = useTexts(profileCardTexts);
  const { viewer } = useViewer();
  const box = useRef<HTMLDivElement>(null);
  const hintId = useId();
  const { data, error, refetch } = useProfileCardQuery({
    variables: { id: userId },
    fetchPolicy: "cache-first",
  });
  const user = data?.user;
  const isOwn = viewer?.id === userId;

  useEffect(() => {
    if (by !== "focus") return;
    // The link belongs to its page, which knows nothing of the card.
    anchor.setAttribute("aria-describedby", hintId);
    return () => anchor.removeAttribute("aria-describedby");
  }, [anchor, by, hintId]);

  /** Past its ends the focus is again where the card stands in the page: at the name. */
  const goRound = (event: KeyboardEvent) => {
    if (keyOf(event) !== "Tab") return;
    const stops = [...box.current!.querySelectorAll<HTMLElement>("a[href], button")];
    if (document.activeElement !== (event.shiftKey ? stops[0] : stops.at(-1))) return;
    if (event.shiftKey) event.preventDefault();
    anchor.focus();
  };

  return (
    <Beside anchor={anchor} side={side}>
      <Popover.Dropdown
        ref={box}
        className={classes.card}
        role="dialog"
        aria-label={user ? t.cardOf(user.nickname) : t.card}
        aria-busy={!user && !error}
        data-profile-card=""
        data-user-card="off"
        onKeyDown={goRound}
      >
        {user ? (
          <Profile user={user} isOwn={isOwn} onWork={onWork} />
        ) : (
          <div
            className={classes.placeholder}
            style={{ minHeight: isOwn ? OWN_PLACEHOLDER_PX : PLACEHOLDER_PX }}
          >
            {error || data ? (
              <Failed message={error ? errorOf(error).message : t.gone} retry={refetch} />
            ) : (
              <Bones isOwn={isOwn} />
            )}
          </div>
        )}
        {by === "focus" && (
          <p className={classes.hint} id={hintId}>
            {t.keyboardHint}
          </p>
        )}
      </Popover.Dropdown>
    </Beside>
  );
}

/** Mantine's Popover, which is opened and closed by what watches for all names of the page (userCardWatch.ts). */
function Beside({ anchor, side, children }: Pick<OpenCard, "anchor" | "side"> & { children: ReactNode }) {
  return (
    <MantineScope>
      <Popover
        opened
        position={side === "left" ? "bottom-end" : "bottom-start"}
        offset={GAP_PX}
        withinPortal={false}
        zIndex={Z_INDEX}
        withRoles={false}
        closeOnEscape={false}
        closeOnClickOutside={false}
        hideDetached={false}
        transitionProps={{ duration: 0 }}
      >
        <Popover.Target>
          <PlacedTarget anchor={anchor} />
        </Popover.Target>
        {children}
      </Popover>
    </MantineScope>
  );
}

const ProfileCard_user = graphql(`
  fragment ProfileCard_user on User {
    id
    nickname
    avatarUrl
    signature
    threadCount
    likedCount
    followCount
    fansCount
    isBanned
    group {
      id
      name
      isDisplay
    }
    ...BadgeList_user
    ...Relation_user
  }
`);

/** Badges on the card. */
const BADGES_MAX = 3;

interface ProfileProps {
  user: FragmentType<typeof ProfileCard_user>;
  isOwn: boolean;
  onWork: Props["onWork"];
}

function Profile({ user: masked, isOwn, onWork }: ProfileProps) {
  const user = readFragment(ProfileCard_user, masked);
  const t = useTexts(userTexts);
  const { site } = useViewer();
  const href = `/user/${user.id}`;
  return (
    <>
      <div className={classes.who}>
        <Avatar name={user.nickname} src={user.avatarUrl} size="large" />
        <div className={classes.words}>
          <p className={classes.name}>
            <Link to={href}>
              <bdi>{user.nickname}</bdi>
            </Link>
            {user.isBanned && <span className={classes.banned}>{t.banned}</span>}
            {user.group.isDisplay && (
              <span className={classes.group}>
                <bdi>{user.group.name}</bdi>
              </span>
            )}
          </p>
          <p className={user.signature ? classes.signature : classes.none}>
            <bdi>{user.signature || t.noSignature}</bdi>
          </p>
        </div>
      </div>
      <div className={classes.badges}>
        <BadgeList user={user} max={BADGES_MAX} />
      </div>
      <dl className={classes.counts}>
        <Count name={t.threads} value={user.threadCount} />
        <Count name={t.likes} value={user.likedCount} />
        <Count name={t.follows} value={user.followCount} />
        <Count name={t.fans} value={user.fansCount} />
      </dl>
      {!isOwn && (
        <div className={classes.actions}>
          <RelationButtons user={user} size="sm" withMessage withBlock onWork={onWork} />
          {site.viewerCanReview && (
            <Suspense fallback={null}>
              <StaffButtons user={{ id: user.id, nickname: user.nickname }} onWork={onWork} />
            </Suspense>
          )}
        </div>
      )}
    </>
  );
}

function Count({ name, value }: { name: string; value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** The outline of a profile that is on its way. */
function Bones({ isOwn }: { isOwn: boolean }) {
  return (
    <div className={classes.bones} aria-hidden="true">
      <span className={classes.face} />
      <span className={classes.line} />
      <span className={classes.block} />
      {!isOwn && <span className={classes.buttons} />}
    </div>
  );
}

function Failed({ message, retry }: { message: string; retry: () => Promise<unknown> }) {
  const t = useTexts(commonTexts);
  return (
    <div className={classes.failed} role="alert">
      <p>{message}</p>
      <Button size="sm" onClick={() => void retry().catch(() => undefined)}>
        {t.retry}
      </Button>
    </div>
  );
}
