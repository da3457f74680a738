import { useTexts } from "../../../i18n/texts.ts";
import { useViewer } from "../../../session/useViewer.ts";
import { Button } from "../../../ui/Button.tsx";
import { RowIcon } from "../../../ui/rowIcons.tsx";
import { postTexts } from "../posts.texts.ts";
import classes from "./ReplyButton.module.css";
import { useReply } from "./quoting.ts";

interface Props {
  threadId: string;
  /** Members without the right get no button; visitors are led to the sign-in. */
  canReply: boolean;
  size?: "sm" | "md";
  className?: string | undefined;
  fullWidth?: boolean;
}

/** Opens the composer of the thread over the place that is read. */
export function ReplyButton({ threadId, canReply, className, ...looks }: Props) {
  const t = useTexts(postTexts);
  const { viewer } = useViewer();
  const reply = useReply(threadId);
  if (viewer && !canReply) return null;
  return (
    <Button
      variant="primary"
      icon={<RowIcon name="reply" />}
      onClick={() => reply()}
      {...looks}
      className={`${classes.icon} ${className ?? ""}`}
    >
      {t.send}
    </Button>
  );
}
