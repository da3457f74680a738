import type { ReactNode } from "react";
import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { Slot } from "../../../plugins/Slot.tsx";
import { Avatar } from "../../../ui/Avatar.tsx";
import classes from "./ProfileHeader.module.css";
import { userTexts } from "../users.texts.ts";
import { Link } from "../../../ui/Link.tsx";

/** Fields of a member that the top of a profile shows. */
export const ProfileHeader_user = graphql(`
  fragment ProfileHeader_user on User {
    pluginData(at: "plugin_user@user_extension_action_hook")
    id
    nickname
    avatarUrl
    backgroundUrl
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
  }
`);

const AVATAR_SIZE = 96;

interface Props {
  user: FragmentType<typeof ProfileHeader_user>;
  /** Address of the lists: `/my` or `/user/5`. */
  base: string;
  /** Buttons beside the name. */
  actions?: ReactNode;
  /** Lies on the picture: a way to change it. */
  onAvatar?: ReactNode;
  onBackground?: ReactNode;
}

/** The top of a profile: pictures, name, signature and counts that lead to the lists. */
export function ProfileHeader({ user: masked, base, actions, onAvatar, onBackground }: Props) {
  const user = readFragment(ProfileHeader_user, masked);
  const t = useTexts(userTexts);
  return (
    <section className={`card ${classes.header}`} aria-labelledby="profile-name">
      <div className={classes.cover}>
        {user.backgroundUrl && <img className={classes.picture} src={user.backgroundUrl} alt="" />}
        {onBackground && <div className={classes.onCover}>{onBackground}</div>}
      </div>
      <div className={classes.body}>
        <div className={classes.face}>
          <Avatar className={classes.avatar} name={user.nickname} src={user.avatarUrl} size={AVATAR_SIZE} />
          {onAvatar && <div className={classes.onFace}>{onAvatar}</div>}
        </div>
        <div className={classes.who}>
          <h1 className={classes.name} id="profile-name">
            <bdi>{user.nickname}</bdi>
            {user.isBanned && <span className={classes.banned}>{t.banned}</span>}
            {user.group.isDisplay && (
              <span className={classes.group}>
                <bdi>{user.group.name}</bdi>
              </span>
            )}
          </h1>
          <p className={user.signature ? classes.signature : classes.none}>
            <bdi>{user.signature || t.noSignature}</bdi>
          </p>
        </div>
        {actions && (
          <div className={classes.actions}>
            {actions}
            <Slot
              area="plugin_user@user_extension_action"
              useData={() => ({ renderData: user, pluginData: user.pluginData })}
            />
          </div>
        )}
        <ul className={classes.counts}>
          <Count value={user.threadCount} label={t.threads} to={base} />
          <Count value={user.likedCount} label={t.likes} />
          <Count value={user.followCount} label={t.follows} to={`${base}?tab=follows`} />
          <Count value={user.fansCount} label={t.fans} to={`${base}?tab=fans`} />
        </ul>
      </div>
    </section>
  );
}

function Count({ value, label, to }: { value: number; label: string; to?: string }) {
  const content = (
    <>
      <strong>{value}</strong> {label}
    </>
  );
  return <li>{to ? <Link to={to}>{content}</Link> : <span>{content}</span>}</li>;
}
