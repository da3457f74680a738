import { graphql } from "../../gql/gql.ts";
import { useDismissWelcomeMutation, useWelcomeCardQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { act } from "../../ui/act.ts";
import { IconCheck, IconX } from "../../ui/icons.tsx";
import { Link } from "../../ui/Link.tsx";
import { welcomeTexts } from "./welcome.texts.ts";
import classes from "./WelcomeCard.module.css";

graphql(`
  query WelcomeCard {
    viewer {
      id
      nickname
      avatarUrl
      followCount
      threadCount
      postCount
      pendingEmail
    }
  }
`);
graphql(`
  mutation DismissWelcome {
    dismissWelcome {
      id
      isNew
    }
  }
`);

/** The first three steps of a new member: a picture, somebody to follow, a hello. Put aside once, it stays away. */
export function WelcomeCard() {
  const t = useTexts(welcomeTexts);
  const { data } = useWelcomeCardQuery();
  const [dismiss] = useDismissWelcomeMutation();
  const viewer = data?.viewer;
  if (!viewer) return null;
  const steps = [
    { to: "/my?edit=1", label: t.avatar, isDone: viewer.avatarUrl !== null },
    { to: "/forum", label: t.follow, isDone: viewer.followCount > 0 },
    { to: "/thread/post", label: t.hello, isDone: viewer.threadCount + viewer.postCount > 0 },
  ];
  return (
    <section className={`card ${classes.card}`} aria-labelledby="welcome-title">
      <div className={classes.text}>
        <h2 id="welcome-title" className={classes.title}>
          <bdi>{t.title(viewer.nickname)}</bdi>
        </h2>
        <p className={classes.lead}>{viewer.pendingEmail ? t.confirm(viewer.pendingEmail) : t.lead}</p>
      </div>
      <ol className={classes.steps}>
        {steps.map(({ to, label, isDone }, index) => (
          <li key={to}>
            <Link to={to} className={classes.step} data-done={isDone || undefined}>
              <span className={classes.mark}>
                {isDone ? <IconCheck size={14} aria-label={t.done} /> : index + 1}
              </span>
              {label}
            </Link>
          </li>
        ))}
      </ol>
      <button
        type="button"
        className={classes.close}
        aria-label={t.dismiss}
        title={t.dismiss}
        onClick={() => void act(() => dismiss(), { key: "dismissWelcome" })}
      >
        <IconX size={18} />
      </button>
    </section>
  );
}
