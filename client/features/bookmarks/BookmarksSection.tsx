import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { ask, type Ask } from "../../apollo/answers.ts";
import { useBrowserClient } from "../../apollo/browserClient.ts";
import { rereader } from "../../apollo/rereader.ts";
import { graphql } from "../../gql/gql.ts";
import {
  type BookmarkFilter,
  BookmarksSectionDocument,
  type BookmarksSectionQuery,
} from "../../gql/graphql.ts";
import { useBookmarksSectionQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { usePage } from "../../platform/page.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Link } from "../../ui/Link.tsx";
import { LoadMore } from "../../ui/LoadMore.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { Select } from "../../ui/Select.tsx";
import { bookmarkTexts } from "./bookmark.texts.ts";
import { BookmarkDialog } from "./BookmarkDialog.tsx";
import { BookmarkRow } from "./BookmarkRow.tsx";
import classes from "./bookmarks.module.css";
import { FoldersDialog } from "./FoldersDialog.tsx";

graphql(`
  query BookmarksSection($filter: BookmarkFilter!, $first: Int!, $after: String) {
    bookmarks(filter: $filter, first: $first, after: $after) {
      nodes {
        id
        ...BookmarkRow_bookmark
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
    bookmarkFolders {
      id
      name
      bookmarkCount
    }
  }
`);

/** Rows of one page. */
const PAGE_SIZE = 20;
/** Places in the list that are no folders, as addresses name them. */
const [UNFILED, REMINDERS] = ["none", "reminders"] as const;
const FOLDER_ID = /^\d{1,16}$/;

/** Reads the place from an address: a folder, one of the two above, or empty for all. */
function placeOf(search: URLSearchParams): string {
  const folder = search.get("folder") ?? "";
  return folder === UNFILED || folder === REMINDERS || FOLDER_ID.test(folder) ? folder : "";
}

function filterOf(place: string): BookmarkFilter {
  if (place === UNFILED) return { unfiled: true };
  if (place === REMINDERS) return { hasReminder: true };
  return place === "" ? {} : { folderId: place };
}

const variablesOf = (search: URLSearchParams) => ({
  filter: filterOf(placeOf(search)),
  first: PAGE_SIZE,
  after: search.get("after"),
});

/** The query of the section, for the server. */
export function bookmarksAsk(search: URLSearchParams): Ask {
  return ask(BookmarksSectionDocument, variablesOf(search));
}

const hrefOf = (place: string): string => (place === "" ? BASE : `${BASE}&folder=${place}`);
const BASE = "/my?tab=favorites";

/** The viewer's bookmarks, with their folders beside them or, on phones, in a choice above. */
export function BookmarksSection({ empty, label }: { empty: React.ReactNode; label: string }) {
  const [search] = useSearchParams();
  const t = useTexts(bookmarkTexts);
  const place = placeOf(search);
  const client = useBrowserClient();
  const variables = variablesOf(search);
  const query = useBookmarksSectionQuery({ variables });
  const reread = () => rereader(client!, { query: BookmarksSectionDocument, variables, of: "bookmarks" })();
  const [edited, setEdited] = useState<string | null>(null);
  const [managesFolders, setManaging] = useState(false);
  return (
    <QueryView query={query}>
      {({ bookmarks, bookmarkFolders }) => {
        const isUnused = bookmarks.nodes.length === 0 && bookmarkFolders.length === 0 && place === "";
        return (
          <>
            <h2 className="visually-hidden">{label}</h2>
            {isUnused ? (
              empty
            ) : (
              <div className={classes.section}>
                <Places place={place} folders={bookmarkFolders} onManage={() => setManaging(true)} />
                <div>
                  {bookmarks.nodes.length === 0 &&
                    (place === "" ? empty : <EmptyState title={t.emptyFolder} />)}
                  <ul>
                    {bookmarks.nodes.map((bookmark) => (
                      <BookmarkRow
                        key={bookmark.id}
                        bookmark={bookmark}
                        reread={reread}
                        onEdit={() => setEdited(bookmark.id)}
                      />
                    ))}
                  </ul>
                  <LoadMore
                    query={query}
                    of="bookmarks"
                    href={(after) => `${hrefOf(place)}&after=${encodeURIComponent(after)}`}
                  />
                </div>
              </div>
            )}
            {edited !== null && (
              <BookmarkDialog threadId={edited} onClose={() => setEdited(null)} onSaved={reread} />
            )}
            {managesFolders && <FoldersDialog onClose={() => setManaging(false)} onChanged={reread} />}
          </>
        );
      }}
    </QueryView>
  );
}

interface PlacesProps {
  place: string;
  folders: BookmarksSectionQuery["bookmarkFolders"];
  onManage(): void;
}

function Places({ place, folders, onManage }: PlacesProps) {
  const t = useTexts(bookmarkTexts);
  const { platform } = usePage();
  const navigate = useNavigate();
  const places: { value: string; label: string; count?: number }[] = [
    { value: "", label: t.all },
    { value: REMINDERS, label: t.reminders },
    { value: UNFILED, label: t.unfiled },
    ...folders.map(({ id, name, bookmarkCount: count }) => ({ value: id, label: name, count })),
  ];
  const manage = (
    <Button size="sm" variant="subtle" aria-haspopup="dialog" onClick={onManage}>
      {t.manage}
    </Button>
  );
  if (platform === "h5")
    return (
      <div className={classes.choice}>
        <Select
          label={t.folder}
          value={place}
          onValue={(value) => void navigate(hrefOf(value), { replace: true, preventScrollReset: true })}
          choices={places.map(({ value, label, count }) => ({
            value,
            label: count === undefined ? label : `${label} (${count})`,
          }))}
        />
        {manage}
      </div>
    );
  return (
    <nav className={classes.side} aria-label={t.folders}>
      <ul>
        {places.map(({ value, label, count }) => (
          <li key={value}>
            <Link
              className={classes.place}
              to={hrefOf(value)}
              aria-current={value === place ? "page" : undefined}
              keepScroll
            >
              <bdi>{label}</bdi>
              {count !== undefined && <span className={classes.count}>{count}</span>}
            </Link>
          </li>
        ))}
      </ul>
      <div className={classes.manage}>{manage}</div>
    </nav>
  );
}
