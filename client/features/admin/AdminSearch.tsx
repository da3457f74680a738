import { type KeyboardEvent, useId, useState } from "react";
import { useNavigate } from "react-router-dom";
import { graphql } from "../../gql/gql.ts";
import { useAdminSearchQuery } from "../../gql/hooks.ts";
import { useLocale, useTexts } from "../../i18n/texts.ts";
import { useViewer } from "../../session/useViewer.ts";
import { Input } from "../../ui/Input.tsx";
import { leaveFor } from "../../ui/useLeaveGuard.ts";
import { settingsTexts } from "../settings/settings.texts.ts";
import { AdminDialog } from "./AdminDialog.tsx";
import { ADMIN_PAGES, adminPageName, FOR_REVIEWERS } from "./adminPages.ts";
import { adminShellTexts } from "./adminShell.texts.ts";
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

/** Settings that the list shows at most; who looks for more types another letter. */
const SETTINGS_MAX = 12;

interface Hit {
  id: string;
  to: string;
  name: string;
  note: string;
}

/** Finds pages and settings of the administration by name or key; arrows choose, Enter opens. */
export function AdminSearch({ onClose }: { onClose: () => void }) {
  const t = useTexts(adminShellTexts);
  const locale = useLocale();
  const { site } = useViewer();
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const { data } = useAdminSearchQuery();
  const query = text.trim().toLowerCase();
  const sections = useTexts(settingsTexts) as unknown as Readonly<Record<string, unknown>>;
  const wordsOf = (section: string) => String(sections[section] ?? section);
  const fits = (...words: string[]) => words.join(" ").toLowerCase().includes(query);

  const pages = ADMIN_PAGES.filter(({ key }) => site.viewerCanAdminister || FOR_REVIEWERS.has(key))
    .filter((page) => fits(page.name.zh, page.name.en, page.words, page.operation))
    .map((page): Hit => ({ id: page.key, to: page.path, name: adminPageName(page, locale), note: t.pages }));
  const settings = (query === "" || !site.viewerCanAdminister ? [] : (data?.settings ?? []))
    .filter(({ label, key, tag, section }) => fits(label, key, tag, wordsOf(section)))
    .slice(0, SETTINGS_MAX)
    .map(({ tag, key, label, section }): Hit => {
      const place = `${tag}.${key}`;
      return { id: place, to: `/admin/settings?section=${section}&key=${place}`, name: label, note: key };
    });
  const hits = [...pages, ...settings];
  const current = Math.min(chosen, hits.length - 1);

  const open = (hit: Hit | undefined) => {
    if (!hit) return;
    onClose();
    leaveFor(hit.to, navigate);
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setChosen((current + step + hits.length) % Math.max(hits.length, 1));
    else if (event.key === "Enter") open(hits[current]);
    else return;
    event.preventDefault();
  };

  return (
    <AdminDialog title={t.search} onClose={onClose}>
      <Input
        value={text}
        onValue={(value) => {
          setText(value);
          setChosen(0);
        }}
        onKeyDown={press}
        placeholder={t.searchHint}
        aria-label={t.search}
        role="combobox"
        aria-expanded={hits.length > 0}
        aria-controls={id}
        aria-activedescendant={hits[current] && `${id}-${current}`}
        autoComplete="off"
        data-autofocus
      />
      <ul id={id} role="listbox" aria-label={t.search} className={classes.hits}>
        {hits.map((hit, index) => (
          <li
            key={hit.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === current}
            onPointerMove={() => setChosen(index)}
            onClick={() => open(hit)}
          >
            <span>{hit.name}</span>
            <small>{hit.note}</small>
          </li>
        ))}
      </ul>
      {hits.length === 0 && <p className={classes.nothing}>{t.nothingFound}</p>}
    </AdminDialog>
  );
}
