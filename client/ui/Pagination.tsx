import { commonTexts } from "../i18n/common.texts.ts";
import { useTexts } from "../i18n/texts.ts";
import classes from "./Pagination.module.css";
import { Link } from "./Link.tsx";

/** Pages shown on each side of the present one. */
const AROUND = 2;

interface Props {
  /** The present page, from 1. */
  page: number;
  pageCount: number;
  /** Address of a page. */
  hrefOf: (page: number) => string;
  /** Tells two of them on one page apart, for those who hear the page. */
  label?: string;
}

/** Numbers to show; 0 stands for a gap. */
function pagesToShow(page: number, pageCount: number): number[] {
  const near = Array.from({ length: 2 * AROUND + 1 }, (_, index) => page - AROUND + index);
  const wanted = [...new Set([1, ...near, pageCount])].filter((number) => number >= 1 && number <= pageCount);
  wanted.sort((a, b) => a - b);
  return wanted.flatMap((number, index) => {
    const before = wanted[index - 1] ?? number - 1;
    if (number - before === 2) return [number - 1, number];
    return number - before > 2 ? [0, number] : [number];
  });
}

/**
 * Links to the pages of a long list; real links, so that they work without scripts and in new tabs. Plain, since it paints
 * first on a thread (docs/decisions/0213).
 */
export function Pagination({ page, pageCount, hrefOf, label }: Props) {
  const t = useTexts(commonTexts);
  if (pageCount <= 1) return null;
  return (
    <nav className={classes.pages} aria-label={label ?? t.pages}>
      {page > 1 && (
        <Link className={classes.page} to={hrefOf(page - 1)} rel="prev" aria-label={t.previousPage}>
          ‹
        </Link>
      )}
      {pagesToShow(page, pageCount).map((number, index) =>
        number === 0 ? (
          <span key={`gap${index}`} className={classes.gap} aria-hidden="true">
            …
          </span>
        ) : (
          <Link
            key={number}
            className={classes.page}
            to={hrefOf(number)}
            aria-label={t.pageOf(number)}
            aria-current={number === page ? "page" : undefined}
          >
            {number}
          </Link>
        ),
      )}
      {page < pageCount && (
        <Link className={classes.page} to={hrefOf(page + 1)} rel="next" aria-label={t.nextPage}>
          ›
        </Link>
      )}
    </nav>
  );
}
