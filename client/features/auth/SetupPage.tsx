import { useSearchParams } from "react-router-dom";
import { graphql } from "../../gql/gql.ts";
import { useClaimAdminMutation } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { PageHead } from "../../layout/PageHead.tsx";
import { definePage } from "../../page.ts";
import { useViewer } from "../../session/useViewer.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { AccountForm } from "./AccountForm.tsx";
import { NewAccountFields, useNewAccount } from "./NewAccountFields.tsx";
import { sessionTexts } from "./session.texts.ts";

graphql(`
  mutation ClaimAdmin($input: ClaimAdminInput!) {
    claimAdmin(input: $input) {
      ...AccountForm_session
    }
  }
`);

/** `/setup?token=` — whoever started the server creates the first administrator, once. */
function SetupPage() {
  const t = useTexts(sessionTexts);
  const { site } = useViewer();
  const [search] = useSearchParams();
  const token = search.get("token");
  const form = useNewAccount();
  const [claim] = useClaimAdminMutation();

  const submit = async () => {
    const account = form.check();
    if (!account || !token) return null;
    const { data } = await claim({ variables: { input: { ...account, token } } });
    return data!.claimAdmin;
  };

  const refusal = !site.needsSetup
    ? { title: t.setupDone, text: t.setupDoneHint }
    : token
      ? null
      : { title: t.setupNoToken, text: t.setupNoTokenHint };
  return (
    <>
      <PageHead title={t.setupTitle} noIndex />
      {refusal ? (
        <div className="card">
          <EmptyState {...refusal} isWholePage />
        </div>
      ) : (
        <AccountForm
          title={t.setupTitle}
          next="/admin/start"
          lead={t.setupLead}
          button={t.setupButton}
          onSubmit={submit}
          onFailure={form.setFailure}
        >
          <NewAccountFields form={form} />
        </AccountForm>
      )}
    </>
  );
}

/** `/setup` for the table of addresses. */
export const setupPage = definePage({ Component: SetupPage });
