import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { Slot } from "../../../plugins/Slot.tsx";
import { BadgeList } from "../../badges/BadgeList.tsx";
import { userTexts } from "../users.texts.ts";
import classes from "./ProfileFacts.module.css";

/** Place of the day on which the member was here last; the calendar, which knows it, puts it there. */
export const SEEN_PLACE = "profile-seen";

const ProfileFacts_user = graphql(`
  fragment ProfileFacts_user on User {
    id
    nickname
    avatarUrl
    createdAt
    threadCount
    likedCount
    group {
      id
      name
      isDisplay
    }
    factsPluginData: pluginData(at: "plugin_user@user_extension_left_layout_hook")
    ...BadgeList_user
  }
`);

interface Props {
  user: FragmentType<typeof ProfileFacts_user>;
}

/** Facts about a member beside their lists: since when they are here, their group, what they wrote, their badges. */
export function ProfileFacts({ user: masked }: Props) {
  const user = readFragment(ProfileFacts_user, masked);
  const t = useTexts(userTexts);
  const joinedAt = new Date(user.createdAt);
  const fact = (name: string, value: string | number) => (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </div>
  );
  return (
    <aside className={`card ${classes.facts}`} aria-label={t.facts}>
      <p>
        <time dateTime={user.createdAt}>
          {t.joined(joinedAt.getUTCFullYear(), joinedAt.getUTCMonth() + 1)}
        </time>
      </p>
      <p id={SEEN_PLACE} className={classes.seen} />
      <dl className={classes.list}>
        {user.group.isDisplay && fact(t.group, user.group.name)}
        {fact(t.threads, user.threadCount)}
        {fact(t.likes, user.likedCount)}
      </dl>
      <BadgeList user={user} />
      <Slot
        area="plugin_user@user_extension_left_layout"
        useData={() => ({ renderData: user, pluginData: user.factsPluginData })}
      />
    </aside>
  );
}
