import { useEffect, useId, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { keyOf } from "../../platform/inputMethod.ts";
import { useTexts } from "../../i18n/texts.ts";
import { actOf } from "./suggestionKeys.ts";
import { SuggestionList } from "./SuggestionList.tsx";
import { recentSearches } from "./recentSearches.ts";
import { searchHref } from "./searchAddress.ts";
import { searchTexts } from "./search.texts.ts";
import { useOperatorSuggestions } from "./useOperatorSuggestions.ts";
import { type Suggestion, useSuggestions } from "./useSuggestions.ts";

/** Suggestions stay a moment after the field is left, so that a click on one arrives. */
const CLOSE_DELAY_MS = 150;
const RECENT_SHOWN = 6;
const THREAD_PATH = /^\/thread\/(\d+)$/;

/** Lists what the panel offers: recent searches before anything is typed, then this thread and what was found. */
function optionsOf(
  words: string,
  threadId: string | undefined,
  found: readonly Suggestion[],
  inThread: string,
): readonly Suggestion[] {
  const search = (label: string, keyword: string, thread?: string): Suggestion => {
    const tab = thread ? "replies" : "threads";
    return { kind: "search", label, to: searchHref({ keyword, tab, after: null, threadId: thread }) };
  };
  if (words === "") {
    return recentSearches()
      .slice(0, RECENT_SHOWN)
      .map((keyword) => search(keyword, keyword));
  }
  return threadId ? [search(inThread, words, threadId), ...found] : found;
}

/**
 * The panel below the search box of the header: the thread that is being read, recent searches, threads, replies,
 * topics and members; arrows choose, Enter goes there, Escape closes. It comes with the first focus, so it listens to
 * the field by itself.
 */
export function SearchPanel({ input }: { input: HTMLInputElement }) {
  const t = useTexts(searchTexts);
  const id = useId();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [text, setText] = useState(input.value);
  const [isComposing, setComposing] = useState(false);
  const [isOpen, setOpen] = useState(document.activeElement === input);
  const [chosen, setChosen] = useState(-1);
  const [caret, setCaret] = useState<number | null>(null);
  const values = useOperatorSuggestions(text, isOpen ? caret : null, isComposing);
  const found = useSuggestions(isOpen && !values ? text : "", isComposing);
  const words = text.trim();
  const threadId = THREAD_PATH.exec(pathname)?.[1];
  const options = values ?? optionsOf(words, threadId, found, t.searchThread(words));
  const isShown = isOpen && options.length > 0;
  const active = isShown && chosen >= 0 ? `${id}${chosen}` : null;

  function choose(suggestion: Suggestion): void {
    if ("to" in suggestion) {
      setOpen(false);
      void navigate(suggestion.to);
      return;
    }
    Object.assign(input, { value: suggestion.text });
    input.setSelectionRange(suggestion.caret, suggestion.caret);
    setText(suggestion.text);
    setCaret(suggestion.caret);
    setChosen(-1);
  }

  useEffect(() => {
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-controls", `${id}list`);
    input.setAttribute("aria-expanded", String(isShown));
    if (active) input.setAttribute("aria-activedescendant", active);
    else input.removeAttribute("aria-activedescendant");
  }, [input, id, isShown, active]);

  useEffect(() => {
    const typed = (): void => {
      setText(input.value);
      setCaret(input.selectionStart);
      setChosen(-1);
      setOpen(true);
    };
    const begin = (): void => setComposing(true);
    const end = (): void => setComposing(false);
    const focus = (): void => setOpen(true);
    const blur = (): void => void setTimeout(() => setOpen(false), CLOSE_DELAY_MS);
    const press = (event: KeyboardEvent): void => {
      if (!isShown) return;
      const act = actOf(event, options, chosen);
      // Enter without a marked line sends the form.
      if (!act) return keyOf(event) === "Enter" ? setOpen(false) : undefined;
      event.preventDefault();
      if ("chosen" in act) setChosen(act.chosen);
      else if (act.taken) choose(act.taken);
      else setOpen(false);
    };
    const listeners = { input: typed, compositionstart: begin, compositionend: end, focus, blur } as const;
    for (const [name, listener] of Object.entries(listeners)) input.addEventListener(name, listener);
    input.addEventListener("keydown", press);
    return () => {
      for (const [name, listener] of Object.entries(listeners)) input.removeEventListener(name, listener);
      input.removeEventListener("keydown", press);
    };
  });

  return <SuggestionList id={id} suggestions={options} chosen={chosen} isShown={isShown} onChoose={choose} />;
}
