import { Component, type ReactNode } from "react";
import { useTexts } from "../i18n/texts.ts";
import { reloadOnce, RouteLoadError } from "../platform/routeLoad.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { layoutTexts } from "./layout.texts.ts";

/** Keeps a mistake in one page from taking the frame of the site with it. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    // The code of a page is gone after a new release, or did not come: the whole page comes from the server instead.
    if (error instanceof RouteLoadError) reloadOnce();
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
