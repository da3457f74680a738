import { useTexts } from "../../i18n/texts.ts";
import type { AdminPage } from "./adminPages.ts";
import { adminShellTexts } from "./adminShell.texts.ts";
import classes from "./ApiNote.module.css";

/** Names the GraphQL operation of a page and opens it in the explorer. */
export function ApiNote({ page: { operation, sample } }: { page: Pick<AdminPage, "operation" | "sample"> }) {
  const t = useTexts(adminShellTexts);
  return (
    <details className={classes.note}>
      <summary>
        {t.api} · <code>{operation}</code>
      </summary>
      <p>{t.apiNote}</p>
      <pre tabIndex={0}>
        <code>{sample}</code>
      </pre>
      <a href={`/graphiql?query=${encodeURIComponent(sample)}`} target="_blank" rel="noreferrer">
        {t.tryIt}
      </a>
    </details>
  );
}
