import { graphql } from "../../gql/gql.ts";
import { useBountyGiftsQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { moneyText } from "../../platform/money.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { Link } from "../../ui/Link.tsx";
import { LoadMore } from "../../ui/LoadMore.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { Sheet } from "../../ui/Sheet.tsx";
import { Time } from "../../ui/Time.tsx";
import { postHref } from "../reading/threadAddress.ts";
import classes from "../red-packets/ClaimsSheet.module.css";
import { bountyTexts } from "./bounties.texts.ts";

graphql(`
  query BountyGifts($id: ID!, $first: Int!, $after: String) {
    thread(id: $id, isRepeated: true) {
      id
      bounty {
        id
        gifts(first: $first, after: $after) {
          nodes {
            sequence
            amountCents
            isShared
            createdAt
            postNumber
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
    }
  }
`);

const [AVATAR_PX, PAGE] = [32, 50];

interface Props {
  threadId: string;
  onClose(): void;
}

/** Lists who was given a part of a bounty, how much and for which reply, the newest first. */
export function GiftsSheet({ threadId, onClose }: Props) {
  const t = useTexts(bountyTexts);
  const variables = { id: threadId, first: PAGE };
  const query = useBountyGiftsQuery({ variables, fetchPolicy: "network-only" });
  return (
    <Sheet title={t.gifts} onClose={onClose}>
      <QueryView query={query}>
        {({ thread }) => {
          const gifts = thread?.bounty?.gifts;
          if (!gifts || gifts.nodes.length === 0) return <p>{t.nobody}</p>;
          return (
            <>
              <ul className={classes.claims}>
                {gifts.nodes.map(({ sequence, amountCents, isShared, createdAt, postNumber, user }) => (
                  <li key={sequence} className={classes.claim}>
                    <Avatar name={user?.nickname ?? ""} src={user?.avatarUrl ?? null} size={AVATAR_PX} />
                    <span className={classes.who}>
                      {user && (
                        <Link to={`/user/${user.id}`}>
                          <bdi>{user.nickname}</bdi>
                        </Link>
                      )}
                      <span className={classes.when}>
                        <Time value={createdAt} />{" "}
                        {postNumber && (
                          <Link to={postHref(threadId, postNumber)} onClick={onClose}>
                            {t.reply(postNumber)}
                          </Link>
                        )}
                        {isShared && ` ${t.shared}`}
                      </span>
                    </span>
                    <span className={classes.amount}>{moneyText(amountCents)}</span>
                  </li>
                ))}
              </ul>
              <LoadMore query={query} of="thread.bounty.gifts" />
            </>
          );
        }}
      </QueryView>
    </Sheet>
  );
}
