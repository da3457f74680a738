import { Component, type ReactNode } from "react";
import { useTexts } from "../i18n/texts.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { layoutTexts } from "./layout.texts.ts";

/** After a new release the chunks of an open page are gone: one reload fetches the new ones. */
const RELOADED_KEY = "luntan_reloaded_at";
const RELOAD_AGAIN_AFTER_MS = 30_000;

function isMissingChunk(error: unknown): boolean {
  return error instanceof TypeError && /import(ing)?|module/i.test(error.message);
}

function reloadOnce(): void {
  try {
    const before = Number(sessionStorage.getItem(RELOADED_KEY) ?? 0);
    if (Date.now() - before < RELOAD_AGAIN_AFTER_MS) return;
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
    location.reload();
  } catch {
    // Without storage it could reload for ever, so the person decides.
  }
}

/** Keeps a mistake in one page from taking the frame of the site with it. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    if (isMissingChunk(error)) reloadOnce();
  }

  override render(): ReactNode {
    return this.state.failed ? <Broken /> : this.props.children;
  }
}

function Broken() {
  const t = useTexts(layoutTexts);
  return (
    <div className="card" role="alert">
      <EmptyState
        isWholePage
        title={t.brokenTitle}
        action={
          <Button variant="primary" onClick={() => location.reload()}>
            {t.reload}
          </Button>
        }
      />
    </div>
  );
}
