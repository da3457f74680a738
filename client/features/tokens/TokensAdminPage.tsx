import { ask } from "../../apollo/answers.ts";
import { graphql } from "../../gql/gql.ts";
import { TokensAdminPageDocument, type TokensAdminPageQuery } from "../../gql/graphql.ts";
import { useTokensAdminPageQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { definePage } from "../../page.ts";
import { Button } from "../../ui/Button.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { IconPlus } from "../../ui/icons.tsx";
import panels from "../../ui/panels.module.css";
import { QueryView } from "../../ui/QueryView.tsx";
import { AdminFrame } from "../admin/AdminFrame.tsx";
import { OAuthApplications } from "./OAuthApplications.tsx";
import { TokenFacts } from "./TokenFacts.tsx";
import { tokensTexts } from "./tokens.texts.ts";
import { useTokenActions } from "./useTokenActions.tsx";

graphql(`
  query TokensAdminPage {
    applicationTokens {
      id
      name
      user {
        id
        nickname
      }
      ...TokenFacts_token
    }
    oauthApplications {
      id
      ...OAuthApplications_application
    }
  }
`);

type Token = TokensAdminPageQuery["applicationTokens"][number];

/** `/admin/tokens` — tokens of the site for applications. */
function TokensAdminPage() {
  const query = useTokensAdminPageQuery();
  return (
    <AdminFrame page="tokens">
      <QueryView query={query}>
        {({ applicationTokens, oauthApplications }) => (
          <>
            <Tokens tokens={applicationTokens} onChanged={query.refetch} />
            <OAuthApplications applications={oauthApplications} onChanged={query.refetch} />
          </>
        )}
      </QueryView>
    </AdminFrame>
  );
}

function Tokens({ tokens, onChanged }: { tokens: readonly Token[]; onChanged: () => Promise<unknown> }) {
  const t = useTexts(tokensTexts);
  const actions = useTokenActions(true, onChanged);
  const columns: readonly Column<Token>[] = [
    { key: "name", header: t.name, phone: "title", cell: ({ name }) => <bdi>{name}</bdi> },
    { key: "user", header: t.user, cell: ({ user }) => <bdi>{user?.nickname}</bdi> },
    {
      key: "scope",
      header: t.access,
      cell: (token) => <TokenFacts token={token} className={panels.quiet} />,
    },
    {
      key: "actions",
      header: t.actions,
      hideHeader: true,
      actions: true,
      cell: (token) => (
        <>
          <Button size="sm" aria-label={t.rotateOf(token.name)} onClick={() => void actions.rotate(token)}>
            {t.rotate}
          </Button>
          <Button
            size="sm"
            variant="subtle"
            aria-label={t.revokeOf(token.name)}
            onClick={() => void actions.revoke(token)}
          >
            {t.revoke}
          </Button>
        </>
      ),
    },
  ];
  return (
    <section className={`card ${panels.panel}`} aria-label={t.caption}>
      <div className={panels.head}>
        <p className={panels.quiet}>{t.leadOfSite}</p>
        <Button variant="primary" icon={<IconPlus size={16} />} onClick={actions.create}>
          {t.add}
        </Button>
      </div>
      <DataTable caption={t.caption} columns={columns} rows={tokens} empty={<EmptyState title={t.none} />} />
      {actions.dialogs}
    </section>
  );
}

/** `/admin/tokens` for the table of addresses. */
export const tokensAdminPage = definePage({
  Component: TokensAdminPage,
  needsLogin: true,
  queries: () => [ask(TokensAdminPageDocument, {})],
});
