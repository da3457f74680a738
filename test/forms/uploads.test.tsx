import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { closeWindows, type Line, openWindow } from "../support/window.tsx";
import { alerts } from "./forms.tsx";

/** The part of a browser's request that uploads use, over the line of a window. */
function requestOver(line: Line) {
  return class {
    readonly upload = {};
    status = 0;
    response: unknown = null;
    onload = (): void => undefined;
    onerror = (): void => undefined;
    private url = "";

    open(_method: string, url: string): void {
      this.url = url;
    }

    setRequestHeader(): void {}

    send(form: FormData): void {
      line.upload(this.url, form).then(
        (answer) => {
          this.status = answer.status;
          this.response = answer.json();
          this.onload();
        },
        () => this.onerror(),
      );
    }
  };
}

/** A picture that is chosen, and what becomes of it. */
interface Upload {
  readonly name: string;
  readonly who: (forum: Forum) => Promise<Person>;
  readonly address: string;
  /** Label of the field that takes the file. */
  readonly label: string;
  /** Address that the file is sent to. */
  readonly url: string;
  /** Reads at the server the address of the picture; empty if there is none. */
  readonly stored: (forum: Forum, person: Person) => Promise<string>;
}

const UPLOADS: readonly Upload[] = [
  {
    name: "a member changes the own picture",
    who: (forum) => forum.member(),
    address: "/my",
    label: "Change avatar",
    url: "/uploads?kind=avatar",
    async stored(_forum, person) {
      const { viewer } = await person.graphql("{ viewer { avatarUrl } }");
      return (viewer.avatarUrl as string | null) ?? "";
    },
  },
  {
    name: "a member changes the background of the own page",
    who: (forum) => forum.member(),
    address: "/my",
    label: "Change background",
    url: "/uploads?kind=background",
    async stored(_forum, person) {
      const { viewer } = await person.graphql("{ viewer { backgroundUrl } }");
      return (viewer.backgroundUrl as string | null) ?? "";
    },
  },
  {
    name: "an administrator changes the logo of the site",
    who: (forum) => forum.admin(),
    address: "/admin/settings?key=default.logo",
    label: "Upload a picture: Logo",
    url: "/api/settings/logo.v2",
    async stored(forum) {
      const rows = await forum.rows<{ value: string }>(
        "SELECT s.value FROM settings s WHERE s.`key` = 'logo'",
      );
      return rows[0]?.value ?? "";
    },
  },
];

let forum: Forum;
let picture: Buffer;
beforeAll(async () => {
  forum = await Forum.open();
  picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#805030" } })
    .png()
    .toBuffer();
});
afterAll(() => forum.close());
afterEach(closeWindows);

describe.each(UPLOADS.map((upload) => [upload.name, upload] as const))("%s", (_name, upload) => {
  /** Chooses a file in the field of the page. */
  async function choose(bytes: Buffer): Promise<void> {
    const inputs = await screen.findAllByLabelText<HTMLInputElement>(upload.label);
    const input = inputs.find(({ type }) => type === "file")!;
    fireEvent.change(input, {
      target: { files: [new File([new Uint8Array(bytes)], "tea.png", { type: "image/png" })] },
    });
  }
  async function opened(): Promise<{ line: Line; person: Person; before: string }> {
    const person = await upload.who(forum);
    const { line } = await openWindow(person, upload.address);
    vi.stubGlobal("XMLHttpRequest", requestOver(line));
    return { line, person, before: await upload.stored(forum, person) };
  }
  const sent = (line: Line): number => line.mutations.filter(({ name }) => name === upload.url).length;

  test("not over a cut line, which is said, and then at the next try, with the same file", async () => {
    const { line, person, before } = await opened();
    line.state = "cut";
    await choose(picture);
    await waitFor(() => expect(alerts()).toMatch(/Network Error/));
    expect(await upload.stored(forum, person)).toBe(before);

    line.open();
    const alert = screen.getAllByRole("alert").find(({ textContent }) => /Network/.test(textContent))!;
    fireEvent.click(within(alert).getByRole("button", { name: "Try again" }));

    await waitFor(async () => expect(await upload.stored(forum, person)).not.toBe(before));
    expect(sent(line)).toBe(2);
  });

  test("once on a slow line, over which the picture stands when the answer has come", async () => {
    const { line, person, before } = await opened();
    line.state = "slow";
    await choose(picture);
    await waitFor(() => expect(sent(line)).toBe(1));
    expect(await upload.stored(forum, person)).toBe(before);

    line.open();

    await waitFor(async () => expect(await upload.stored(forum, person)).not.toBe(before));
    expect(sent(line)).toBe(1);
    expect(alerts()).toBe("");
  });

  test("not what is no picture, which the server says, and then with another file", async () => {
    const { line, person, before } = await opened();
    await choose(Buffer.from("This is no picture."));
    await waitFor(() => expect(alerts()).toMatch(/This (type of file|kind of picture) is not supported/));
    expect(await upload.stored(forum, person)).toBe(before);

    await choose(picture);

    await waitFor(async () => expect(await upload.stored(forum, person)).not.toBe(before));
    expect(sent(line)).toBe(2);
  });
});
