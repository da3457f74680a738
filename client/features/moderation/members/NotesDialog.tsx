import { type FormEvent, useState } from "react";
import { graphql } from "../../../gql/gql.ts";
import type { UserRemarksQuery } from "../../../gql/graphql.ts";
import {
  useAddMemberNoteMutation,
  useDeleteUserRemarkMutation,
  useUserRemarksQuery,
} from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/Button.tsx";
import { Label } from "../../../ui/Label.tsx";
import { Link } from "../../../ui/Link.tsx";
import { QueryView } from "../../../ui/QueryView.tsx";
import { Sheet } from "../../../ui/Sheet.tsx";
import { Textarea } from "../../../ui/Textarea.tsx";
import { Time } from "../../../ui/Time.tsx";
import type { BanProps } from "./BanDialog.tsx";
import classes from "./MemberDialogs.module.css";
import { memberTexts } from "./members.texts.ts";

graphql(`
  query UserRemarks($id: ID!) {
    user(id: $id) {
      id
      warningCount
      silence {
        until
        reason
      }
      remarks {
        id
        kind
        body
        threadId
        postId
        createdAt
        viewerCanDelete
        author {
          id
          nickname
        }
      }
    }
  }
`);
graphql(`
  mutation AddMemberNote($userId: ID!, $body: String!) {
    addMemberNote(userId: $userId, body: $body) {
      id
    }
  }
`);
graphql(`
  mutation DeleteUserRemark($remarkId: ID!) {
    deleteUserRemark(remarkId: $remarkId)
  }
`);

/** Longest note, in characters; the server refuses more. */
const NOTE_MAX = 1000;
type Remark = NonNullable<NonNullable<UserRemarksQuery["user"]>["remarks"]>[number];

/** Warnings and notes about a member, for staff alone, and a field for another note. */
export function NotesDialog({ target, onClose }: BanProps) {
  const t = useTexts(memberTexts);
  const query = useUserRemarksQuery({ variables: { id: target.id }, fetchPolicy: "cache-and-network" });
  const [body, setBody] = useState("");
  const { act, isBusy } = useAct();
  const [add] = useAddMemberNoteMutation();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void act(
      async () => {
        await add({ variables: { userId: target.id, body } });
        setBody("");
      },
      { done: t.noteAdded, reread: () => query.refetch() },
    );
  };
  return (
    <Sheet title={t.notesTitle(target.nickname)} size="medium" onClose={onClose}>
      <div className={classes.form}>
        <p className={classes.hint}>{t.notesText}</p>
        <QueryView query={query}>
          {({ user }) => {
            const remarks = user?.remarks ?? [];
            if (remarks.length === 0) return <p>{t.noNotes}</p>;
            return (
              <ul className={classes.remarks}>
                {remarks.map((remark) => (
                  <RemarkRow key={remark.id} remark={remark} onGone={() => query.refetch()} />
                ))}
              </ul>
            );
          }}
        </QueryView>
        <form className={classes.form} onSubmit={submit}>
          <Textarea label={t.newNote} value={body} onValue={setBody} maxLength={NOTE_MAX} rows={3} />
          <div className={classes.buttons}>
            <Button type="submit" variant="primary" loading={isBusy} disabled={body.trim() === ""}>
              {t.addNote}
            </Button>
          </div>
        </form>
      </div>
    </Sheet>
  );
}

function RemarkRow({ remark, onGone }: { remark: Remark; onGone: () => Promise<unknown> }) {
  const t = useTexts(memberTexts);
  const { act, isBusy } = useAct();
  const [remove] = useDeleteUserRemarkMutation();
  const { id, kind, body, author, createdAt, threadId, postId, viewerCanDelete } = remark;
  const address = threadId && `/thread/${threadId}${postId ? `?post=${postId}` : ""}`;
  const run = () =>
    void act(
      async () => {
        await remove({ variables: { remarkId: id } });
      },
      { done: t.removed, reread: onGone },
    );
  return (
    <li className={classes.remark}>
      <Label tone={kind === "WARNING" ? "warning" : undefined}>{t[kind]}</Label>
      <span className={classes.about}>
        <bdi>{author.nickname}</bdi> ·{" "}
        {address ? (
          <Link to={address}>
            <Time value={createdAt} />
          </Link>
        ) : (
          <Time value={createdAt} />
        )}
      </span>
      {viewerCanDelete && (
        <Button size="sm" variant="subtle" loading={isBusy} onClick={run}>
          {t.remove}
        </Button>
      )}
      <p>
        <bdi>{body}</bdi>
      </p>
    </li>
  );
}
