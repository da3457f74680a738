import { useTexts } from "../../i18n/texts.ts";
import {
  IconCalendar,
  IconFolder,
  IconMessageCircle,
  IconQuote,
  IconSearch,
  IconUser,
} from "../../ui/icons.tsx";
import { Link } from "../../ui/Link.tsx";
import { searchTexts } from "./search.texts.ts";
import classes from "./SearchForm.module.css";
import type { Suggestion } from "./useSuggestions.ts";

const ICON_PX = 16;

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
