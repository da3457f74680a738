import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { useTexts } from "../../i18n/texts.ts";
import { usePage } from "../../platform/page.ts";
import { Time } from "../../ui/Time.tsx";
import { tokensTexts } from "./tokens.texts.ts";

const TokenFacts_token = graphql(`
  fragment TokenFacts_token on AccessToken {
    id
    mayWrite
    areas
    permissions
    categoryIds
    addressRanges
    expiresAt
    lastUsedAt
    overlapEndsAt
  }
`);

interface Props {
  token: FragmentType<typeof TokenFacts_token>;
  className?: string | undefined;
}

/** Scope, expiry and last use of a token. */
export function TokenFacts({ token: given, className }: Props) {
  const t = useTexts(tokensTexts);
  const token = readFragment(TokenFacts_token, given);
  const { now } = usePage();
  const { areas, permissions, categoryIds, addressRanges, expiresAt, lastUsedAt, overlapEndsAt } = token;
  const scope = [
    token.mayWrite ? t.writes : t.reads,
    areas.map((area) => t[area]).join(" + "),
    permissions && t.withPermissions(permissions.length),
    categoryIds && t.inCategories(categoryIds.length),
    addressRanges.join(" "),
  ].filter(Boolean);
  return (
    <>
      <p className={className}>{scope.join(" · ")}</p>
      <p className={className}>
        {lastUsedAt ? (
          <>
            {t.lastUsed} <Time value={lastUsedAt} />
          </>
        ) : (
          t.neverUsed
        )}
        {" · "}
        {expiresAt === null && t.never}
        {expiresAt && new Date(expiresAt).getTime() <= now && t.expired}
        {expiresAt && new Date(expiresAt).getTime() > now && (
          <>
            {t.expiresAt} <Time value={expiresAt} />
          </>
        )}
      </p>
      {overlapEndsAt && (
        <p className={className}>
          {t.overlap} <Time value={overlapEndsAt} />
        </p>
      )}
    </>
  );
}
