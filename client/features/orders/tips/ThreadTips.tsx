import { lazy, Suspense, useState } from "react";
import { useLocation } from "react-router-dom";
import { skipToken } from "../../../apollo/bind.ts";
import { graphql } from "../../../gql/gql.ts";
import { useThreadTipsQuery } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { loginAddress, SHARED_VIEWER_ID, useViewer } from "../../../session/useViewer.ts";
import { AvatarGroup } from "../../../ui/AvatarGroup.tsx";
import { Button } from "../../../ui/Button.tsx";
import { tipTexts } from "./tips.texts.ts";
import classes from "./ThreadTips.module.css";

const TipDialog = lazy(() => import("./TipDialog.tsx").then((m) => ({ default: m.TipDialog })));

/** Faces of those who tipped last; a phone has room for so many. */
const FACES = 5;
/** Mark of an avatar: somebody who tipped (spec §2). */
const TIPPED = 3;

graphql(`
  query ThreadTips($id: ID!) {
    thread(id: $id, isRepeated: true) {
      id
      tips {
        isOpen
        viewerCanTip
        memberCount
        members {
          id
          nickname
          avatarUrl
        }
      }
    }
  }
`);

/** Faces of those who tipped the author of a thread, and the button that tips. Comes after the page: nobody waits for it. */
export function ThreadTips({ threadId }: { threadId: string }) {
  const t = useTexts(tipTexts);
  const { viewer } = useViewer();
  const { pathname } = useLocation();
  const isSettled = viewer === null || viewer.id !== SHARED_VIEWER_ID;
  const query = useThreadTipsQuery(
    isSettled ? { variables: { id: threadId }, fetchPolicy: "network-only" } : skipToken,
  );
  const [isTipping, setTipping] = useState(false);
  const tips = query.data?.thread?.tips;
  if (!tips || (!tips.isOpen && tips.memberCount === 0)) return null;
  const people = tips.members.map(({ id, nickname, avatarUrl }) => ({
    id,
    nickname,
    avatarUrl,
    userType: TIPPED,
  }));
  const label = tips.memberCount === 0 ? t.nobody : t.tippers(tips.memberCount);
  return (
    <div className={classes.tips}>
      {tips.viewerCanTip && (
        <Button size="sm" onClick={() => setTipping(true)}>
          {t.tip}
        </Button>
      )}
      {tips.isOpen && viewer === null && (
        <Button size="sm" to={loginAddress(pathname, "tip")}>
          {t.tip}
        </Button>
      )}
      {tips.memberCount > 0 && (
        <AvatarGroup people={people} maxCount={FACES} total={tips.memberCount} label={label} />
      )}
      <span className={classes.count} aria-hidden={tips.memberCount > 0}>
        {label}
      </span>
      {isTipping && (
        <Suspense fallback={null}>
          <TipDialog
            threadId={threadId}
            onClose={() => {
              setTipping(false);
              void query.refetch();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
