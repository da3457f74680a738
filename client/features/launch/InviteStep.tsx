import { useMemo, useRef } from "react";
import { graphql } from "../../gql/gql.ts";
import { useCreateLaunchInvitationMutation, useInviteStepQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { usePage } from "../../platform/page.ts";
import { useViewer } from "../../session/useViewer.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { Textarea } from "../../ui/Textarea.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { toast } from "../../ui/toast.tsx";
import { qrPath } from "../../platform/qrPath.ts";
import classes from "./Launch.module.css";
import { launchTexts } from "./launch.texts.ts";

graphql(`
  query InviteStep {
    invitationOverview {
      path
      needsCode
    }
    ownInvitations(first: 1) {
      nodes {
        id
        path
        state
      }
    }
  }
`);
graphql(`
  mutation CreateLaunchInvitation {
    createInvitation(input: { maxUses: 50, days: 30, isOfficial: true }) {
      id
    }
  }
`);

/** An invitation to pass on: the owner's own link, or a code where the site asks for one. */
export function InviteStep() {
  const query = useInviteStepQuery({ fetchPolicy: "cache-and-network" });
  return (
    <QueryView query={query}>
      {({ invitationOverview: { path, needsCode }, ownInvitations: { nodes } }) => {
        if (!needsCode) return <Invitation path={path} />;
        const open = nodes.find(({ state }) => state === "OPEN");
        return open ? <Invitation path={open.path} /> : <MakeCode onMade={() => query.refetch()} />;
      }}
    </QueryView>
  );
}

/** Makes a code for the first fifty members. */
function MakeCode({ onMade }: { onMade: () => Promise<unknown> }) {
  const t = useTexts(launchTexts);
  const [create] = useCreateLaunchInvitationMutation();
  const { act, isBusy } = useAct();
  return (
    <div className={classes.words}>
      <p>{t.codeNeeded}</p>
      <Button variant="primary" loading={isBusy} onClick={() => void act(() => create(), { reread: onMade })}>
        {t.makeCode}
      </Button>
    </div>
  );
}

/** A link of an invitation: as words to paste, and as a code to scan. */
function Invitation({ path }: { path: string }) {
  const t = useTexts(launchTexts);
  const { site } = useViewer();
  const { publicUrl } = usePage();
  const words = useRef<HTMLTextAreaElement>(null);
  const url = publicUrl + path;
  const text = t.wordsText(site.name, url);
  const qr = useMemo(() => qrPath(url), [url]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(t.copied);
    } catch {
      words.current?.select();
      toast.info(t.copyFailed);
    }
  };
  return (
    <div className={classes.invite}>
      <figure className={classes.code}>
        <svg viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={t.qr} shapeRendering="crispEdges">
          <path d={qr.path} />
        </svg>
        <figcaption>{t.scan}</figcaption>
      </figure>
      <div className={classes.words}>
        <p>
          {t.link} <a href={path}>{url}</a>
        </p>
        <Textarea ref={words} readOnly rows={3} aria-label={t.words} value={text} onValue={() => undefined} />
        <Button variant="primary" onClick={() => void copy()}>
          {t.copy}
        </Button>
      </div>
    </div>
  );
}
