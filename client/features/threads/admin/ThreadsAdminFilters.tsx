import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router-dom";
import { graphql } from "../../../gql/gql.ts";
import { useAuthorCandidatesLazyQuery } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { Button } from "../../../ui/Button.tsx";
import { DateField } from "../../../ui/DateField.tsx";
import { Field } from "../../../ui/Field.tsx";
import { type Choice, Select } from "../../../ui/Select.tsx";
import { showToast } from "../../../ui/toast.tsx";
import panels from "../../../ui/panels.module.css";
import { threadsAdminHref, type ThreadsAdminView } from "./threadsAdminAddress.ts";
import { threadsAdminTexts } from "./threadsAdmin.texts.ts";

graphql(`
  query AuthorCandidates($prefix: String!) {
    mentionCandidates(prefix: $prefix) {
      id
      nickname
    }
  }
`);

/** Narrows the list; the filters become an address. */
export function ThreadsAdminFilters({
  view,
  categories,
}: {
  view: ThreadsAdminView;
  categories: readonly Choice[];
}) {
  const t = useTexts(threadsAdminTexts);
  const navigate = useNavigate();
  const [draft, setDraft] = useState({ ...view, author: view.authorId });
  const [findAuthor] = useAuthorCandidatesLazyQuery();
  const change = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part });

  const authorIdOf = async (author: string): Promise<string | null> => {
    if (author === "" || /^\d+$/.test(author)) return author;
    const { data } = await findAuthor({ variables: { prefix: author } });
    const candidates = data?.mentionCandidates ?? [];
    return (candidates.find(({ nickname }) => nickname === author) ?? candidates[0])?.id ?? null;
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { author, ...rest } = draft;
    const authorId = await authorIdOf(author.trim()).catch(() => null);
    if (authorId === null) return showToast({ type: "warning", message: t.noAuthor });
    void navigate(threadsAdminHref({ ...rest, authorId, after: null }));
  };

  return (
    <form className={panels.filters} onSubmit={(event) => void submit(event)}>
      <div className={panels.wideFilter}>
        <Field label={t.word} value={draft.word} onValue={(word) => change({ word })} title={t.wordNote} />
      </div>
      <Select
        label={t.category}
        value={draft.category}
        onValue={(category) => change({ category })}
        choices={[{ value: "", label: t.allCategories }, ...categories]}
      />
      <Field
        label={t.author}
        value={draft.author}
        onValue={(author) => change({ author })}
        placeholder={t.authorHint}
      />
      <Select
        label={t.state}
        value={draft.mark}
        onValue={(mark) => change({ mark })}
        choices={[
          { value: "", label: t.any },
          { value: "essence", label: t.essence },
        ]}
      />
      <DateField label={t.from} value={draft.from} onValue={(from) => change({ from })} />
      <DateField label={t.before} value={draft.before} onValue={(before) => change({ before })} />
      <div className={panels.row}>
        <Button type="submit" variant="primary">
          {t.filter}
        </Button>
        <Button variant="subtle" to={threadsAdminHref({ list: view.list })}>
          {t.reset}
        </Button>
      </div>
      {draft.word && <p className={panels.quiet}>{t.wordNote}</p>}
    </form>
  );
}
