import { useLocation, useNavigate } from "react-router-dom";
import { useTexts } from "../i18n/texts.ts";
import { useViewer } from "../session/useViewer.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { IconArrowLeft, IconSearch, IconUser } from "../ui/icons.tsx";
import { Brand } from "./Brand.tsx";
import tools from "./HeaderTools.module.css";
import { layoutTexts } from "./layout.texts.ts";
import { MessageLink } from "./MessageLink.tsx";
import classes from "./MobileHeader.module.css";
import { Link } from "../ui/Link.tsx";
import { StaffLink } from "./StaffLink.tsx";

const AVATAR_SIZE = 28;

/** Header of phones: back, home, search, messages and the personal centre. */
export function MobileHeader() {
  const t = useTexts(layoutTexts);
  const { viewer } = useViewer();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const goBack = () => void (history.length <= 1 ? navigate("/") : navigate(-1));

  return (
    <header className={classes.header}>
      {pathname !== "/" && (
        <button type="button" className={tools.tool} aria-label={t.back} onClick={goBack}>
          <IconArrowLeft size={22} />
        </button>
      )}
      <div className={classes.brand}>
        <Brand />
      </div>
      <Link className={tools.tool} to="/search" aria-label={t.search}>
        <IconSearch size={20} />
      </Link>
      {viewer && <StaffLink size={21} />}
      <MessageLink size={21} />
      <Link className={tools.tool} to="/my" aria-label={t.personalCentre}>
        {viewer ? (
          <Avatar name={viewer.nickname} src={viewer.avatarUrl} size={AVATAR_SIZE} />
        ) : (
          <IconUser size={21} />
        )}
      </Link>
    </header>
  );
}
