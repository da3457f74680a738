import { ApolloClient, ApolloLink, InMemoryCache } from "@apollo/client";
import { ApolloProvider } from "@apollo/client/react";
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { MemoryRouter } from "react-router-dom";
import {
  type Draft,
  entriesOf,
  type Kind,
  templateDifferences,
  withFields,
} from "../../../client/features/notifications/templates/templateDraft.ts";
import { TemplateEditor } from "../../../client/features/notifications/templates/TemplateEditor.tsx";
import { TemplateList } from "../../../client/features/notifications/templates/TemplateList.tsx";
import { MantineScope } from "../../../client/ui/MantineScope.tsx";
import { notificationTemplateTexts } from "../../../client/features/notifications/templates/notificationTemplates.texts.ts";

vi.mock("../../../client/features/notifications/templates/TemplatePreview.tsx", () => ({
  TemplatePreview: ({ fields }: { fields: { bodyEn: string } }) => <output>{fields.bodyEn}</output>,
}));

const wording = (over: Partial<Kind["templates"][number]["wording"]> = {}) => ({
  enabled: true,
  title: { zh: "内容回复通知", en: "Reply" },
  body: { zh: "{actors} 回复了{thing}", en: "{actors} replied" },
  providerTemplateId: "",
  delaySeconds: 0,
  ...over,
});
const template = (channel: Kind["templates"][number]["channel"], over = {}): Kind["templates"][number] => ({
  channel,
  wording: wording({ enabled: channel === "SITE" }),
  preset: wording({ enabled: channel === "SITE" }),
  isChanged: false,
  changedAt: null,
  changedBy: null,
  titleMax: 100,
  bodyMax: 500,
  isMultiline: false,
  needsProvider: channel === "SMS",
  ...over,
});
const reply: Kind = {
  kind: "post.replied",
  name: "Reply",
  topic: "REPLIED",
  templates: [template("SITE"), template("SMS")],
  variables: [
    { name: "actors", description: "Who did it", sample: "Ada" },
    { name: "title", description: "Title", sample: "Tea" },
  ],
};
const like: Kind = { ...reply, kind: "post.liked", name: "Like", topic: "LIKED" };
const kinds = [reply, like];
const t = notificationTemplateTexts.en;

const client = new ApolloClient({ cache: new InMemoryCache(), link: ApolloLink.empty() });

let draft: Draft = {};
function Page({ view, channel = null }: { view: "list" | "editor"; channel?: string | null }) {
  const [known, setKnown] = useState<Draft>({});
  draft = known;
  const shared = {
    kinds,
    draft: known,
    onFields: (...[kind, each, change]: Parameters<Parameters<typeof TemplateList>[0]["onFields"]>) =>
      setKnown((before) => withFields(before, kind, each, change)),
  };
  return (
    <ApolloProvider client={client}>
      <MantineScope>
        <MemoryRouter>
          {view === "list" ? (
            <TemplateList {...shared} changedOnly={false} />
          ) : (
            <TemplateEditor {...shared} opened={reply} channel={channel} />
          )}
        </MemoryRouter>
      </MantineScope>
    </ApolloProvider>
  );
}
const english = () => screen.getByLabelText<HTMLTextAreaElement>(/英文内容|English text/);

test("a chip puts its variable where the caret is, in the field that was used last", () => {
  render(<Page view="editor" />);
  fireEvent.focus(english());
  english().setSelectionRange(9, 9);

  fireEvent.click(screen.getByRole("button", { name: /\{title\}/ }));

  expect(english().value).toBe("{actors} {title}replied");
  expect(english().selectionStart).toBe(16);
  expect(document.activeElement).toBe(english());
});

test("a chip replaces what is selected", () => {
  render(<Page view="editor" />);
  fireEvent.focus(english());
  english().setSelectionRange(0, 8);

  fireEvent.click(screen.getByRole("button", { name: /\{title\}/ }));

  expect(english().value).toBe("{title} replied");
});

test("what is typed differs until it is typed back, and is then not saved", () => {
  render(<Page view="editor" />);

  fireEvent.change(english(), { target: { value: "Mine" } });
  expect(templateDifferences(kinds, draft, t)).toEqual([
    {
      key: "post.replied/SITE/bodyEn",
      label: "Reply · Site · English text",
      before: "{actors} replied",
      after: "Mine",
    },
  ]);
  expect(entriesOf(kinds, draft)).toMatchObject([
    { kind: "post.replied", channel: "SITE", body: { en: "Mine", zh: undefined }, enabled: undefined },
  ]);

  fireEvent.change(english(), { target: { value: "{actors} replied" } });
  expect(draft).toEqual({});
});

test("the preset comes back with one press", () => {
  render(<Page view="editor" />);
  const reset = () => screen.getByRole("button", { name: /恢复默认|Reset/ });
  expect(reset()).toHaveProperty("disabled", true);
  fireEvent.change(english(), { target: { value: "Mine" } });

  fireEvent.click(reset());

  expect(english().value).toBe("{actors} replied");
});

test("the address chooses the channel; a provider's channel asks for its template", () => {
  render(<Page view="editor" channel="SMS" />);

  fireEvent.change(screen.getByLabelText(/服务商模板|Template at the provider/), { target: { value: "88" } });

  expect(draft).toEqual({ "post.replied/SMS": { providerTemplateId: "88" } });
});

test("switches of the list change the draft; a provider's channel without template leads to its form", () => {
  render(<Page view="list" />);

  fireEvent.click(screen.getByRole("switch", { name: /^Like.*(站内|Site)/ }));

  expect(draft).toEqual({ "post.liked/SITE": { enabled: false } });
  const link = screen.getByRole("link", { name: /^Like.*(短信|SMS)/ });
  expect(link.getAttribute("href")).toBe("/admin/notification-templates?kind=post.liked&channel=SMS");
});

test("the list is searched by name and by text", () => {
  render(<Page view="list" />);

  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "post.liked actors" } });

  expect(screen.getByRole("link", { name: "Like" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Reply" })).toBeNull();
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "walrus" } });
  expect(screen.getByText(/没有符合的通知|No notification fits/)).toBeTruthy();
});
