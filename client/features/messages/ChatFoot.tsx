import { useTexts } from "../../i18n/texts.ts";
import { standingTexts } from "../../session/standing.texts.ts";
import { STATUS_PATH, useStanding } from "../../session/useStanding.ts";
import { useViewer } from "../../session/useViewer.ts";
import { Link } from "../../ui/Link.tsx";
import { ChatComposer } from "./ChatComposer.tsx";
import classes from "./ChatView.module.css";
import { chatTexts } from "./messages.texts.ts";

interface Props {
  /** Names the chat for its draft on this device. */
  chatId: string;
  /** Code of the error that writing would get; null if the viewer may write. */
  refusal: string | null | undefined;
  onSend: (body: string, picture: File | null) => void;
}

/** The field below a chat, or the reason why nothing can be written there. */
export function ChatFoot({ chatId, refusal, onSend }: Props) {
  const t = useTexts(chatTexts);
  const { viewer } = useViewer();
  const silence = refusal === "SILENCED" ? (viewer?.silence?.message ?? null) : null;
  const standing = useStanding() ?? silence;
  const { why } = useTexts(standingTexts);
  if (!refusal && !standing) return <ChatComposer key={chatId} chatId={chatId} onSend={onSend} />;
  return (
    <p className={classes.refusal}>
      {standing ?? refusalText(t, refusal)} {standing && <Link to={STATUS_PATH}>{why}</Link>}
    </p>
  );
}

const REFUSALS = ["CANNOT_MESSAGE_SELF", "MESSAGES_OFF", "BLOCKED_BY_YOU", "BLOCKED_YOU"] as const;

function refusalText(
  t: Record<(typeof REFUSALS)[number] | "FORBIDDEN", string>,
  code: string | null | undefined,
): string {
  return t[REFUSALS.find((known) => known === code) ?? "FORBIDDEN"];
}
