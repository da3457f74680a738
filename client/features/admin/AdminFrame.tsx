import "@mantine/core/styles/ActionIcon.layer.css";
import { ActionIcon } from "@mantine/core";
import { type ReactNode, Suspense, lazy, useState } from "react";
import { useLocale, useTexts } from "../../i18n/texts.ts";
import { NotFound } from "../../layout/NotFound.tsx";
import { PageHead } from "../../layout/PageHead.tsx";
import { useViewer } from "../../session/useViewer.ts";
import { IconMenu2, IconSearch } from "../../ui/icons.tsx";
import { MantineScope } from "../../ui/MantineScope.tsx";
import classes from "./AdminFrame.module.css";
import { AdminNav } from "./AdminNav.tsx";
import { type AdminPageKey, adminPage, adminPageName, FOR_REVIEWERS } from "./adminPages.ts";
import { adminShellTexts } from "./adminShell.texts.ts";
import { ApiNote } from "./ApiNote.tsx";
import { useApiNotes } from "./apiNotes.ts";
import { useSearchKey } from "./useSearchKey.ts";

const AdminDrawer = lazy(() => import("./AdminDrawer.tsx").then((m) => ({ default: m.AdminDrawer })));
const AdminSearch = lazy(() => import("./AdminSearch.tsx").then((m) => ({ default: m.AdminSearch })));

interface Props {
  page: AdminPageKey;
  /** Heading, if it is not the name of the page. */
  title?: string;
  /** Buttons beside the heading. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of every page of the administration: navigation, search, heading. Others find nothing here. */
export function AdminFrame(props: Props) {
  const { site } = useViewer();
  const isAllowed = site.viewerCanAdminister || (site.viewerCanReview && FOR_REVIEWERS.has(props.page));
  if (!isAllowed) return <NotFound />;
  return (
    <MantineScope>
      <Allowed {...props} />
    </MantineScope>
  );
}

function Allowed({ page: key, title, actions, children }: Props) {
  const t = useTexts(adminShellTexts);
  const locale = useLocale();
  const { site } = useViewer();
  const hasNotes = useApiNotes();
  const page = adminPage(key);
  const [open, setOpen] = useState<"nothing" | "menu" | "search">("nothing");
  const close = () => setOpen("nothing");
  const heading = title ?? adminPageName(page, locale);
  useSearchKey(() => setOpen("search"));

  return (
    <div className={classes.frame}>
      <PageHead title={`${heading} - ${t.administration}`} noIndex />
      <aside className={classes.side}>
        <button
          type="button"
          className={classes.search}
          aria-haspopup="dialog"
          aria-label={t.search}
          title={t.search}
          onClick={() => setOpen("search")}
        >
          <IconSearch size={16} />
          {t.searchShort}
          <kbd>Ctrl K</kbd>
        </button>
        <AdminNav />
      </aside>
      <div className={classes.content}>
        <header className={classes.head}>
          <ActionIcon
            variant="default"
            className={classes.tool}
            aria-label={t.menu}
            aria-haspopup="dialog"
            onClick={() => setOpen("menu")}
          >
            <IconMenu2 size={20} />
          </ActionIcon>
          <h1 className={classes.title}>{heading}</h1>
          <ActionIcon
            variant="default"
            className={`${classes.tool} ${classes.searchTool}`}
            aria-label={t.search}
            aria-haspopup="dialog"
            onClick={() => setOpen("search")}
          >
            <IconSearch size={20} />
          </ActionIcon>
          {actions && <div className={classes.actions}>{actions}</div>}
        </header>
        {children}
        {site.viewerCanAdminister && hasNotes && <ApiNote page={page} />}
      </div>
      <Suspense fallback={null}>
        {open === "menu" && <AdminDrawer onClose={close} />}
        {open === "search" && <AdminSearch onClose={close} />}
      </Suspense>
    </div>
  );
}
