import { useState } from "react";
import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import type { DecisionPanel_ItemFragment, ReviewDecision } from "../../../gql/graphql.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { useShortcuts } from "../../../platform/shortcuts.ts";
import { useViewer } from "../../../session/useViewer.ts";
import { Button } from "../../../ui/Button.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { Key } from "./Key.tsx";
import { ReasonChips } from "./ReasonChips.tsx";
import { reasonTexts } from "./reason.texts.ts";
import { reviewTexts } from "./review.texts.ts";
import classes from "./Review.module.css";
import { REASONS } from "./reviewReasons.ts";
import { useReason } from "./useReason.ts";

const DecisionPanel_item = graphql(`
  fragment DecisionPanel_item on ReviewItem {
    key
    kind
    thread {
      id
      author {
        id
      }
    }
    post {
      id
      author {
        id
      }
    }
    report {
      id
      reason
      user {
        id
      }
    }
  }
`);

/** Reason and consequence of a decision. */
export interface Deciding {
  reason: string;
  ban: boolean;
}

interface Props {
  item: FragmentType<typeof DecisionPanel_item>;
  isBusy: boolean;
  onDecide: (decision: ReviewDecision, how: Deciding) => void;
}

/**
 * The decisions on the present item, each with its key, and the reason, which begins as the one that was reported. Only
 * keys that do something are named.
 */
export function DecisionPanel({ item: masked, isBusy, onDecide }: Props) {
  const item = readFragment(DecisionPanel_item, masked);
  const t = useTexts(reviewTexts);
  const reasons = useTexts(reasonTexts);
  const { site } = useViewer();
  const reported = REASONS.find((reason) => reason === item.report?.reason);
  const { given, choose, picker } = useReason(reported ? reasons[reported] : "");
  const [isBanning, setBanning] = useState(false);
  const isReport = item.kind === "REPORT";
  const mayBan = site.viewerCanAdminister && hasNamedAuthor(item);
  const decide = (decision: ReviewDecision) => {
    const isKept = decision === "APPROVE";
    onDecide(decision, { reason: isKept ? "" : given, ban: isBanning && !isKept });
  };
  const toggleBan = () => setBanning((isOn) => !isOn);
  const names = ["", ...REASONS].map((key) =>
    key ? reasons[key as (typeof REASONS)[number]] : reasons.noReason,
  );
  useShortcuts(t.queue, [
    { keys: "a", label: isReport ? t.keep : t.approve, run: () => decide("APPROVE") },
    ...(isReport ? [] : [{ keys: "x", label: t.refuse, run: () => decide("REFUSE") }]),
    { keys: "d", label: t.delete, run: () => decide("DELETE") },
    ...(mayBan ? [{ keys: "b", label: t.ban, run: toggleBan }] : []),
    ...names.map((name, index) => ({
      keys: String(index + 1),
      label: `${reasons.reason}: ${name}`,
      run: () => choose(["", ...REASONS][index]!),
    })),
  ]);
  const keys = [
    isReport ? t.keysKeep : t.keysApprove,
    ...(isReport ? [] : [t.keysRefuse]),
    t.keysDelete,
    ...(mayBan ? [t.keysBan] : []),
    t.keysReason,
  ];

  return (
    <div className={classes.decision}>
      <ReasonChips {...picker} />
      <div className={classes.actions}>
        <Button size="sm" variant="primary" loading={isBusy} onClick={() => decide("APPROVE")}>
          {isReport ? t.keep : t.approve} <Key>a</Key>
        </Button>
        {!isReport && (
          <Button size="sm" loading={isBusy} onClick={() => decide("REFUSE")}>
            {t.refuse} <Key>x</Key>
          </Button>
        )}
        <Button size="sm" variant="danger" loading={isBusy} onClick={() => decide("DELETE")}>
          {t.delete} <Key>d</Key>
        </Button>
        {mayBan && <Switch label={t.ban} checked={isBanning} onChecked={setBanning} />}
      </div>
      <p className={classes.hint}>{keys.join(" · ")}</p>
    </div>
  );
}

/** True if somebody can be banned with it: nobody learns who wrote what is anonymous. */
function hasNamedAuthor({ report, post, thread }: DecisionPanel_ItemFragment): boolean {
  return Boolean(report?.user ?? (post ?? thread)?.author);
}
