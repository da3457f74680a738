import type { ThreadType } from "../../gql/graphql.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useViewer } from "../../session/useViewer.ts";
import { Tabs } from "../../ui/Tabs.tsx";
import classes from "./HomePage.module.css";
import { homeHref, SORTS, type HomeTab, type HomeView } from "./homeAddress.ts";
import { homeTexts } from "./home.texts.ts";

interface Props {
  categoryId: string | null;
  view: HomeView;
}

/** Choices of list, order and type of content: all of them links, so that they work without scripts. */
export function ListFilters({ categoryId, view }: Props) {
  const t = useTexts(homeTexts);
  const { viewer } = useViewer();
  const to = (change: Partial<HomeView>): string => homeHref(categoryId, { ...view, after: null, ...change });
  const tabs: HomeTab[] = ["all", "recommended", "essence", ...(viewer ? (["followed"] as const) : [])];
  const types: readonly { type: ThreadType | null; label: string }[] = [
    { type: null, label: t.anyType },
    { type: "TEXT", label: t.text },
    { type: "IMAGE", label: t.pictures },
    { type: "ATTACHMENT", label: t.attachments },
  ];
  return (
    <>
      <div className={classes.bar}>
        <Tabs
          tabs={tabs.map((key) => ({ key, label: t[key], to: to({ tab: key }) }))}
          current={view.tab}
          label={t.lists}
        />
        {view.tab !== "recommended" && (
          <div className={classes.sorts}>
            <Tabs
              tabs={SORTS.map((key) => ({ key, label: t[key], to: to({ sort: key }) }))}
              current={view.sort}
              label={t.sorts}
            />
          </div>
        )}
      </div>
      <div className={classes.types}>
        <Tabs
          tabs={types.map(({ type, label }) => ({ key: type ?? "", label, to: to({ type }) }))}
          current={view.type ?? ""}
          label={t.types}
        />
      </div>
    </>
  );
}
