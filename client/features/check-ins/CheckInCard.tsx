import { graphql } from "../../gql/gql.ts";
import { CheckInCardDocument } from "../../gql/graphql.ts";
import { useCheckInCardQuery, useCheckInMutation } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { IconCalendar, IconCheck } from "../../ui/icons.tsx";
import classes from "./CheckIn.module.css";
import { checkInTexts } from "./checkIns.texts.ts";

graphql(`
  query CheckInCard {
    checkInState {
      checkedIn
      streak
      longest
      total
    }
  }
`);
graphql(`
  mutation CheckIn {
    checkIn {
      checkedIn
      streak
      longest
      total
    }
  }
`);

const ICON_PX = 28;
const CHECK_PX = 16;

/** A member's days in a row, and the button of today. */
export function CheckInCard() {
  const t = useTexts(checkInTexts);
  const { data } = useCheckInCardQuery();
  const [checkIn] = useCheckInMutation({
    update: (cache, { data }) => {
      if (data) cache.writeQuery({ query: CheckInCardDocument, data: { checkInState: data.checkIn } });
    },
  });
  const { act, isBusy } = useAct();
  const state = data?.checkInState;
  if (!state) return null;
  const { checkedIn, streak, longest, total } = state;
  return (
    <div className={classes.card}>
      <IconCalendar
        size={ICON_PX}
        className={classes.icon}
        data-done={checkedIn || undefined}
        aria-hidden="true"
      />
      <div className={classes.words} role="status">
        <p className={classes.streak}>{streak > 0 ? t.streak(streak) : t.start}</p>
        <p className={classes.longest}>{total > 0 ? t.longest(longest, total) : t.first}</p>
      </div>
      {checkedIn ? (
        <span className={classes.done}>
          <IconCheck size={CHECK_PX} aria-hidden="true" />
          {t.checkedIn}
        </span>
      ) : (
        <Button size="sm" variant="primary" loading={isBusy} onClick={() => void act(() => checkIn())}>
          {t.press}
        </Button>
      )}
    </div>
  );
}
