import { ApolloClient, ApolloLink, gql, InMemoryCache, Observable } from "@apollo/client";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { MemoryRouter, useLocation } from "react-router-dom";
import { LocaleContext } from "../../client/i18n/texts.ts";
import { followSessionEnd, markLeaving } from "../../client/session/sessionEnd.ts";
import { accessToken, dropAccessToken, keepAccessToken } from "../../client/session/token.ts";
import { useResponseCodes } from "../../client/session/useResponseCodes.ts";
import { hideToast, ToastHost } from "../../client/ui/toast.tsx";

/** An open page that the server tells why its session, or the good standing of its member, has ended. */
const VIEWER = gql`
  query Viewer {
    viewer {
      id
    }
  }
`;
let asked: number;
let client: ApolloClient;

function Page() {
  useResponseCodes();
  return <output aria-label="address">{useLocation().pathname}</output>;
}

beforeEach(async () => {
  asked = 0;
  const link = new ApolloLink(
    () =>
      new Observable((observer) => {
        asked += 1;
        observer.next({ data: { viewer: { __typename: "User", id: "5" } } });
        observer.complete();
      }),
  );
  client = new ApolloClient({ link, cache: new InMemoryCache() });
  client.watchQuery({ query: VIEWER }).subscribe(() => undefined);
  keepAccessToken("token");
  history.replaceState(null, "", "/thread/7");
  render(
    <MemoryRouter initialEntries={["/thread/7"]}>
      <LocaleContext value="en">
        <Page />
        <ToastHost />
      </LocaleContext>
    </MemoryRouter>,
  );
  await act(() => Promise.resolve());
});
afterEach(() => {
  client.stop();
  dropAccessToken();
  act(() => hideToast());
});

const end = (reason: string) => act(() => followSessionEnd(client, reason));
const where = () => screen.getByLabelText("address").textContent;

describe("a member who is shut out while a page is open", () => {
  test.each([
    ["ACCOUNT_BANNED", "Your account is banned. You cannot take part."],
    ["REVIEW_REFUSED", "Your registration was refused. You cannot take part."],
    ["REVIEW_IGNORED", "Your registration was not considered. You cannot take part."],
  ])("is told why by %s, stays, and the page asks anew who reads it", async (reason, told) => {
    await end(reason);

    expect(screen.getByText(told)).toBeTruthy();
    expect([where(), accessToken(), asked]).toEqual(["/thread/7", "token", 2]);
    fireEvent.click(screen.getByRole("button", { name: "Details" }));
    expect(where()).toBe("/user/status");
  });
});

test("a session that was ended elsewhere leads to the sign-in, and back afterwards", async () => {
  await end("SIGNED_OUT");

  expect(screen.getByText(/Please sign in again/)).toBeTruthy();
  expect(where()).toMatch(/^\/user\/(username-)?login$/);
  expect([accessToken(), asked]).toEqual([null, 2]);
});

test("who signs out here is not told so by the server as well", async () => {
  markLeaving();
  await end("SIGNED_OUT");

  expect([where(), asked, document.querySelector(".toast")]).toEqual(["/thread/7", 1, null]);
});
