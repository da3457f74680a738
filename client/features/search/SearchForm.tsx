import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router-dom";
import { useTexts } from "../../i18n/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { useTyped } from "../../ui/useTyped.ts";
import classes from "./SearchForm.module.css";
import { rememberSearch } from "./recentSearches.ts";
import { KEYWORD_MAX, searchHref, type SearchView } from "./searchAddress.ts";
import { searchTexts } from "./search.texts.ts";
import { actOf } from "./suggestionKeys.ts";
import { SuggestionList } from "./SuggestionList.tsx";
import { useOperatorSuggestions } from "./useOperatorSuggestions.ts";
import { type Suggestion, useSuggestions } from "./useSuggestions.ts";

/** Suggestions stay a moment after the field is left, so that a click on one arrives. */
const CLOSE_DELAY_MS = 150;

/** State of the field and its list. */
interface Typing {
  readonly text: string;
  /** Place of the caret after the last key; null before. */
  readonly caret: number | null;
  readonly isOpen: boolean;
  /** Place of the marked line; -1 for none. */
  readonly chosen: number;
}

/** State before the first key, but for the text. */
const CLOSED = { caret: null, isOpen: false, chosen: -1 };

/**
 * The field of the page itself: the header's is small on phones. A plain form, so that it works without scripts; where
 * they run it suggests while one types, arrows choose, Escape closes.
 */
export function SearchForm({ view }: { view: SearchView }) {
  const t = useTexts(searchTexts);
  const navigate = useNavigate();
  const id = useId();
  const [typing, setTyping] = useState<Typing>({ ...CLOSED, text: view.keyword });
  const change = (part: Partial<Typing>) => setTyping((before) => ({ ...before, ...part }));
  const { text, caret, isOpen, chosen } = typing;
  const input = useRef<HTMLInputElement>(null);
  const field = useTyped<HTMLInputElement>(text, (control) => change({ text: control.value }), input);
  const [isComposing, setComposing] = useState(false);
  const values = useOperatorSuggestions(text, isOpen ? caret : null, isComposing);
  const found = useSuggestions(isOpen && !values ? text : "", isComposing);
  const suggestions: readonly Suggestion[] = values ?? found;
  const isShown = isOpen && suggestions.length > 0;

  function submit(event: FormEvent): void {
    event.preventDefault();
    const keyword = text.trim();
    if (keyword === "") return;
    rememberSearch(keyword);
    change({ isOpen: false });
    void navigate(searchHref({ ...view, keyword, after: null }));
  }

  function choose(suggestion: Suggestion): void {
    if ("to" in suggestion) {
      change({ isOpen: false });
      void navigate(suggestion.to);
      return;
    }
    // The caret can be placed once the field has the text.
    flushSync(() => change({ text: suggestion.text, caret: suggestion.caret, chosen: -1 }));
    input.current?.setSelectionRange(suggestion.caret, suggestion.caret);
  }

  const press = (event: KeyboardEvent): void => {
    const act = actOf(event.nativeEvent, suggestions, chosen);
    if (!isShown || !act) return;
    event.preventDefault();
    if ("chosen" in act) change({ chosen: act.chosen });
    else if (act.taken) choose(act.taken);
    else change({ isOpen: false });
  };

  return (
    <form className={classes.form} role="search" action="/search" method="get" onSubmit={submit}>
      <input
        ref={field}
        type="search"
        name="keyword"
        role="combobox"
        aria-expanded={isShown}
        aria-controls={`${id}list`}
        aria-autocomplete="list"
        aria-activedescendant={isShown && chosen >= 0 ? `${id}${chosen}` : undefined}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          const { value, selectionStart } = event.currentTarget;
          change({ text: value, caret: selectionStart, isOpen: true, chosen: -1 });
        }}
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={() => setComposing(false)}
        onKeyDown={press}
        onBlur={() => setTimeout(() => change({ isOpen: false }), CLOSE_DELAY_MS)}
        maxLength={KEYWORD_MAX}
        placeholder={t.placeholder}
        aria-label={t.placeholder}
        enterKeyHint="search"
      />
      {view.tab !== "threads" && <input type="hidden" name="kind" value={view.tab} />}
      <Button type="submit" variant="primary">
        {t.search}
      </Button>
      <SuggestionList id={id} suggestions={suggestions} chosen={chosen} isShown={isShown} onChoose={choose} />
    </form>
  );
}
