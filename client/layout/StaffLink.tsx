import { lazy, Suspense, useEffect, useState } from "react";
import { useViewer } from "../session/useViewer.ts";
import tools from "./HeaderTools.module.css";

const ReviewShield = lazy(() =>
  import("../features/moderation/queue/ReviewShield.tsx").then((m) => ({ default: m.ReviewShield })),
);

/** Room for the shield of staff in both headers; its code comes after what everybody sees. */
export function StaffLink({ size }: { size: number }) {
  const { site } = useViewer();
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true));
    return () => clearTimeout(timer);
  }, []);
  if (!site.viewerCanReview) return null;
  const room = <span className={tools.tool} aria-hidden="true" />;
  if (!isSettled) return room;
  return (
    <Suspense fallback={room}>
      <ReviewShield size={size} className={tools.tool} />
    </Suspense>
  );
}
