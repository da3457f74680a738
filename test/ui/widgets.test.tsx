import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { MemoryRouter } from "react-router-dom";
import { Avatar } from "../../client/ui/Avatar.tsx";
import { Pagination } from "../../client/ui/Pagination.tsx";

function pagesShown(page: number, pageCount: number): string[] {
  const { container, unmount } = render(
    <MemoryRouter>
      <Pagination page={page} pageCount={pageCount} hrefOf={(number) => `/thread/1?page=${number}`} />
    </MemoryRouter>,
  );
  const shown = [...(container.querySelector("nav")?.children ?? [])].map((each) => each.textContent ?? "");
  unmount();
  return shown;
}

test.each([
  [1, 1, []],
  [1, 3, ["1", "2", "3", "›"]],
  [5, 9, ["‹", "1", "2", "3", "4", "5", "6", "7", "8", "9", "›"]],
  [50, 100, ["‹", "1", "…", "48", "49", "50", "51", "52", "…", "100", "›"]],
])("page %i of %i leads to %j", (page, pageCount, shown) => {
  expect(pagesShown(page, pageCount)).toEqual(shown);
});

test("the present page is marked, and the others are real links", () => {
  render(
    <MemoryRouter>
      <Pagination page={2} pageCount={3} hrefOf={(number) => `/thread/1?page=${number}`} />
    </MemoryRouter>,
  );
  const present = screen.getAllByRole("link").filter((link) => link.getAttribute("aria-current") === "page");
  expect(present.map((link) => link.textContent)).toEqual(["2"]);
  expect(screen.getByText("3").getAttribute("href")).toBe("/thread/1?page=3");
});

test.each([
  ["林夕", "林"],
  ["ada", "A"],
  ["😀 smile", "😀"],
  // Nobody yet: the page of several members waits for the one who looks at it.
  ["", ""],
])("without a picture the avatar of %j shows %j", (name, letter) => {
  const { container } = render(<Avatar name={name} src={null} />);
  expect(container.textContent).toBe(letter);
});

test("a picture is shown small enough for a face, and says nothing twice to a screen reader", () => {
  const { container } = render(<Avatar name="Ada" src="/files/people/1.webp" size={48} />);
  const image = container.querySelector("img")!;
  expect([image.getAttribute("src"), image.alt, image.width]).toEqual(["/files/people/1.webp?q=6", "", 48]);
});
