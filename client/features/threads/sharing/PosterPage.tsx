import { useCallback, useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { ask } from "../../../apollo/answers.ts";
import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import { PosterPageDocument } from "../../../gql/graphql.ts";
import { usePosterPageQuery } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { Frame } from "../../../layout/Frame.tsx";
import { PageHead } from "../../../layout/PageHead.tsx";
import { definePage } from "../../../page.ts";
import { usePage } from "../../../platform/page.ts";
import { saveFile } from "../../../platform/saveFile.ts";
import { shareTitle } from "../../../platform/shareText.ts";
import { useViewer } from "../../../session/useViewer.ts";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { QueryView } from "../../../ui/QueryView.tsx";
import classes from "./PosterPage.module.css";
import { shareTexts } from "./share.texts.ts";

graphql(`
  query PosterPage($id: ID!) {
    thread(id: $id) {
      id
      viewerCanMakePoster
      ...Poster_thread
    }
  }
`);

/** Length of a date as people write it, in characters of its ISO form. */
const DATE_LENGTH = 10;

const idIn = (search: URLSearchParams) => search.get("threadId") ?? "0";

/** `/card?threadId=`: a poster of a thread, to save and to share. */
function PosterPage() {
  const [search] = useSearchParams();
  const query = usePosterPageQuery({ variables: { id: idIn(search) } });
  const t = useTexts(shareTexts);
  return (
    <QueryView query={query}>
      {({ thread }) => (
        <Frame narrow>
          <PageHead title={t.posterTitle} noIndex />
          {thread.viewerCanMakePoster ? (
            <Poster thread={thread} />
          ) : (
            <EmptyState
              isWholePage
              title={t.notAllowed}
              action={<Button to={`/thread/${thread.id}`}>{t.back}</Button>}
            />
          )}
        </Frame>
      )}
    </QueryView>
  );
}

const Poster_thread = graphql(`
  fragment Poster_thread on Thread {
    id
    title
    excerpt
    createdAt
    author {
      id
      nickname
      avatarUrl
    }
    images {
      id
      url
    }
  }
`);

function Poster({ thread: masked }: { thread: FragmentType<typeof Poster_thread> }) {
  const thread = readFragment(Poster_thread, masked);
  const t = useTexts(shareTexts);
  const { site } = useViewer();
  const { publicUrl } = usePage();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [state, setState] = useState<"drawing" | "ready" | "failed">("drawing");

  const draw = useCallback((): void => {
    import("./drawPoster.ts")
      .then(({ drawPoster }) =>
        drawPoster(canvas.current!, {
          site: site.name,
          title: thread.title,
          excerpt: thread.excerpt,
          author: thread.author?.nickname ?? t.anonymous,
          avatarUrl: thread.author?.avatarUrl ?? null,
          pictureUrl: thread.images[0]?.url ?? null,
          url: `${publicUrl}/thread/${thread.id}`,
          date: thread.createdAt.slice(0, DATE_LENGTH),
          scan: t.scanPoster,
        }),
      )
      .then(
        () => setState("ready"),
        () => setState("failed"),
      );
  }, [thread, site.name, publicUrl, t]);
  useEffect(draw, [draw]);

  function save(): void {
    canvas.current?.toBlob((blob) => {
      if (!blob) return setState("failed");
      saveFile(blob, `${shareTitle(thread.title, site.name)}.png`);
    }, "image/png");
  }

  return (
    <section className={`card ${classes.poster}`} aria-labelledby="poster-title">
      <h1 id="poster-title" className={classes.title}>
        {t.posterTitle}
      </h1>
      <div className={classes.frame} aria-busy={state === "drawing"}>
        <canvas ref={canvas} className={classes.canvas} role="img" aria-label={t.posterOf(thread.title)} />
      </div>
      <p role="status" className={classes.state}>
        {state === "drawing" ? t.drawing : state === "failed" ? t.failed : ""}
      </p>
      <div className={classes.buttons}>
        <Button to={`/thread/${thread.id}`}>{t.back}</Button>
        {state === "failed" ? (
          <Button variant="primary" onClick={draw}>
            {t.retry}
          </Button>
        ) : (
          <Button variant="primary" disabled={state !== "ready"} onClick={save}>
            {t.save}
          </Button>
        )}
      </div>
    </section>
  );
}

/** `/card` for the table of addresses. */
export const posterPage = definePage({
  Component: PosterPage,
  queries: ({ search }) => [ask(PosterPageDocument, { id: idIn(search) })],
});
