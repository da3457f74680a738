import { useTexts } from "../../../i18n/texts.ts";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { threadHref } from "../../reading/threadAddress.ts";
import { postTexts } from "../posts.texts.ts";

interface NoneProps {
  thread: { id: string; viewerCanReply: boolean };
  isFirstPage: boolean;
  isMember: boolean;
}

/** Stands where replies would: what to do first, or the way back from a page that does not exist. */
export function NoReplies({ thread, isFirstPage, isMember }: NoneProps) {
  const t = useTexts(postTexts);
  if (!isFirstPage) {
    return (
      <EmptyState title={t.emptyPage} action={<Button to={threadHref(thread.id)}>{t.firstPage}</Button>} />
    );
  }
  const hint = thread.viewerCanReply ? t.emptyHint : isMember ? undefined : t.emptyHintVisitor;
  return <EmptyState title={t.emptyTitle} text={hint} />;
}
