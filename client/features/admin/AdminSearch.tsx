import "@mantine/core/styles/Combobox.layer.css";
import { Combobox } from "@mantine/core";
import { type KeyboardEvent, useId, useState } from "react";
import { useNavigate } from "react-router-dom";
import { keyOf } from "../../platform/inputMethod.ts";
import { graphql } from "../../gql/gql.ts";
import { useAdminSearchQuery } from "../../gql/hooks.ts";
import { useLocale, useTexts } from "../../i18n/texts.ts";
import { useViewer } from "../../session/useViewer.ts";
import { IconSearch } from "../../ui/icons.tsx";
import { Input } from "../../ui/Input.tsx";
import { leaveFor } from "../../ui/useLeaveGuard.ts";
import { Sheet } from "../../ui/Sheet.tsx";
import { ADMIN_PAGES, adminPageName, FOR_REVIEWERS } from "./adminPages.ts";
import { adminShellTexts } from "./adminShell.texts.ts";
import { settingSectionTexts } from "./settingSections.texts.ts";
import classes from "./AdminSearch.module.css";

graphql(`
  query AdminSearch {
    settings {
      tag
      key
      label
      section
    }
  }
`);

/** Maximum number of settings in the list; a longer word narrows it. */
const SETTINGS_MAX = 12;

interface Hit {
  id: string;
  to: string;
  name: string;
  note: string;
}

/** Pages, then settings, whose names or keys contain the words. */
function useHits(text: string): readonly Hit[] {
  const t = useTexts(adminShellTexts);
  const locale = useLocale();
  const { site } = useViewer();
  const { data } = useAdminSearchQuery();
  const query = text.trim().toLowerCase();
  const sections = useTexts(settingSectionTexts) as unknown as Readonly<Record<string, unknown>>;
  const fits = (...words: string[]) => words.join(" ").toLowerCase().includes(query);

  const pages = ADMIN_PAGES.filter(({ key }) => site.viewerCanAdminister || FOR_REVIEWERS.has(key))
    .filter((page) => fits(page.name.zh, page.name.en, page.words, page.operation))
    .map((page): Hit => ({ id: page.key, to: page.path, name: adminPageName(page, locale), note: t.pages }));
  const settings = (query === "" || !site.viewerCanAdminister ? [] : (data?.settings ?? []))
    .filter(({ label, key, tag, section }) => fits(label, key, tag, String(sections[section] ?? section)))
    .slice(0, SETTINGS_MAX)
    .map(({ tag, key, label, section }): Hit => {
      const place = `${tag}.${key}`;
      return { id: place, to: `/admin/settings?section=${section}&key=${place}`, name: label, note: key };
    });
  return [...pages, ...settings];
}

/** Finds pages and settings of the administration by name or key; arrows choose, Enter opens. */
export function AdminSearch({ onClose }: { onClose: () => void }) {
  const t = useTexts(adminShellTexts);
  const navigate = useNavigate();
  const listId = useId();
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const hits = useHits(text);
  const current = Math.min(chosen, hits.length - 1);
  const optionId = (index: number) => `${listId}-${index}`;

  const choose = (index: number) => {
    setChosen(index);
    document.getElementById(optionId(index))?.scrollIntoView({ block: "nearest" });
  };
  const open = (id: string | undefined) => {
    const hit = hits.find((each) => each.id === id);
    if (!hit) return;
    onClose();
    leaveFor(hit.to, navigate);
  };
  // The keys of Mantine's own target mark nothing before the first arrow; here Enter opens the first hit at once.
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[keyOf(event)];
    if (step) choose((current + step + hits.length) % Math.max(hits.length, 1));
    else if (keyOf(event) === "Enter") open(hits[current]?.id);
    else return;
    event.preventDefault();
  };

  return (
    <Sheet title={t.search} onClose={onClose}>
      <Input
        value={text}
        onValue={(value) => {
          setText(value);
          setChosen(0);
        }}
        onKeyDown={press}
        placeholder={t.searchHint}
        append={<IconSearch size={18} aria-hidden="true" />}
        aria-label={t.search}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={hits.length > 0}
        aria-controls={listId}
        aria-activedescendant={hits.length > 0 ? optionId(current) : undefined}
        autoComplete="off"
        data-autofocus
      />
      <Combobox onOptionSubmit={open} classNames={{ options: classes.hits, option: classes.hit }}>
        <Combobox.Options id={listId} aria-label={t.search}>
          {hits.map((hit, index) => (
            <Combobox.Option
              key={hit.id}
              id={optionId(index)}
              value={hit.id}
              selected={index === current}
              aria-selected={index === current}
              onPointerMove={() => setChosen(index)}
            >
              <span>{hit.name}</span>
              <small>{hit.note}</small>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox>
      {hits.length === 0 && (
        <p role="status" className={classes.nothing}>
          {t.nothingFound}
        </p>
      )}
    </Sheet>
  );
}
