import { ApolloClient, ApolloLink, InMemoryCache, Observable } from "@apollo/client";
import { ApolloProvider } from "@apollo/client/react";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { MemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { MemberPicker, type PickedMember } from "../../client/features/messages/rooms/MemberPicker.tsx";

const NAMES = ["Ada", "Adam", "Adele", "Adina"];

/** A client whose server knows four members, of whom it offers those whose names begin as typed. */
function client(): ApolloClient {
  const link = new ApolloLink(
    ({ variables }) =>
      new Observable((observer) => {
        const people = NAMES.map((nickname, at) => ({
          __typename: "User",
          id: String(at + 1),
          nickname,
          avatarUrl: null,
        }));
        const mentionCandidates = people.filter(({ nickname }) =>
          nickname.toLowerCase().startsWith(String(variables.prefix).toLowerCase()),
        );
        observer.next({ data: { mentionCandidates } });
        observer.complete();
      }),
  );
  return new ApolloClient({ link, cache: new InMemoryCache() });
}

/** The field of an invitation to a group chat in which Ada and Adele are. */
function Invitation() {
  const [picked, setPicked] = useState<readonly PickedMember[]>([]);
  const present = [
    { id: "1", name: "Ada" },
    { id: "3", name: "Adele" },
  ];
  return <MemberPicker picked={picked} onPicked={setPicked} except={present} max={10} />;
}

const open = () =>
  render(
    <ApolloProvider client={client()}>
      <MemoryRouter>
        <Invitation />
      </MemoryRouter>
    </ApolloProvider>,
  );
const type = (value: string) => fireEvent.change(screen.getByRole("combobox"), { target: { value } });
const offered = () => screen.queryAllByRole("option").map(({ textContent }) => textContent);

test("members who are in the group chat, invited or chosen already are not offered", async () => {
  open();
  type("ad");
  await waitFor(() => expect(offered()).toHaveLength(2));
  expect(offered()).toEqual([expect.stringContaining("Adam"), expect.stringContaining("Adina")]);

  fireEvent.keyDown(screen.getByRole("combobox"), { key: "Enter" });
  await screen.findByRole("button", { name: /Adam/ });
  type("ad");
  await waitFor(() => expect(offered()).toEqual([expect.stringContaining("Adina")]));
});

test("the field says that somebody is in the group chat already", () => {
  open();
  type("adele");
  expect(screen.getByRole("status").textContent).toContain("Adele");
  type("adelx");
  expect(screen.getByRole("status").textContent).toBe("");
});
