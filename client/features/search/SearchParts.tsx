import { graphql } from "../../gql/gql.ts";
import type { SearchPartsQuery } from "../../gql/graphql.ts";
import { useSearchPartsQuery } from "../../gql/hooks.ts";
import { type Locale, useTexts } from "../../i18n/texts.ts";
import { Link } from "../../ui/Link.tsx";
import classes from "./SearchFilters.module.css";
import { searchHref, type SearchView } from "./searchAddress.ts";
import { searchTexts } from "./search.texts.ts";

graphql(`
  query SearchParts($query: String!) {
    searchParts(query: $query) {
      operator
      value
      isTitle
      isKnown
      rest
    }
  }
`);

type Words = (typeof searchTexts)[Locale];
type Part = SearchPartsQuery["searchParts"][number];

/** Parts of a text with operators as they were understood, each with the search without it. */
export function SearchParts({ view }: { view: SearchView }) {
  const t = useTexts(searchTexts);
  const parts = useSearchPartsQuery({ variables: { query: view.keyword } }).data?.searchParts ?? [];
  if (parts.every(({ operator }) => operator === "WORDS")) return null;
  return (
    <div className={classes.filters} role="group" aria-label={t.parts}>
      {parts.map((part, index) => {
        const label = part.isKnown ? labelOf(part, t) : `${labelOf(part, t)} · ${problemOf(part, t)}`;
        return (
          <Link
            // Parts have no ids, and may be alike.
            key={index}
            className={classes.chip}
            data-unknown={part.isKnown ? undefined : true}
            to={part.rest === "" ? "/search" : searchHref({ ...view, keyword: part.rest, after: null })}
            aria-label={t.removePart(label)}
          >
            <bdi>{label}</bdi> ×
          </Link>
        );
      })}
    </div>
  );
}

function labelOf({ operator, value, isTitle, isKnown }: Part, t: Words): string {
  switch (operator) {
    case "PHRASE":
      return t.partPhrase(value);
    case "WITHOUT":
      return t.partWithout(value);
    case "AUTHOR":
      return t.partAuthor(value);
    case "IN":
      return isTitle ? t.titleOnly : t.partIn(value);
    case "BEFORE":
      return t.partBefore(value);
    case "AFTER":
      return t.partAfter(value);
    case "HAS":
      return t.partHas(isKnown ? t[value as "image"] : value);
    case "WORDS":
      return value;
  }
}

function problemOf({ operator }: Part, t: Words): string {
  if (operator === "AUTHOR") return t.unknownAuthor;
  if (operator === "IN") return t.unknownIn;
  return operator === "HAS" ? t.unknownHas : t.unknownDate;
}
