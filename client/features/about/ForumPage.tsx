import { ask } from "../../apollo/answers.ts";
import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { ForumPageDocument } from "../../gql/graphql.ts";
import { useForumPageQuery } from "../../gql/hooks.ts";
import { useLocale, useTexts } from "../../i18n/texts.ts";
import { Frame } from "../../layout/Frame.tsx";
import { PageHead } from "../../layout/PageHead.tsx";
import { definePage } from "../../page.ts";
import { chatHref } from "../../platform/chatAddress.ts";
import { useOffered } from "../../session/useOffered.ts";
import { loginAddress, useViewer } from "../../session/useViewer.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { Button } from "../../ui/Button.tsx";
import { FaceGrid } from "../../ui/FaceGrid.tsx";
import { IconCheck, IconX } from "../../ui/icons.tsx";
import { Link } from "../../ui/Link.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { Time } from "../../ui/Time.tsx";
import { compactCount } from "../../i18n/compactCount.ts";
import { agreementPath } from "../auth/agreementPath.ts";
import { sessionTexts } from "../auth/session.texts.ts";
import classes from "./ForumPage.module.css";
import { forumTexts, RIGHTS } from "./forum.texts.ts";

graphql(`
  query ForumPage {
    site {
      ...About_site
      ...MyRights_site
    }
    activeUsers {
      id
      nickname
      avatarUrl
    }
  }
`);

const OWNER_PX = 24;
const ICON_PX = 16;

/** `/forum` — what the site is, who is here, and what the viewer may do. */
function ForumPage() {
  const query = useForumPageQuery();
  const { site: shell } = useViewer();
  const t = useTexts(forumTexts);
  return (
    <Frame narrow>
      <PageHead title={t.title} description={shell.introduction} canonical="/forum" />
      <QueryView query={query}>
        {({ site, activeUsers }) => (
          <>
            <About site={site} />
            {activeUsers.length > 0 && (
              <section className={`card ${classes.part}`} aria-labelledby="active">
                <h2 id="active">{t.active}</h2>
                <FaceGrid people={activeUsers} />
              </section>
            )}
            <MyRights site={site} />
          </>
        )}
      </QueryView>
    </Frame>
  );
}

const About_site = graphql(`
  fragment About_site on Site {
    mode
    price
    foundedAt
    owner {
      id
      nickname
      avatarUrl
    }
  }
`);

function About({ site: masked }: { site: FragmentType<typeof About_site> }) {
  const site = readFragment(About_site, masked);
  const { site: shell, viewer } = useViewer();
  const offersMessages = useOffered("MESSAGES");
  const t = useTexts(forumTexts);
  const agreementNames = useTexts(sessionTexts);
  const locale = useLocale();
  const { owner, foundedAt } = site;
  return (
    <section className={`card ${classes.part}`} aria-labelledby="forum">
      <h1 id="forum">{shell.name}</h1>
      <p className={classes.introduction}>{shell.introduction || t.welcome}</p>
      <dl className={classes.counts}>
        <div>
          <dt>{t.members}</dt>
          <dd>{compactCount(shell.countUsers, locale)}</dd>
        </div>
        <div>
          <dt>{t.threads}</dt>
          <dd>{compactCount(shell.countThreads, locale)}</dd>
        </div>
        <div>
          <dt>{t.replies}</dt>
          <dd>{compactCount(shell.countPosts, locale)}</dd>
        </div>
      </dl>
      <dl className={classes.facts}>
        <dt>{t.owner}</dt>
        <dd>
          {owner ? (
            <Link className={classes.owner} to={`/user/${owner.id}`}>
              <Avatar name={owner.nickname} src={owner.avatarUrl} size={OWNER_PX} />
              <bdi>{owner.nickname}</bdi>
            </Link>
          ) : (
            t.nobody
          )}
        </dd>
        {owner && owner.id !== viewer?.id && offersMessages && (
          <>
            <dt>{t.contact}</dt>
            <dd>
              <Link to={viewer ? chatHref(owner) : loginAddress(chatHref(owner), "message")}>
                {t.writeToOwner}
              </Link>
            </dd>
          </>
        )}
        {shell.agreements.length > 0 && (
          <>
            <dt>{t.agreements}</dt>
            <dd className={classes.agreements}>
              {shell.agreements.map((kind) => (
                <Link key={kind} to={agreementPath(kind)}>
                  {agreementNames[kind]}
                </Link>
              ))}
            </dd>
          </>
        )}
        {foundedAt && (
          <>
            <dt>{t.founded}</dt>
            <dd>
              <Time value={foundedAt} />
            </dd>
          </>
        )}
        <dt>{t.mode}</dt>
        <dd>{site.mode === "pay" ? t.modePay(site.price) : t.modePublic}</dd>
        <dt>{t.registration}</dt>
        <dd>{shell.isRegister ? t.open : t.closed}</dd>
        <dt>{t.version}</dt>
        <dd>{shell.version}</dd>
      </dl>
    </section>
  );
}

const MyRights_site = graphql(`
  fragment MyRights_site on Site {
    viewerGroup {
      id
      name
    }
    viewerPermissions {
      permission
      allowed
      reason
    }
  }
`);

function MyRights({ site: masked }: { site: FragmentType<typeof MyRights_site> }) {
  const site = readFragment(MyRights_site, masked);
  const { viewer } = useViewer();
  const t = useTexts(forumTexts);
  const language = useLocale() === "en" ? "en" : "zh";
  const answers = new Map(site.viewerPermissions.map((answer) => [answer.permission, answer]));
  return (
    <section className={`card ${classes.part}`} aria-labelledby="role">
      <h2 id="role">{t.role}</h2>
      <p className={classes.role}>
        {t.roleIs}{" "}
        <strong>
          <bdi>{site.viewerGroup.name}</bdi>
        </strong>
      </p>
      {!viewer && (
        <p className={classes.visitor}>
          {t.visitor}{" "}
          <Button size="sm" variant="primary" to={loginAddress("/forum")}>
            {t.signIn}
          </Button>
        </p>
      )}
      <div className={classes.groups}>
        {RIGHTS.map((group) => (
          <div key={group.en}>
            <h3>{group[language]}</h3>
            <ul>
              {group.rights.map((right) => {
                const answer = answers.get(right.key);
                return (
                  answer && (
                    <li
                      key={right.key}
                      className={answer.allowed ? classes.yes : classes.no}
                      title={answer.reason}
                    >
                      {answer.allowed ? <IconCheck size={ICON_PX} /> : <IconX size={ICON_PX} />}
                      <span className="visually-hidden">{answer.allowed ? t.may : t.mayNot}</span>
                      <span>{right[language]}</span>
                    </li>
                  )
                );
              })}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}

/** `/forum` for the table of addresses. */
export const forumPage = definePage({ Component: ForumPage, queries: () => [ask(ForumPageDocument, {})] });
