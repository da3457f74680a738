import { useState } from "react";
import { ask } from "../../apollo/answers.ts";
import { graphql } from "../../gql/gql.ts";
import { BadgesAdminPageDocument, type BadgesAdminPageQuery } from "../../gql/graphql.ts";
import { useBadgesAdminPageQuery, useSaveBadgeMutation } from "../../gql/hooks.ts";
import { type Locale, useLocale, useTexts } from "../../i18n/texts.ts";
import { definePage } from "../../page.ts";
import { act } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import panels from "../../ui/panels.module.css";
import { QueryView } from "../../ui/QueryView.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { AdminFrame } from "../admin/AdminFrame.tsx";
import { BadgeDialog, type BadgeDraft } from "./BadgeDialog.tsx";
import classes from "./BadgesAdminPage.module.css";
import { badgeTexts } from "./badges.texts.ts";
import { badgesAdminTexts } from "./badgesAdmin.texts.ts";

graphql(`
  query BadgesAdminPage {
    badges {
      id
      nameZh
      nameEn
      icon
      counter
      threshold
      isEnabled
      holderCount
    }
  }
`);
graphql(`
  mutation SaveBadge($input: SaveBadgeInput!) {
    saveBadge(input: $input) {
      id
      nameZh
      nameEn
      icon
      threshold
      isEnabled
    }
  }
`);

type Badge = BadgesAdminPageQuery["badges"][number];

function nameIn(locale: Locale, { nameZh, nameEn }: Badge): string {
  return locale === "en" ? nameEn : nameZh;
}

/** `/admin/badges` — badges with what each is given for; owners change names, icons, numbers and switches. */
function BadgesAdminPage() {
  const query = useBadgesAdminPageQuery();
  return (
    <AdminFrame page="badges">
      <QueryView query={query}>{({ badges }) => <Badges badges={badges} />}</QueryView>
    </AdminFrame>
  );
}

function Badges({ badges }: { badges: readonly Badge[] }) {
  const t = useTexts(badgesAdminTexts);
  const rules = useTexts(badgeTexts);
  const locale = useLocale();
  const [editing, setEditing] = useState<Badge | null>(null);
  const [save] = useSaveBadgeMutation();
  const store = ({ id, nameZh, nameEn, icon, threshold, isEnabled }: Badge, change: Partial<BadgeDraft>) =>
    act(
      () =>
        save({
          variables: { input: { badgeId: id, nameZh, nameEn, icon, threshold, isEnabled, ...change } },
        }),
      { done: t.saved, key: `badge ${id}` },
    );
  const columns: readonly Column<Badge>[] = [
    {
      key: "badge",
      header: t.badge,
      phone: "title",
      cell: (badge) => <BadgeName badge={badge} />,
    },
    { key: "rule", header: t.rule, cell: ({ counter, threshold }) => rules[counter](threshold) },
    {
      key: "holders",
      header: t.holders,
      numeric: true,
      phone: "labelled",
      cell: ({ holderCount }) => holderCount ?? 0,
    },
    {
      key: "state",
      header: t.state,
      cell: (badge) => (
        <Switch
          label={t.switchOf(nameIn(locale, badge))}
          hideLabel
          checked={badge.isEnabled}
          onChecked={(isEnabled) => void store(badge, { isEnabled })}
        />
      ),
    },
    {
      key: "actions",
      header: t.actions,
      hideHeader: true,
      actions: true,
      cell: (badge) => (
        <Button size="sm" aria-label={t.editOf(nameIn(locale, badge))} onClick={() => setEditing(badge)}>
          {t.edit}
        </Button>
      ),
    },
  ];
  return (
    <section className={`card ${panels.panel}`} aria-label={rules.badges}>
      <p className={classes.lead}>{t.lead}</p>
      <DataTable caption={rules.badges} columns={columns} rows={badges} empty={null} />
      {editing && (
        <BadgeDialog
          title={t.editOf(nameIn(locale, editing))}
          badge={editing}
          onSave={async (draft) => {
            if (await store(editing, draft)) setEditing(null);
          }}
          onClose={() => setEditing(null)}
        />
      )}
    </section>
  );
}

/** A badge by both of its names. */
function BadgeName({ badge }: { badge: Badge }) {
  const locale = useLocale();
  return (
    <span className={classes.badge} data-off={!badge.isEnabled || undefined}>
      <span className={classes.icon} aria-hidden="true">
        {badge.icon}
      </span>
      <span>
        <strong>
          <bdi>{nameIn(locale, badge)}</bdi>
        </strong>
        <span className={classes.other}>
          <bdi>{locale === "en" ? badge.nameZh : badge.nameEn}</bdi>
        </span>
      </span>
    </span>
  );
}

/** `/admin/badges` for the table of addresses. */
export const badgesAdminPage = definePage({
  Component: BadgesAdminPage,
  needsLogin: true,
  queries: () => [ask(BadgesAdminPageDocument, {})],
});
