import { useBrowserClient } from "../../../apollo/browserClient.ts";
import { graphql } from "../../../gql/gql.ts";
import { type ThreadWaiting_ThreadFragment, ThreadWaiting_ThreadFragmentDoc } from "../../../gql/graphql.ts";
import { Frame } from "../../../layout/Frame.tsx";
import { Avatar } from "../../../ui/Avatar.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import classes from "./ThreadArticle.module.css";

graphql(`
  fragment ThreadWaiting_thread on Thread {
    title
    author {
      nickname
      avatarUrl
    }
    category {
      name
    }
  }
`);

/** Stands for a thread that is on its way: the words that the row in the list said, if it came from one. */
export function ThreadWaiting({ id }: { id: string }) {
  const cache = useBrowserClient()?.cache;
  const thread = cache?.readFragment<ThreadWaiting_ThreadFragment>({
    id: `Thread:${id}`,
    fragment: ThreadWaiting_ThreadFragmentDoc,
  });
  return (
    <Frame aside={<></>}>
      {thread && (
        <div className={`card ${classes.article}`}>
          <div className={classes.trail}>
            <bdi>{thread.category.name}</bdi>
          </div>
          <div className={classes.title}>
            <bdi>{thread.title}</bdi>
          </div>
          {thread.author && (
            <div className={classes.byline}>
              <Avatar name={thread.author.nickname} src={thread.author.avatarUrl} size={48} />
              <bdi className={classes.author}>{thread.author.nickname}</bdi>
            </div>
          )}
        </div>
      )}
      <Skeleton rows={6} />
    </Frame>
  );
}
