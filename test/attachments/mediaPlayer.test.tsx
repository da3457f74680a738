import { render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { MediaPlayer } from "../../client/features/attachments/MediaPlayer.tsx";

// The document of these tests loads no media and knows no errors of it.
afterEach(() => Reflect.deleteProperty(HTMLMediaElement.prototype, "error"));

test("a file that failed while the page was still rendered is named as one that does not play", () => {
  Object.defineProperty(HTMLMediaElement.prototype, "error", { value: { code: 4 }, configurable: true });
  render(<MediaPlayer file={{ url: "/uploads/old.mp4", fileName: "老录像.mp4" }} kind="video" />);

  expect(screen.getByRole("status").textContent).toContain("这个浏览器无法播放此格式");
  expect(document.querySelector("video")).toBeNull();
});
