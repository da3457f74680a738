import { graphql } from "../../gql/gql.ts";
import { useRedPacketClaimsQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { moneyText } from "../../platform/money.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { Link } from "../../ui/Link.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { Sheet } from "../../ui/Sheet.tsx";
import { Time } from "../../ui/Time.tsx";
import classes from "./ClaimsSheet.module.css";
import { redPacketTexts } from "./redPackets.texts.ts";

// A red packet has no more than a hundred shares, which is a page.
graphql(`
  query RedPacketClaims($id: ID!) {
    thread(id: $id, isRepeated: true) {
      id
      redPacket {
        id
        claims(first: 100) {
          nodes {
            sequence
            amountCents
            claimedAt
            user {
              id
              nickname
              avatarUrl
            }
          }
        }
      }
    }
  }
`);

const AVATAR_PX = 32;

interface Props {
  threadId: string;
  onClose(): void;
}

/** Lists who got a share of a red packet, and how much, the newest first. */
export function ClaimsSheet({ threadId, onClose }: Props) {
  const t = useTexts(redPacketTexts);
  const query = useRedPacketClaimsQuery({ variables: { id: threadId }, fetchPolicy: "network-only" });
  return (
    <Sheet title={t.claims} onClose={onClose}>
      <QueryView query={query}>
        {({ thread }) => {
          const claims = thread?.redPacket?.claims.nodes ?? [];
          if (claims.length === 0) return <p>{t.nobody}</p>;
          return (
            <ul className={classes.claims}>
              {claims.map(({ sequence, amountCents, claimedAt, user }) => (
                <li key={sequence} className={classes.claim}>
                  <Avatar name={user?.nickname ?? ""} src={user?.avatarUrl ?? null} size={AVATAR_PX} />
                  <span className={classes.who}>
                    {user && (
                      <Link to={`/user/${user.id}`}>
                        <bdi>{user.nickname}</bdi>
                      </Link>
                    )}
                    <Time value={claimedAt} className={classes.when!} />
                  </span>
                  <span className={classes.amount}>{moneyText(amountCents)}</span>
                </li>
              ))}
            </ul>
          );
        }}
      </QueryView>
    </Sheet>
  );
}
