import { useBrowserClient } from "../../../apollo/browserClient.ts";
import { useEffect } from "react";
import { useReviewCountsQuery } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { IconShield } from "../../../ui/icons.tsx";
import { Link } from "../../../ui/Link.tsx";
import { onServerEvent } from "../../unread/serverEvents.ts";
import { rereadReviewCounts } from "./reviewCounts.ts";
import { shieldTexts } from "./shield.texts.ts";
import classes from "./ReviewShield.module.css";

/** Least time between two readings that answers of the poll cause, in milliseconds: messages cause answers as well. */
export const REREAD_MS = 15_000;

/** Registrations wait on a page of their own. */
const MEMBERS_PATH = "/admin/members?status=UNDER_REVIEW";

/**
 * Leads staff to what waits for a decision, with its number. It is read again whenever the poll of what is unread has an
 * answer: once a minute, and when the window comes into sight.
 */
export function ReviewShield({ size, className }: { size: number; className: string | undefined }) {
  const t = useTexts(shieldTexts);
  const client = useBrowserClient();
  const { data } = useReviewCountsQuery();
  useEffect(() => {
    let readAt = Date.now();
    return onServerEvent(({ kind }) => {
      if (kind !== "counts" || Date.now() - readAt < REREAD_MS) return;
      readAt = Date.now();
      void rereadReviewCounts(client);
    });
  }, [client]);

  const { threads, posts, reports, members } = data?.reviewCounts ?? NOTHING;
  const queued = threads + posts + reports;
  const label = queued + members > 0 ? t.waiting(queued + members) : t.review;
  return (
    <Link
      className={className}
      to={queued === 0 && members > 0 ? MEMBERS_PATH : "/admin/review"}
      aria-label={label}
      title={label}
    >
      <Badge count={queued + members} label={label} className={classes.icon}>
        <IconShield size={size} stroke={1.8} />
      </Badge>
    </Link>
  );
}

const NOTHING = { threads: 0, posts: 0, reports: 0, members: 0 };
