import { graphql } from "../../gql/gql.ts";
import { usePollVotersQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { Link } from "../../ui/Link.tsx";
import { LoadMore } from "../../ui/LoadMore.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { Sheet } from "../../ui/Sheet.tsx";
import { Time } from "../../ui/Time.tsx";
import classes from "../red-packets/ClaimsSheet.module.css";
import type { ShownPoll } from "./PollCard.tsx";
import { pollTexts } from "./polls.texts.ts";

graphql(`
  query PollVoters($threadId: ID!, $optionId: ID, $first: Int!, $after: String) {
    pollVoters(threadId: $threadId, optionId: $optionId, first: $first, after: $after) {
      nodes {
        optionIds
        votedAt
        user {
          id
          nickname
          avatarUrl
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

const [AVATAR_PX, PAGE] = [32, 50];

interface Props {
  threadId: string;
  option: ShownPoll["options"][number];
  onClose(): void;
}

/** Lists who voted for an option of an open poll. */
export function VotersSheet({ threadId, option, onClose }: Props) {
  const t = useTexts(pollTexts);
  const variables = { threadId, optionId: option.id, first: PAGE };
  const query = usePollVotersQuery({ variables, fetchPolicy: "network-only" });
  return (
    <Sheet title={t.whoVoted(option.text)} onClose={onClose}>
      <QueryView query={query}>
        {({ pollVoters: { nodes } }) =>
          nodes.length === 0 ? (
            <p>{t.nobody}</p>
          ) : (
            <>
              <ul className={classes.claims}>
                {nodes.map(({ user, votedAt }, index) => (
                  <li key={user?.id ?? `erased ${index}`} className={classes.claim}>
                    <Avatar
                      name={user?.nickname ?? ""}
                      src={user?.avatarUrl ?? null}
                      size={AVATAR_PX}
                      userId={user?.id}
                    />
                    <span className={classes.who}>
                      {user ? (
                        <Link to={`/user/${user.id}`}>
                          <bdi>{user.nickname}</bdi>
                        </Link>
                      ) : (
                        t.erased
                      )}
                      <Time value={votedAt} className={classes.when!} />
                    </span>
                  </li>
                ))}
              </ul>
              <LoadMore query={query} of="pollVoters" />
            </>
          )
        }
      </QueryView>
    </Sheet>
  );
}
