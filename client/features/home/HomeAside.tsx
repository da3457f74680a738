import type { ComponentProps } from "react";
import { useLocale, useTexts } from "../../i18n/texts.ts";
import { useViewer } from "../../session/useViewer.ts";
import { Button } from "../../ui/Button.tsx";
import { IconEdit } from "../../ui/icons.tsx";
import { CategoryNav } from "../categories/CategoryNav.tsx";
import { compactCount } from "../threads/compactCount.ts";
import classes from "./HomePage.module.css";
import { homeTexts } from "./home.texts.ts";

const ICON_PX = 18;

interface Props {
  nav: Omit<ComponentProps<typeof CategoryNav>, "look">;
  categoryId: string | null;
}

/** Beside the list: what the site is, the way to write, the categories, and how large it is. */
export function HomeAside({ nav, categoryId }: Props) {
  const { site, viewer } = useViewer();
  const t = useTexts(homeTexts);
  const locale = useLocale();
  const post = categoryId ? `/thread/post?category=${categoryId}` : "/thread/post";
  const fact = (name: string, count: number) => (
    <div>
      <dt>{name}</dt>
      <dd>{compactCount(count, locale)}</dd>
    </div>
  );

  return (
    <div className={classes.aside}>
      <section className={`card ${classes.site}`} aria-label={site.name}>
        <p className={classes.siteName}>{site.name}</p>
        <p className={classes.introduction}>{site.introduction || t.welcome}</p>
        {(site.viewerCanPublish || !viewer) && (
          <Button variant="primary" fullWidth to={post} icon={<IconEdit size={ICON_PX} />}>
            {viewer ? t.publish : t.signInToPublish}
          </Button>
        )}
        <dl className={classes.facts}>
          {fact(t.threads, site.countThreads)}
          {fact(t.replies, site.countPosts)}
          {fact(t.members, site.countUsers)}
        </dl>
      </section>
      <section className={`card ${classes.tree}`}>
        <CategoryNav {...nav} look="tree" />
      </section>
    </div>
  );
}
