import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import ts from "typescript";
import { ROOT, trackedFiles } from "../support/root.ts";

/** Lists go on and actions run in one way, so that none can fail in silence; what does not says why here. */

/** Files that change something and tell it in their own place. */
const OWN_WAY: Readonly<Record<string, string>> = {
  "client/features/drafts/useDraft.ts": "saves by itself; DraftStatus tells where the text is",
  "client/features/editor/videoPoster.ts":
    "PosterButton runs act; nobody asked for a frame, and the video is complete without one",
  "client/features/messages/useChat.ts": "marks messages read by itself; messages fail in their place",
  "client/features/messages/rooms/useRoom.ts": "marks messages read by itself; messages fail in their place",
  "client/features/search/saved/SaveSearch.tsx": "nobody asked for it; the next look notes it",
  "client/features/settings/useSettingsDraft.ts": "the SaveBar of the page runs it",
  "client/features/posts/composer/EditComposer.tsx":
    "told beside the text, which stays; the button sends again",
  "client/features/posts/composer/ReplyComposer.tsx":
    "told beside the text, which stays; the button sends again",
  "client/features/moderation/reports/ReportDialog.tsx":
    "told beside the text, which stays; the button sends again",
  "client/features/auth/LoginPage.tsx": "AccountForm tells it above the button",
  "client/features/auth/RegisterPage.tsx": "AccountForm tells it above the button",
  "client/features/auth/ResetPasswordPage.tsx": "AccountForm tells it above the button",
  "client/features/auth/BindPhoneForm.tsx": "told below the fields; the button saves again",
  "client/features/auth/CodeLogin.tsx": "AccountForm tells it above the button",
  "client/features/auth/PhoneCodeFields.tsx": "the form around it tells it above its button",
  "client/features/auth/PhoneLogin.tsx": "AccountForm tells it above the button",
  "client/features/auth/PasskeyLogin.tsx": "told below the button, which begins anew",
  "client/features/auth/WechatScan.tsx": "told in place of the code; the button asks for another one",
  "client/features/wechat/LinkSteps.tsx": "AccountForm tells it above the button",
  "client/features/auth/PhoneReset.tsx": "told above the button; the fields stay",
  "client/features/withdrawals/WithdrawForm.tsx":
    "told beside the pay password; the button asks again, once per key",
  "client/features/launch/CategoriesStep.tsx": "the button at the foot of the step runs act",
  "client/features/orders/PayDialog.tsx": "told in the dialog; the button pays again, the same order once",
  "client/features/orders/PinForm.tsx": "told below the fields; the button saves again",
  "client/features/sign-in-fields/SupplementaryPage.tsx":
    "told above the button; the answers stay and are sent again",
  "client/session/ProofDialog.tsx": "told below the password, which stays; the button asks again",
  "client/features/auth/SetupPage.tsx": "AccountForm tells it above the button",
  "client/features/stop-words/useWordTrial.ts": "a trial of many steps, which goes on from a toast",
  "client/features/publishing/EditThreadPage.tsx": "ThreadForm tells it beside the text, which stays",
  "client/features/publishing/PublishPage.tsx": "ThreadForm tells it beside the text, which stays",
  "client/features/reading/useReadMarks.ts": "nobody asked for it; the next look marks anew",
  "client/features/users/profile/MyPage.tsx":
    "EditProfile tells it beside the fields, PicturePicker runs act",
  "client/features/notifications/settings/NotificationSettings.tsx": "EmailCard runs act",
};
/** Modules that run `act` for their users. */
const RUNNERS = /\bui\/(act|lateAct)\.ts"|useMemberWork|\bSaveBar\b/;

interface Use {
  path: string;
  text: string;
  calls: readonly string[];
  names: readonly string[];
}

const uses: readonly Use[] = trackedFiles()
  .filter((path) => /^client\/(features|session|layout|ui|apollo)\/.*\.tsx?$/.test(path))
  .map((path) => {
    const text = readFileSync(join(ROOT, path), "utf8");
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
    const calls: string[] = [];
    const names: string[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isIdentifier(node)) names.push(node.text);
      if (ts.isCallExpression(node)) calls.push(node.getText(source));
      ts.forEachChild(node, visit);
    };
    visit(source);
    return { path, text, calls, names };
  });

test("no list reads on by itself", () => {
  const own = uses.filter(({ names }) => names.includes("fetchMore")).map(({ path }) => path);
  expect(own.sort()).toEqual(["client/apollo/bind.ts", "client/apollo/more.ts"]);
});

test("whatever changes something runs through act, or says here why not", () => {
  const changing = uses.filter(({ path, calls, names }) => {
    if (path.startsWith("client/apollo/")) return false;
    return names.includes("mutate") || calls.some((call) => /^use\w+Mutation\(/.test(call));
  });
  expect(changing.length).toBeGreaterThan(40);
  const silent = changing.filter(({ path, text }) => !RUNNERS.test(text) && !(path in OWN_WAY));
  expect(silent.map(({ path }) => path)).toEqual([]);
  const stale = Object.keys(OWN_WAY).filter((path) => !changing.some((use) => use.path === path));
  expect(stale).toEqual([]);
});

test("no feature words a failure into a toast by itself", () => {
  const own = uses.filter(({ path, calls }) => {
    if (!path.startsWith("client/features/")) return false;
    return calls.some((call) => /^(showToast|toast\.error)\(/.test(call) && call.includes("errorOf("));
  });
  expect(own.map(({ path }) => path)).toEqual([]);
});
