import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { useLocale, useTexts } from "../../i18n/texts.ts";
import { useClock } from "../../platform/clock.tsx";
import { dateText } from "../../ui/timeText.ts";
import classes from "./BadgeList.module.css";
import { badgeTexts } from "./badges.texts.ts";

const BadgeList_user = graphql(`
  fragment BadgeList_user on User {
    id
    badges {
      awardedAt
      badge {
        id
        nameZh
        nameEn
        icon
        counter
        threshold
      }
    }
  }
`);

interface Props {
  user: FragmentType<typeof BadgeList_user>;
  /** Shows so many, the newest; all unless given. */
  max?: number;
}

/** Badges that a member has earned; what each is given for, and since when they have it, on hover. Nothing without any. */
export function BadgeList({ user: masked, max }: Props) {
  const { badges } = readFragment(BadgeList_user, masked);
  const t = useTexts(badgeTexts);
  const locale = useLocale();
  const { now, isLive } = useClock();
  if (badges.length === 0) return null;
  return (
    <ul className={classes.badges} aria-label={t.badges}>
      {badges.slice(0, max).map(({ awardedAt, badge }) => {
        const rule = t[badge.counter](badge.threshold);
        const title = isLive ? `${rule} · ${dateText(new Date(awardedAt), now, true)}` : rule;
        return (
          <li key={badge.id} className={classes.badge} title={title}>
            <span aria-hidden="true">{badge.icon}</span>
            <bdi>{locale === "en" ? badge.nameEn : badge.nameZh}</bdi>
          </li>
        );
      })}
    </ul>
  );
}
