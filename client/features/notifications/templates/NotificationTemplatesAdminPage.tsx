import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { ask } from "../../../apollo/answers.ts";
import { readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import {
  NotificationDeliveriesDocument,
  NotificationTemplatesAdminPageDocument,
} from "../../../gql/graphql.ts";
import {
  useNotificationTemplatesAdminPageQuery,
  useSaveNotificationTemplatesMutation,
  useUndoNotificationTemplatesMutation,
} from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { definePage } from "../../../page.ts";
import { QueryView } from "../../../ui/QueryView.tsx";
import { Tabs } from "../../../ui/Tabs.tsx";
import { AdminFrame } from "../../admin/AdminFrame.tsx";
import { SaveBar } from "../../admin/SaveBar.tsx";
import { deliveryTexts } from "./delivery.texts.ts";
import { DeliveryLog, deliveryVariables } from "./DeliveryLog.tsx";
import { notificationTemplateTexts } from "./notificationTemplates.texts.ts";
import { LIST_ADDRESS, logAddress } from "./templateAddress.ts";
import {
  type Draft,
  entriesOf,
  type Kind,
  TemplateDraft_kind,
  templateDifferences,
  withFields,
} from "./templateDraft.ts";
import { TemplateEditor } from "./TemplateEditor.tsx";
import { TemplateHistory } from "./TemplateHistory.tsx";
import { TemplateList } from "./TemplateList.tsx";

graphql(`
  query NotificationTemplatesAdminPage {
    notificationTemplates {
      ...TemplateDraft_kind
    }
  }
`);
graphql(`
  mutation SaveNotificationTemplates($input: [NotificationTemplateInput!]!) {
    saveNotificationTemplates(input: $input) {
      id
    }
  }
`);
graphql(`
  mutation UndoNotificationTemplates($saveId: ID!) {
    undoNotificationTemplates(saveId: $saveId) {
      id
    }
  }
`);

/** `/admin/notification-templates` — edits the texts of notifications on each channel; shows the difference before it is saved. */
function NotificationTemplatesAdminPage() {
  return (
    <AdminFrame page="notificationTemplates">
      <Loaded />
    </AdminFrame>
  );
}

const isLog = (search: URLSearchParams): boolean => search.get("view") === "log";

function Loaded() {
  const t = useTexts(notificationTemplateTexts);
  const delivery = useTexts(deliveryTexts);
  const [search] = useSearchParams();
  const query = useNotificationTemplatesAdminPageQuery();
  const showsLog = isLog(search);
  return (
    <>
      {!search.has("kind") && (
        <Tabs
          label={t.views}
          current={showsLog ? "log" : "list"}
          tabs={[
            { key: "list", label: t.templates, to: LIST_ADDRESS },
            { key: "log", label: delivery.log, to: logAddress() },
          ]}
        />
      )}
      <QueryView query={query}>
        {({ notificationTemplates }) =>
          showsLog ? (
            <DeliveryLog
              names={
                new Map(
                  readFragment(TemplateDraft_kind, notificationTemplates).map(({ kind, name }) => [
                    kind,
                    name,
                  ]),
                )
              }
            />
          ) : (
            <Editor
              kinds={readFragment(TemplateDraft_kind, notificationTemplates)}
              refetch={() => query.refetch()}
            />
          )
        }
      </QueryView>
    </>
  );
}

function Editor({ kinds, refetch }: { kinds: readonly Kind[]; refetch: () => Promise<unknown> }) {
  const t = useTexts(notificationTemplateTexts);
  const [search] = useSearchParams();
  const [draft, setDraft] = useState<Draft>({});
  const [lastSave, setLastSave] = useState<string | null>(null);
  const [save] = useSaveNotificationTemplatesMutation();
  const [undo] = useUndoNotificationTemplatesMutation();
  const differences = templateDifferences(kinds, draft, t);

  const opened = kinds.find(({ kind }) => kind === search.get("kind"));
  const takeBack = async (saveId: string) => {
    await undo({ variables: { saveId } });
    setLastSave(null);
    await refetch();
  };
  const store = async () => {
    const { data } = await save({ variables: { input: entriesOf(kinds, draft) } });
    await refetch();
    setDraft({});
    setLastSave(data?.saveNotificationTemplates?.id ?? null);
  };
  const shared = {
    kinds,
    draft,
    onFields: (...[kind, template, change]: Parameters<OnFields>) =>
      setDraft((before) => withFields(before, kind, template, change)),
  };

  return (
    <>
      {opened ? (
        <TemplateEditor key={opened.kind} {...shared} opened={opened} channel={search.get("channel")} />
      ) : (
        <TemplateList {...shared} changedOnly={search.has("changed")} />
      )}
      <SaveBar
        differences={differences}
        onSave={store}
        onDiscard={() => setDraft({})}
        onUndo={lastSave === null ? null : () => takeBack(lastSave)}
      />
      {!opened && (
        <TemplateHistory
          key={kinds.flatMap(({ templates }) => templates.map(({ changedAt }) => changedAt)).join("\n")}
          onUndo={takeBack}
        />
      )}
    </>
  );
}

/** Changes fields of one template in the draft. */
type OnFields = (
  kind: string,
  template: Kind["templates"][number],
  change: Parameters<typeof withFields>[3],
) => void;

/** `/admin/notification-templates` for the table of addresses. */
export const notificationTemplatesAdminPage = definePage({
  Component: NotificationTemplatesAdminPage,
  needsLogin: true,
  queries: ({ search }) => [
    ask(NotificationTemplatesAdminPageDocument, {}),
    ...(isLog(search) ? [ask(NotificationDeliveriesDocument, deliveryVariables(search))] : []),
  ],
});
