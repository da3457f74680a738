import { useSearchParams } from "react-router-dom";
import { ask, type Ask } from "../../../apollo/answers.ts";
import { graphql } from "../../../gql/gql.ts";
import { ProfileRepliesDocument } from "../../../gql/graphql.ts";
import { useProfileRepliesQuery } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Html } from "../../../ui/Html.tsx";
import { Link } from "../../../ui/Link.tsx";
import { LoadMore } from "../../../ui/LoadMore.tsx";
import { QueryView } from "../../../ui/QueryView.tsx";
import { Time } from "../../../ui/Time.tsx";
import { postHref } from "../../reading/threadAddress.ts";
import classes from "./RepliesSection.module.css";
import { nextHref, PAGE_SIZE } from "./ThreadsSection.tsx";
import { userTexts } from "../users.texts.ts";

graphql(`
  query ProfileReplies($userId: ID!, $first: Int!, $after: String) {
    user(id: $userId) {
      id
      posts(first: $first, after: $after) {
        nodes {
          id
          number
          bodyHtml
          createdAt
          likeCount
          thread {
            id
            title
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

function variablesOf(userId: string, search: URLSearchParams) {
  return { userId, first: PAGE_SIZE, after: search.get("after") };
}

/** The query of the section, for the server. */
export function repliesAsk(userId: string, search: URLSearchParams): Ask {
  return ask(ProfileRepliesDocument, variablesOf(userId, search));
}

/** Lists the replies of a member, newest first, each with the thread that it belongs to. */
export function RepliesSection({ userId }: { userId: string }) {
  const [search] = useSearchParams();
  const variables = variablesOf(userId, search);
  const query = useProfileRepliesQuery({ variables });
  const t = useTexts(userTexts);
  return (
    <QueryView query={query}>
      {({ user }) => {
        const { nodes } = user.posts;
        if (nodes.length === 0) return <EmptyState title={t.emptyReplies} />;
        return (
          <>
            <ul>
              {nodes.map(
                (post) =>
                  post.thread && (
                    <li key={post.id} className={classes.reply}>
                      <p className={classes.thread}>
                        <Link
                          to={
                            post.number ? postHref(post.thread.id, post.number) : `/thread/${post.thread.id}`
                          }
                        >
                          <bdi>{post.thread.title}</bdi>
                        </Link>
                        <Time value={post.createdAt} />
                      </p>
                      <div className={classes.body}>
                        <Html html={post.bodyHtml} />
                      </div>
                    </li>
                  ),
              )}
            </ul>
            <LoadMore query={query} of="user.posts" href={(after) => nextHref(search, after)} />
          </>
        );
      }}
    </QueryView>
  );
}
