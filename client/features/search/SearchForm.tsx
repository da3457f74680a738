import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router-dom";
import { keyOf } from "../../platform/inputMethod.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Button } from "../../ui/Button.tsx";
import {
  IconCalendar,
  IconFolder,
  IconMessageCircle,
  IconQuote,
  IconSearch,
  IconUser,
} from "../../ui/icons.tsx";
import { Link } from "../../ui/Link.tsx";
import { useTyped } from "../../ui/useTyped.ts";
import classes from "./SearchForm.module.css";
import { rememberSearch } from "./recentSearches.ts";
import { KEYWORD_MAX, searchHref, type SearchView } from "./searchAddress.ts";
import { searchTexts } from "./search.texts.ts";
import { useOperatorSuggestions } from "./useOperatorSuggestions.ts";
import { type Suggestion, useSuggestions } from "./useSuggestions.ts";

const ICON_PX = 16;
/** Suggestions stay a moment after the field is left, so that a click on one arrives. */
const CLOSE_DELAY_MS = 150;

/**
 * The field of the page itself: the header's is small on phones. A plain form, so that it works without scripts; where
 * they run it suggests while one types, arrows choose, Escape closes.
 */
export function SearchForm({ view }: { view: SearchView }) {
  const t = useTexts(searchTexts);
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState(view.keyword);
  const input = useRef<HTMLInputElement>(null);
  const field = useTyped<HTMLInputElement>(text, (control) => setText(control.value), input);
  const [caret, setCaret] = useState<number | null>(null);
  const [isComposing, setComposing] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const values = useOperatorSuggestions(text, isOpen ? caret : null, isComposing);
  const found = useSuggestions(isOpen && !values ? text : "", isComposing);
  const suggestions: readonly Suggestion[] = values ?? found;
  const isShown = isOpen && suggestions.length > 0;

  function submit(event: FormEvent): void {
    event.preventDefault();
    const keyword = text.trim();
    if (keyword === "") return;
    rememberSearch(keyword);
    setOpen(false);
    void navigate(searchHref({ ...view, keyword, after: null }));
  }

  function choose(suggestion: Suggestion): void {
    if ("to" in suggestion) {
      setOpen(false);
      void navigate(suggestion.to);
      return;
    }
    // The caret can be placed once the field has the text.
    flushSync(() => {
      setText(suggestion.text);
      setCaret(suggestion.caret);
      setChosen(-1);
    });
    input.current?.setSelectionRange(suggestion.caret, suggestion.caret);
  }

  function press(event: KeyboardEvent): void {
    if (!isShown) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[keyOf(event)];
    if (step) {
      event.preventDefault();
      const places = suggestions.length + 1;
      setChosen(((chosen + 1 + step + places) % places) - 1);
    } else if (keyOf(event) === "Escape") {
      event.preventDefault();
      setOpen(false);
    } else if (keyOf(event) === "Enter" && suggestions[chosen]) {
      event.preventDefault();
      choose(suggestions[chosen]);
    }
  }

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
          setText(event.currentTarget.value);
          setCaret(event.currentTarget.selectionStart);
          setChosen(-1);
          setOpen(true);
        }}
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={() => setComposing(false)}
        onKeyDown={press}
        onBlur={() => setTimeout(() => setOpen(false), CLOSE_DELAY_MS)}
        maxLength={KEYWORD_MAX}
        placeholder={t.placeholder}
        aria-label={t.placeholder}
        enterKeyHint="search"
      />
      {view.tab !== "threads" && <input type="hidden" name="kind" value={view.tab} />}
      <Button type="submit" variant="primary">
        {t.search}
      </Button>
      <SuggestionList {...{ id, suggestions, chosen, isShown }} onChoose={choose} />
    </form>
  );
}

interface SuggestionListProps {
  /** Beginning of the ids by which the field names the list and its lines. */
  id: string;
  suggestions: readonly Suggestion[];
  chosen: number;
  isShown: boolean;
  /** Writes the value of an operator into the field; places are links. */
  onChoose: (suggestion: Suggestion) => void;
}

/** List of suggestions that belongs to a field. */
export function SuggestionList({ id, suggestions, chosen, isShown, onChoose }: SuggestionListProps) {
  const t = useTexts(searchTexts);
  return (
    <div
      id={`${id}list`}
      className={`card ${classes.suggestions}`}
      role="listbox"
      aria-label={t.suggestions}
      hidden={!isShown}
    >
      {suggestions.map((suggestion, index) => {
        const line = { id: `${id}${index}`, role: "option", "aria-selected": index === chosen, tabIndex: -1 };
        const content = (
          <>
            <KindIcon kind={suggestion.kind} />
            <span>{suggestion.label}</span>
          </>
        );
        return "to" in suggestion ? (
          <Link {...line} key={suggestion.to} to={suggestion.to}>
            {content}
          </Link>
        ) : (
          <button
            {...line}
            key={suggestion.text}
            type="button"
            // The field keeps the focus, so that one goes on typing.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(suggestion)}
          >
            {content}
          </button>
        );
      })}
    </div>
  );
}

function KindIcon({ kind }: { kind: Suggestion["kind"] }) {
  if (kind === "thread") return <IconMessageCircle size={ICON_PX} />;
  if (kind === "reply") return <IconQuote size={ICON_PX} />;
  if (kind === "in") return <IconFolder size={ICON_PX} />;
  if (kind === "before" || kind === "after") return <IconCalendar size={ICON_PX} />;
  return kind === "member" || kind === "author" ? <IconUser size={ICON_PX} /> : <IconSearch size={ICON_PX} />;
}
