import type { ApolloClient } from "@apollo/client";
import { render, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { Viewer } from "../../client/session/useViewer.ts";
import { UnreadWatch } from "../../client/features/unread/UnreadBadge.tsx";

const { watchUnread, stop, session } = vi.hoisted(() => ({
  stop: vi.fn(),
  watchUnread: vi.fn(),
  session: { viewer: null as Viewer | null },
}));
vi.mock("../../client/features/unread/unreadPoll.ts", () => ({ watchUnread }));
vi.mock("../../client/session/useViewer.ts", () => ({ useViewer: () => ({ viewer: session.viewer }) }));
vi.mock("../../client/features/unread/unreadCounts.ts", () => ({
  useUnreadCounts: () => ({ total: session.viewer ? 3 : 0 }),
}));
vi.mock("@apollo/client/react", () => ({ useApolloClient: () => CLIENT }));
const CLIENT = {} as ApolloClient;

const somebody = (id: string) => ({ id }) as unknown as Viewer;

beforeEach(() => {
  vi.clearAllMocks();
  watchUnread.mockReturnValue(stop);
});

test("visitors are never asked about; who signs in is watched, and no longer once they sign out", async () => {
  session.viewer = null;
  document.title = "Forum";
  const { rerender } = render(<UnreadWatch />);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(watchUnread).not.toHaveBeenCalled();

  session.viewer = somebody("1");
  rerender(<UnreadWatch key="1" />);
  await waitFor(() => expect(watchUnread).toHaveBeenCalledExactlyOnceWith(CLIENT, "1"));
  expect(stop).not.toHaveBeenCalled();

  session.viewer = somebody("2");
  rerender(<UnreadWatch key="1" />);
  await waitFor(() => expect(watchUnread).toHaveBeenLastCalledWith(CLIENT, "2"));
  expect(stop).toHaveBeenCalledTimes(1);

  session.viewer = null;
  rerender(<UnreadWatch key="1" />);
  expect(stop).toHaveBeenCalledTimes(2);
  expect(document.title).not.toMatch(/^\(/);
});
