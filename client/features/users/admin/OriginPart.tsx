import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { Link } from "../../../ui/Link.tsx";
import { Time } from "../../../ui/Time.tsx";
import classes from "./AnswerList.module.css";
import { membersAdminTexts } from "./membersAdmin.texts.ts";

const OriginPart_origin = graphql(`
  fragment OriginPart_origin on InvitationOrigin {
    code
    acceptedAt
    sharePercent
    sharesJoining
    sharesIncome
    inviter {
      id
      nickname
    }
  }
`);

/** The invitation by which a member came: by whom, by which code, when, and the inviter's share. */
export function OriginPart({ origin: masked }: { origin: FragmentType<typeof OriginPart_origin> }) {
  const { inviter, code, acceptedAt, ...terms } = readFragment(OriginPart_origin, masked);
  const t = useTexts(membersAdminTexts);
  const shares = [terms.sharesJoining && t.sharesJoining, terms.sharesIncome && t.sharesIncome].filter(
    (share) => share !== false,
  );
  return (
    <section className={classes.answers} aria-label={t.origin}>
      <h3>{t.origin}</h3>
      <dl>
        <div>
          <dt>{t.inviter}</dt>
          <dd>
            {inviter ? (
              <Link to={`/user/${inviter.id}`}>
                <bdi>{inviter.nickname}</bdi>
              </Link>
            ) : (
              "–"
            )}
          </dd>
        </div>
        <div>
          <dt>{t.inviteCode}</dt>
          <dd>{code ? <code>{code}</code> : t.ownLink}</dd>
        </div>
        <div>
          <dt>{t.cameAt}</dt>
          <dd>
            <Time value={acceptedAt} />
          </dd>
        </div>
        <div>
          <dt>{t.inviterShare}</dt>
          <dd>{shares.length > 0 ? `${terms.sharePercent}% · ${shares.join(", ")}` : t.noShare}</dd>
        </div>
      </dl>
    </section>
  );
}
