import { act, useState } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import { Details } from "../../client/ui/Details.tsx";

/** A folded part of a page that the server has drawn. */
function History() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Details className="history" summary="History" isOpen={isOpen} onOpen={setOpen}>
      {() => <p>Ada changed the name.</p>}
    </Details>
  );
}

let root: Root | undefined;
afterEach(() => {
  act(() => root?.unmount());
  document.body.replaceChildren();
});

async function arrive(before: (details: HTMLDetailsElement) => void): Promise<HTMLElement> {
  const place = document.createElement("div");
  document.body.append(place);
  place.innerHTML = renderToString(<History />);
  before(place.querySelector("details")!);
  await act(async () => {
    root = hydrateRoot(place, <History />);
    await Promise.resolve();
  });
  return place;
}

test("what somebody unfolds before the script comes has its content once it has come", async () => {
  const place = await arrive((details) => {
    details.open = true;
  });
  expect(place.querySelector("details")!.open).toBe(true);
  expect(place.textContent).toContain("Ada changed the name.");
});

test("what nobody unfolds makes no content", async () => {
  const place = await arrive(() => undefined);
  expect(place.textContent).toBe("History");
});
