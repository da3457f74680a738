import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { type OpenCard, type UserCardWatch, watchUserCards } from "./userCardWatch.ts";

const load = () => import("./ProfileCard.tsx");
const ProfileCard = lazy(() => load().then((module) => ({ default: module.ProfileCard })));

/**
 * The place of the profile card, once for the whole site: it opens beside avatars (`data-user-card`) and links to
 * profiles, wherever they stand. Its code comes when somebody is about to open it.
 * @param missed the last sign of somebody before this was there
 */
export function UserCards({ missed }: { missed: RefObject<Event | null> }) {
  const [card, setCard] = useState<OpenCard | null>(null);
  const { pathname } = useLocation();
  const questions = useRef(0);
  const watch = useRef<UserCardWatch>(null);

  useEffect(() => {
    const onIntent = () => void load().catch(() => undefined);
    const made = watchUserCards({ onIntent, onCard: setCard, isHeld: () => questions.current > 0 });
    watch.current = made;
    if (missed.current) made.replay(missed.current);
    return made.stop;
  }, [missed]);

  const keepDuring = (work: Promise<unknown>) => {
    questions.current += 1;
    void work.finally(() => {
      questions.current -= 1;
      watch.current?.linger();
    });
  };

  if (!card || card.pathname !== pathname) return null;
  return (
    <Suspense fallback={null}>
      <ProfileCard key={card.userId} card={card} onWork={keepDuring} />
    </Suspense>
  );
}
