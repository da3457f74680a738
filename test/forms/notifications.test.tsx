import { screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";
import { set } from "../notifications/delivery/post.ts";
import { describeForms, dismissal, field, type Form, type } from "./forms.tsx";

/** Forms about notifications, over lines of every kind. */
const FORMS: readonly Form[] = [
  {
    name: "a member gives an e-mail address",
    who: (forum) => forum.member(),
    prepare: ({ person }) => Promise.resolve(`p${person.id}@example.org`),
    address: () => "/my/settings?section=notifications",
    fill: ({ made }) => type("Email address", made),
    typed: () => field("Email address").value,
    submit: "Send email",
    operation: "SetEmail",
    async proof({ person, made }) {
      await screen.findByText(new RegExp(`We sent an email to ${made}`));
      const { viewer } = await person.graphql("{ viewer { pendingEmail } }");
      expect(viewer.pendingEmail).toBe(made);
    },
    refusal: {
      provoke: () => type("Email address", "the old mill"),
      words: /This is not an email address\./,
      mend: ({ made }) => type("Email address", made),
    },
  },
  {
    name: "an administrator words a notification anew",
    who: (forum) => forum.admin(),
    prepare: () => Promise.resolve(`Somebody answered ${Date.now()}`),
    address: () => "/admin/notification-templates?kind=post.replied&channel=SITE",
    fill: ({ made }) => type("English text", made),
    typed: () => field("English text").value,
    submit: "Save",
    operation: "SaveNotificationTemplates",
    async proof({ forum, made }) {
      await waitFor(async () =>
        expect(await forum.rows("SELECT t.kind FROM notice_templates t WHERE t.bodyEn = ?", [made])).toEqual([
          { kind: "post.replied" },
        ]),
      );
    },
    refusal: dismissal,
  },
];

describeForms(FORMS, (forum) =>
  set(forum, {
    "mail.smtp_host": "127.0.0.1",
    "mail.smtp_port": "9",
    "mail.smtp_security": "none",
    "mail.mail_from_address": "forum@example.org",
  }),
);
