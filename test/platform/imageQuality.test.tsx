import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import {
  AVATAR_LEVEL,
  BODY_LEVEL,
  gifFramesAt,
  imageQualityAt,
  imageSources,
  imageUrl,
  THUMBNAIL_LEVEL,
  withRenditions,
} from "../../client/platform/imageQuality.ts";
import { Html } from "../../client/ui/Html.tsx";
import { Picture } from "../../client/ui/Picture.tsx";

test.each([
  [320, "low", 5],
  [666, "low", 5],
  [667, "medium", 5],
  [1079, "medium", 5],
  [1080, "high", 10],
  [2560, "high", 10],
])("a screen of %i px gets pictures of %s quality, and %i frames of a GIF", (width, quality, frames) => {
  expect([imageQualityAt(width), gifFramesAt(width)]).toEqual([quality, frames]);
});

test("faces are of level 6, thumbnails of level 100", () => {
  expect([AVATAR_LEVEL, THUMBNAIL_LEVEL]).toEqual([6, 100]);
});

test.each([
  ["/files/ab/cd/1.png", 6, "medium", "/files/ab/cd/1.png?q=6"],
  ["/files/ab/cd/1.gif", 0, "high", "/files/ab/cd/1.gif?q=0&s=high"],
  ["/files/ab/cd/1.jpg?q=3&s=low", 100, "low", "/files/ab/cd/1.jpg?q=100&s=low"],
  ["/files/ab/cd/1.pdf", 6, "medium", "/files/ab/cd/1.pdf"],
  ["https://example.org/1.png", 6, "medium", "https://example.org/1.png"],
  ["data:image/png;base64,AA==", 6, "medium", "data:image/png;base64,AA=="],
  ["/files/ab/1.png#x", 6, "medium", "/files/ab/1.png#x"],
] as const)("%s at level %i and %s quality is %s", (url, level, quality, address) => {
  expect(imageUrl(url, level, quality)).toBe(address);
});

test("a picture leaves the choice to the browser, by the widths of the specification", () => {
  const { container } = render(<Picture src="/files/a/1.png" level={100} alt="Sea" width={10} height={10} />);

  const sources = [...container.querySelectorAll("source")].map(({ media, srcset }) => [media, srcset]);
  expect(sources).toEqual([
    ["(width >= 1080px)", "/files/a/1.png?q=100&s=high"],
    ["(width >= 667px)", "/files/a/1.png?q=100"],
  ]);
  expect(container.querySelector("img")!.getAttribute("src")).toBe("/files/a/1.png?q=100&s=low");
});

test("pictures of others have one address, and no choice", () => {
  expect(imageSources("https://example.org/1.png", 3)).toEqual([]);
});

test("texts show renditions, and keep all that surrounds them", () => {
  const html = `<p>A <img src="/files/a/1.png" alt="&#x22;q&#x22;" loading="lazy"> B <a href="/files/a/2.pdf">C</a></p>`;
  const { container } = render(<Html html={html} />);

  const image = container.querySelector("picture > img")!;
  expect([image.getAttribute("src"), image.getAttribute("alt"), image.getAttribute("loading")]).toEqual([
    `/files/a/1.png?q=${BODY_LEVEL}&s=low`,
    `"q"`,
    "lazy",
  ]);
  expect(container.querySelector("source")!.srcset).toBe(`/files/a/1.png?q=${BODY_LEVEL}&s=high`);
  expect(container.textContent).toBe("A  B C");
  expect(withRenditions("<p>no picture</p>")).toBe("<p>no picture</p>");
});
