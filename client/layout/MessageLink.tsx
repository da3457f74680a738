import { UnreadBadge } from "../features/unread/UnreadBadge.tsx";
import { useTexts } from "../i18n/texts.ts";
import { IconMessages } from "../ui/icons.tsx";
import { Link } from "../ui/Link.tsx";
import tools from "./HeaderTools.module.css";
import { layoutTexts } from "./layout.texts.ts";

/** Leads to the messages, in the header of phones. */
export function MessageLink({ size }: { size: number }) {
  const t = useTexts(layoutTexts);
  return (
    <Link className={tools.tool} to="/message" aria-label={t.messages} title={t.messages}>
      <UnreadBadge>
        <IconMessages size={size} stroke={1.8} />
      </UnreadBadge>
    </Link>
  );
}
