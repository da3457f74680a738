import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { useTexts } from "../../i18n/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { statusTexts } from "./status.texts.ts";

/** Time until whoever waits for review is led home, in seconds (legacy facts 5.9). */
const SECONDS = 5;

/** Counts down and then goes home; whoever wants to read on stops it. */
export function HomeCountdown() {
  const t = useTexts(statusTexts);
  const navigate = useNavigate();
  const [left, setLeft] = useState(SECONDS);
  const [isStopped, setStopped] = useState(false);

  useEffect(() => {
    if (isStopped) return;
    const timer = setTimeout(() => (left > 1 ? setLeft(left - 1) : void navigate("/")), 1_000);
    return () => clearTimeout(timer);
  }, [left, isStopped, navigate]);

  if (isStopped) return null;
  return (
    <p>
      {/* Spoken once: a line that changes every second would drown the page. */}
      <span role="timer">{t.leaving(left)}</span>{" "}
      <Button size="sm" variant="subtle" onClick={() => setStopped(true)}>
        {t.stay}
      </Button>
    </p>
  );
}
