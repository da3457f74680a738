import "@mantine/core/styles/Code.layer.css";
import { Code } from "@mantine/core";
import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Time } from "../../ui/Time.tsx";
import { actionsTexts } from "./actions.texts.ts";
import { auditTexts } from "./audit.texts.ts";
import { sentenceOf } from "./sentence.ts";
import { changeTexts, sentenceTexts, targetTexts } from "./sentences.texts.ts";
import classes from "./AuditRow.module.css";

const AuditRow_entry = graphql(`
  fragment AuditRow_entry on AuditEntry {
    id
    createdAt
    actorId
    actorName
    action
    target
    targetName
    before
    after
    reason
    requestId
    address
  }
`);

/** JSON of the log over several lines; anything else as it is. */
export function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** One thing that staff did; it unfolds to before and after. */
export function AuditRow({ entry: masked }: { entry: FragmentType<typeof AuditRow_entry> }) {
  const entry = readFragment(AuditRow_entry, masked);
  const t = useTexts(auditTexts);
  const words = useTexts(actionsTexts) as Readonly<Record<string, string>>;
  const { text, states } = sentenceOf(entry, {
    actions: useTexts(sentenceTexts),
    changes: useTexts(changeTexts),
    targets: useTexts(targetTexts),
  });
  const facts = [
    { label: t.before, value: entry.before && readable(entry.before), isCode: true },
    { label: t.after, value: entry.after && readable(entry.after), isCode: true },
    { label: t.reason, value: entry.reason },
    { label: t.action, value: words[entry.action] },
    { label: t.target, value: entry.target },
    { label: t.operation, value: entry.action },
    { label: t.address, value: entry.address },
    { label: t.requestId, value: entry.requestId },
  ].filter(({ value }) => value);
  return (
    <li className={classes.entry}>
      <details>
        <summary>
          <Time value={entry.createdAt} className={classes.when!} />
          <span className={classes.sentence}>
            <b>
              <bdi>{entry.actorId === null ? t.program : (entry.actorName ?? entry.actorId)}</bdi>
            </b>{" "}
            <bdi>{text}</bdi>
            {states && <span className={classes.states}>{t.states(states)}</span>}
          </span>
          {entry.reason && <q>{entry.reason}</q>}
        </summary>
        <dl className={classes.facts}>
          {facts.map(({ label, value, isCode }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                {isCode ? (
                  <Code block className={classes.code!}>
                    {value}
                  </Code>
                ) : (
                  value
                )}
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </li>
  );
}
