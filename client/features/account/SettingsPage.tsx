import { useSearchParams } from "react-router-dom";
import { ask, type Ask } from "../../apollo/answers.ts";
import {
  AccountSectionDocument,
  DevicesSectionDocument,
  NotificationSettingsDocument,
  PrivacySectionDocument,
  TokensSectionDocument,
  WatchListDocument,
} from "../../gql/graphql.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Frame } from "../../layout/Frame.tsx";
import { PageHead } from "../../layout/PageHead.tsx";
import { definePage } from "../../page.ts";
import { Tabs } from "../../ui/Tabs.tsx";
import { NotificationSettings } from "../notifications/settings/NotificationSettings.tsx";
import { TokensSection } from "../tokens/TokensSection.tsx";
import { AccountSection } from "./AccountSection.tsx";
import { AppearanceSection } from "./AppearanceSection.tsx";
import { DataSection } from "./DataSection.tsx";
import { DevicesSection } from "./DevicesSection.tsx";
import { PrivacySection } from "./PrivacySection.tsx";
import classes from "./settings.module.css";
import { settingsTexts } from "./settings.texts.ts";

const SECTIONS = {
  account: { Component: AccountSection, queries: () => [ask(AccountSectionDocument, {})] },
  appearance: { Component: AppearanceSection, queries: () => [] },
  privacy: { Component: PrivacySection, queries: () => [ask(PrivacySectionDocument, {})] },
  notifications: {
    Component: NotificationSettings,
    queries: () => [ask(NotificationSettingsDocument, {}), ask(WatchListDocument, { target: "THREAD" })],
  },
  devices: { Component: DevicesSection, queries: () => [ask(DevicesSectionDocument, {})] },
  tokens: { Component: TokensSection, queries: () => [ask(TokensSectionDocument, {})] },
  data: { Component: DataSection, queries: () => [] },
} satisfies Record<string, { Component: () => React.ReactNode; queries: () => Ask[] }>;
type Section = keyof typeof SECTIONS;

function sectionOf(search: URLSearchParams): Section {
  const wanted = search.get("section") ?? "";
  return Object.hasOwn(SECTIONS, wanted) ? (wanted as Section) : "account";
}

/** `/my/settings` — the settings of one's account, section by section. */
function SettingsPage() {
  const t = useTexts(settingsTexts);
  const [search] = useSearchParams();
  const section = sectionOf(search);
  const { Component } = SECTIONS[section];
  const addressOf = (key: Section) => (key === "account" ? "/my/settings" : `/my/settings?section=${key}`);
  return (
    <Frame narrow>
      <PageHead title={t.title} noIndex />
      <h1 className={classes.pageTitle}>{t.title}</h1>
      <Tabs
        label={t.sections}
        current={section}
        tabs={(Object.keys(SECTIONS) as Section[]).map((key) => ({ key, label: t[key], to: addressOf(key) }))}
      />
      <Component />
    </Frame>
  );
}

/** `/my/settings` for the table of addresses. */
export const settingsPage = definePage({
  Component: SettingsPage,
  needsLogin: true,
  queries: ({ search, viewerId }) => (viewerId === null ? [] : SECTIONS[sectionOf(search)].queries()),
});
