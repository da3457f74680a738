import { graphql } from "../../../gql/gql.ts";
import { useRevisionHistoryQuery } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { QueryView } from "../../../ui/QueryView.tsx";
import { Sheet } from "../../../ui/Sheet.tsx";
import { Time } from "../../../ui/Time.tsx";
import classes from "./RevisionHistory.module.css";
import { compareLines } from "./compareLines.ts";
import { revisionTexts } from "./revision.texts.ts";

graphql(`
  query RevisionHistory($id: ID!) {
    thread(id: $id) {
      id
      title
      body
      editedAt
      createdAt
      revisions {
        id
        title
        body
        createdAt
        editor {
          id
          nickname
        }
      }
    }
  }
`);

/** Dialog with the earlier versions of a thread and the lines that each change touched. */
export function RevisionHistory({ threadId, onClose }: { threadId: string; onClose(): void }) {
  const t = useTexts(revisionTexts);
  const query = useRevisionHistoryQuery({ variables: { id: threadId }, fetchPolicy: "network-only" });

  return (
    <Sheet title={t.history} size="large" onClose={onClose}>
      <QueryView query={query}>
        {({ thread }) => {
          const older = [...thread.revisions].sort((a, b) => Number(b.id) - Number(a.id));
          if (older.length === 0) return <p>{t.noHistory}</p>;
          return older.map((revision, index) => {
            const after = index === 0 ? thread : older[index - 1]!;
            return (
              <section key={revision.id} className={classes.revision}>
                <h3>
                  <bdi>{revision.editor?.nickname ?? t.anonymous}</bdi> {t.revisionBy}{" "}
                  <Time value={revision.createdAt} />
                </h3>
                {revision.title !== after.title && (
                  <p>
                    <del>
                      <bdi>{revision.title}</bdi>
                    </del>{" "}
                    <ins>
                      <bdi>{after.title}</bdi>
                    </ins>
                  </p>
                )}
                <pre>
                  {compareLines(revision.body, after.body).map(({ sign, text }, line) => {
                    const Line = sign === "-" ? "del" : sign === "+" ? "ins" : "span";
                    return <Line key={line}>{`${text}\n`}</Line>;
                  })}
                </pre>
              </section>
            );
          });
        }}
      </QueryView>
    </Sheet>
  );
}
