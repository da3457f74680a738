import { ApolloClient, ApolloLink, InMemoryCache, Observable } from "@apollo/client";
import { ApolloProvider } from "@apollo/client/react";
import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  PREVIEW_REST_MS,
  TemplatePreview,
} from "../../../client/features/notifications/templates/TemplatePreview.tsx";
import { LocaleContext } from "../../../client/i18n/texts.ts";

interface Asked {
  channel: string;
  en: { title: string; body: string };
}
let asked: Asked[];
beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
});
afterEach(() => vi.useRealTimers());

/** A server that words what it is given in capitals. */
const client = () =>
  new ApolloClient({
    cache: new InMemoryCache(),
    link: new ApolloLink(
      ({ variables }) =>
        new Observable((observer) => {
          const { en } = variables as Asked;
          asked.push(variables as Asked);
          const said = (body: string) => ({ __typename: "NotificationPreview", title: "", body });
          const none = { titleProblem: null, bodyProblem: null };
          const data = { zh: { ...said("好"), ...none }, en: { ...said(en.body.toUpperCase()), ...none } };
          queueMicrotask(() => {
            observer.next({ data });
            observer.complete();
          });
        }),
    ),
  });

test("a text is previewed at once when the editor opens, and once after it has rested", async () => {
  const shared = client();
  const page = (bodyEn: string, channel: "SITE" | "SMS" = "SITE") => (
    <ApolloProvider client={shared}>
      <LocaleContext value="en">
        <TemplatePreview
          kind="post.replied"
          channel={channel}
          fields={{ titleZh: "", titleEn: "", bodyZh: "好", bodyEn } as never}
        />
      </LocaleContext>
    </ApolloProvider>
  );
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const { rerender } = render(page("tea"));
  await pass(1);
  expect(screen.getByText("TEA")).toBeTruthy();

  for (const body of ["tea a", "tea an", "tea and"]) {
    rerender(page(body));
    await pass(PREVIEW_REST_MS - 1);
  }
  expect(asked).toHaveLength(1);
  // The same words in another object are no change.
  rerender(page("tea and"));
  await pass(1);
  expect(asked.map(({ en }) => en.body)).toEqual(["tea", "tea and"]);
  expect(screen.getByText("TEA AND")).toBeTruthy();

  // Texts are never previewed as those of another channel.
  rerender(page("short", "SMS"));
  await pass(PREVIEW_REST_MS);
  expect(asked.map(({ channel, en }) => [channel, en.body])).toEqual([
    ["SITE", "tea"],
    ["SITE", "tea and"],
    ["SMS", "short"],
  ]);
});
