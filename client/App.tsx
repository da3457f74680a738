import { type ComponentType, Fragment, type ReactNode } from "react";
import { Navigate, useLocation, useRoutes } from "react-router-dom";
import { type Answers, AnswersContext } from "./apollo/answers.ts";
import { LocaleContext } from "./i18n/texts.ts";
import { ErrorBoundary } from "./layout/ErrorBoundary.tsx";
import { Shell } from "./layout/Shell.tsx";
import { useLinkClicks } from "./layout/useLinkClicks.ts";
import { useLinkPreload } from "./layout/useLinkPreload.ts";
import { useScroll } from "./layout/useScroll.ts";
import { UserCardsSlot } from "./features/users/card/UserCardsSlot.tsx";
import { ClockProvider } from "./platform/clock.tsx";
import { PageContext, type PageSettings } from "./platform/page.ts";
import { PlatformProvider } from "./platform/PlatformProvider.tsx";
import type { PageRoute } from "./page.ts";
import { usePageMatch, useRoutePage } from "./pageLoader.ts";
import { movedTo } from "./pageMatch.ts";
import { LoginGate } from "./session/LoginGate.tsx";
import { SessionProvider } from "./session/SessionProvider.tsx";
import { VisitorGate } from "./session/VisitorGate.tsx";
import { useResponseCodes } from "./session/useResponseCodes.ts";
import { ConfirmProvider } from "./ui/confirm.tsx";
import { FailureContext, type FailureProps } from "./ui/QueryView.tsx";
import { ToastHost } from "./ui/toast.tsx";

interface Props {
  settings: PageSettings;
  answers: Answers;
  /**
   * Component shown in place of content that failed to load; the browser loads it lazily, since it is seldom needed.
   */
  failureView: ComponentType<FailureProps>;
}

/** The whole interface, between a router and, in the browser, Apollo's provider. */
export function App({ settings, answers, failureView }: Props) {
  return (
    <AnswersContext value={answers}>
      <PageContext value={settings}>
        <LocaleContext value={settings.locale}>
          <PlatformProvider>
            <ClockProvider start={settings.now}>
              <SessionProvider>
                <FailureContext value={failureView}>
                  <ConfirmProvider>
                    <Shell>
                      <CurrentPage />
                    </Shell>
                    <UserCardsSlot />
                    <ToastHost />
                  </ConfirmProvider>
                </FailureContext>
              </SessionProvider>
            </ClockProvider>
          </PlatformProvider>
        </LocaleContext>
      </PageContext>
    </AnswersContext>
  );
}

function CurrentPage() {
  const { pathname, search } = useLocation();
  const moved = movedTo(pathname, search);
  useScroll();
  useLinkPreload();
  useLinkClicks();
  useResponseCodes();
  if (moved) return <Navigate to={moved} replace />;
  return (
    <ErrorBoundary key={pathname}>
      <MatchedPage pathname={pathname} />
    </ErrorBoundary>
  );
}

function MatchedPage({ pathname }: { pathname: string }): ReactNode {
  const { route } = usePageMatch(pathname);
  return useRoutes([{ path: route.path, element: <RoutePage route={route} /> }]);
}

function RoutePage({ route }: { route: PageRoute }): ReactNode {
  const { Component, needsLogin, isForVisitors } = useRoutePage(route);
  const Gate = needsLogin ? LoginGate : isForVisitors ? VisitorGate : Fragment;
  return (
    <Gate>
      <Component />
    </Gate>
  );
}
