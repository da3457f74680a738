import { graphql } from "../../../gql/gql.ts";
import { useDeleteMyDraftMutation, useMyDraftsQuery } from "../../../gql/hooks.ts";
import { commonTexts } from "../../../i18n/common.texts.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { act } from "../../../ui/act.ts";
import { Button } from "../../../ui/Button.tsx";
import { useConfirm } from "../../../ui/confirm.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { IconTrash } from "../../../ui/icons.tsx";
import { QueryView } from "../../../ui/QueryView.tsx";
import { Time } from "../../../ui/Time.tsx";
import { ScheduleBadge } from "../../drafts/ScheduleBadge.tsx";
import { ScheduledMenuButton, useScheduledMenu } from "../../drafts/useScheduledMenu.tsx";
import classes from "../rows.module.css";
import { userTexts } from "../users.texts.ts";
import { Link } from "../../../ui/Link.tsx";

graphql(`
  query MyDrafts {
    drafts {
      id
      threadId
      title
      body
      updatedAt
      publishAt
      problem {
        code
      }
      ...ScheduleBadge_draft
    }
  }
`);
graphql(`
  mutation DeleteMyDraft($id: ID!) {
    deleteDraft(id: $id)
  }
`);

const EXCERPT_LENGTH = 120;

/** Lists the drafts that the member has not published. */
export function DraftsSection() {
  const t = useTexts(userTexts);
  const common = useTexts(commonTexts);
  const confirm = useConfirm();
  const query = useMyDraftsQuery();
  const [deleteDraft] = useDeleteMyDraftMutation();

  const remove = async (id: string) => {
    if (!(await confirm({ title: t.deleteDraft, action: common.delete, danger: true }))) return;
    await act(() => deleteDraft({ variables: { id } }), { reread: query.refetch, key: `deleteDraft ${id}` });
  };
  const menu = useScheduledMenu({ reread: query.refetch, onDelete: (id) => void remove(id) });

  return (
    <>
      <QueryView query={query}>
        {({ drafts }) =>
          drafts.length === 0 ? (
            <EmptyState title={t.emptyDrafts} text={t.emptyDraftsText} />
          ) : (
            <ul>
              {drafts.map((draft) => {
                const to =
                  draft.threadId === null ? `/thread/post?draft=${draft.id}` : `/thread/${draft.threadId}`;
                const { id, publishAt = null, problem } = draft;
                return (
                  <li key={draft.id} className={classes.row}>
                    <div className={classes.text}>
                      <Link className={classes.title} to={to}>
                        {draft.threadId === null ? draft.title || t.untitled : t.draftOfReply}
                      </Link>
                      <p className={classes.line}>{draft.body.slice(0, EXCERPT_LENGTH)}</p>
                      <p className={classes.meta}>
                        {draft.threadId === null ? t.draftOfThread : t.draftOfReply} ·{" "}
                        <Time value={draft.updatedAt} />
                      </p>
                      <ScheduleBadge draft={draft} />
                    </div>
                    <Button size="sm" to={to}>
                      {t.goOn}
                    </Button>
                    {publishAt === null && !problem ? (
                      <Button
                        size="sm"
                        variant="subtle"
                        aria-label={common.delete}
                        onClick={() => void remove(id)}
                      >
                        <IconTrash size={18} />
                      </Button>
                    ) : (
                      <ScheduledMenuButton
                        className={classes.more}
                        menu={menu}
                        draft={{ id, name: draft.title || t.untitled, publishAt }}
                      />
                    )}
                  </li>
                );
              })}
            </ul>
          )
        }
      </QueryView>
      {menu.menu}
      {menu.dialog}
    </>
  );
}
