import { lazy, Suspense, useEffect, useState } from "react";
import { useBrowserClient } from "../../../apollo/browserClient.ts";
import { OpenSavedSearchDocument } from "../../../gql/graphql.ts";
import { useMySavedSearchesQuery } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { Button } from "../../../ui/Button.tsx";
import { IconBookmark, IconBookmarkFilled } from "../../../ui/icons.tsx";
import type { SearchView } from "../searchAddress.ts";
import { savedTexts } from "./saved.texts.ts";
import { savedOf } from "./savedSearches.ts";

const SaveDialog = lazy(() => import("./SaveDialog.tsx").then((m) => ({ default: m.SaveDialog })));

/** Button of a page of results that saves its search; of a saved one it notes that the viewer has seen the results. */
export function SaveSearch({ view }: { view: SearchView }) {
  const t = useTexts(savedTexts);
  const query = useMySavedSearchesQuery();
  const [isOpen, setOpen] = useState(false);
  const saved = savedOf(query.data?.mySavedSearches ?? [], view);
  useSeen(saved?.id);
  return (
    <>
      <Button
        size="sm"
        variant="subtle"
        aria-haspopup="dialog"
        icon={saved ? <IconBookmarkFilled size={16} /> : <IconBookmark size={16} />}
        onClick={() => setOpen(true)}
      >
        {saved ? t.isSaved : t.saveThis}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <SaveDialog view={view} saved={saved} reread={query.refetch} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function useSeen(id: string | undefined): void {
  const client = useBrowserClient();
  useEffect(() => {
    // What could not be noted stays new, and is noted at the next look.
    if (id !== undefined)
      client.mutate({ mutation: OpenSavedSearchDocument, variables: { id } }).catch(() => undefined);
  }, [client, id]);
}
