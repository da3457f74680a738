import "@mantine/core/styles/Fieldset.layer.css";
import { Fieldset } from "@mantine/core";
import { Link } from "react-router-dom";
import { useTexts } from "../../../i18n/texts.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Hint } from "../../../ui/Hint.tsx";
import { IconArrowLeft, IconChevronLeft, IconChevronRight, IconRefresh } from "../../../ui/icons.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { Tabs } from "../../../ui/Tabs.tsx";
import { Time } from "../../../ui/Time.tsx";
import panels from "../../../ui/panels.module.css";
import classes from "./NotificationTemplates.module.css";
import { notificationTemplateTexts } from "./notificationTemplates.texts.ts";
import { editorAddress, LIST_ADDRESS } from "./templateAddress.ts";
import {
  type Draft,
  draftedFields,
  type Fields,
  fieldsOf,
  type Kind,
  type Template,
  textChange,
} from "./templateDraft.ts";
import { TemplatePreview } from "./TemplatePreview.tsx";
import { TestButton } from "./TestButton.tsx";
import { useCaret } from "./useCaret.ts";

interface Props {
  kinds: readonly Kind[];
  opened: Kind;
  /** The channel of the address, if it names one. */
  channel: string | null;
  draft: Draft;
  onFields: (kind: string, template: Template, change: Partial<Fields>) => void;
}

/** One kind of notification: its texts in both languages beside each other, channel by channel. */
export function TemplateEditor({ kinds, opened, channel, draft, onFields }: Props) {
  const t = useTexts(notificationTemplateTexts);
  const { kind, name, templates } = opened;
  const template = templates.find((each) => each.channel === channel) ?? templates[0]!;
  const place = kinds.indexOf(opened);
  const [previous, next] = [kinds[place - 1], kinds[place + 1]];
  return (
    <section className={`card ${panels.panel}`} aria-labelledby="template-name">
      <div className={panels.head}>
        <div className={panels.row}>
          <Link to={LIST_ADDRESS} className={classes.back}>
            <IconArrowLeft size={18} aria-hidden="true" />
            {t.back}
          </Link>
          <h2 id="template-name">{name}</h2>
          <code className={classes.kind}>{kind}</code>
        </div>
        <div className={panels.row}>
          {previous && (
            <Hint text={previous.name}>
              <Link
                to={editorAddress(previous.kind, template.channel)}
                className={classes.step}
                aria-label={`${t.previous}: ${previous.name}`}
              >
                <IconChevronLeft size={18} />
              </Link>
            </Hint>
          )}
          {next && (
            <Hint text={next.name}>
              <Link
                to={editorAddress(next.kind, template.channel)}
                className={classes.step}
                aria-label={`${t.next}: ${next.name}`}
              >
                <IconChevronRight size={18} />
              </Link>
            </Hint>
          )}
        </div>
      </div>
      <div className={classes.tabs}>
        <Tabs
          label={t.channels}
          current={template.channel}
          tabs={templates.map((each) => ({
            key: each.channel,
            label: t[each.channel],
            to: editorAddress(kind, each.channel),
          }))}
        />
      </div>
      <ChannelForm
        key={template.channel}
        opened={opened}
        template={template}
        fields={draftedFields(kind, template, draft)}
        onFields={(change) => onFields(kind, template, change)}
      />
    </section>
  );
}

interface FormProps {
  opened: Kind;
  template: Template;
  fields: Fields;
  onFields: (change: Partial<Fields>) => void;
}

const LANGUAGES = [
  { language: "zh", title: "titleZh", body: "bodyZh", lang: "zh-CN" },
  { language: "en", title: "titleEn", body: "bodyEn", lang: "en" },
] as const;
/** Longest name of a provider's template, in characters; the server refuses more. */
const PROVIDER_ID_MAX = 100;
/** Rows of a text: one or two sentences, or a letter. */
const ROWS = { short: 3, long: 6 };

function ChannelForm({ opened: { kind, variables }, template, fields, onFields }: FormProps) {
  const { channel } = template;
  const caret = useCaret("bodyZh", fields, onFields);
  return (
    <div className={panels.body}>
      <TemplateTools kind={kind} template={template} fields={fields} onFields={onFields} />
      {channel !== "SITE" && <DeliveryFields template={template} fields={fields} onFields={onFields} />}
      <VariableChips variables={variables} onInsert={caret.insert} />
      <div className={classes.pair}>
        {LANGUAGES.map((language) => (
          <LanguageFields
            key={language.language}
            language={language}
            template={template}
            fields={fields}
            onFields={onFields}
            caret={caret}
          />
        ))}
      </div>
      <TemplatePreview kind={kind} channel={channel} fields={fields} />
    </div>
  );
}

type PartProps = Pick<FormProps, "template" | "fields" | "onFields">;

/** Switches a template on, names the person who changed it last, sends it as a test, and brings its preset back. */
function TemplateTools({ kind, template, fields, onFields }: PartProps & { kind: string }) {
  const t = useTexts(notificationTemplateTexts);
  const { channel, preset, wording, changedAt, changedBy } = template;
  const presetFields = fieldsOf(preset);
  const isSame = (other: Fields): boolean =>
    (Object.keys(other) as (keyof Fields)[]).every((name) => other[name] === fields[name]);
  return (
    <div className={classes.top}>
      <Switch label={t.enabled} checked={fields.enabled} onChecked={(enabled) => onFields({ enabled })} />
      {changedAt && (
        <span className={panels.quiet}>
          {t.changedBy(changedBy?.nickname ?? "–")} <Time value={changedAt} />
        </span>
      )}
      <span className={classes.actions}>
        <TestButton kind={kind} channel={channel} isSaved={isSame(fieldsOf(wording))} />
        <Button
          size="sm"
          variant="subtle"
          icon={<IconRefresh size={16} />}
          disabled={isSame(presetFields)}
          onClick={() => onFields(presetFields)}
        >
          {t.reset}
        </Button>
      </span>
    </div>
  );
}

/** Settings of what leaves the site: the provider's template and the delay. */
function DeliveryFields({ template: { needsProvider }, fields, onFields }: PartProps) {
  const t = useTexts(notificationTemplateTexts);
  return (
    <div className={classes.pair}>
      {needsProvider && (
        <Field
          label={t.providerTemplateId}
          hint={t.providerHint}
          value={fields.providerTemplateId}
          onValue={(providerTemplateId) => onFields({ providerTemplateId })}
          maxLength={PROVIDER_ID_MAX}
          trim
        />
      )}
      <Field
        label={t.delaySeconds}
        hint={t.delayHint}
        mode="number"
        value={fields.delaySeconds}
        onValue={(delaySeconds) => onFields({ delaySeconds })}
      />
    </div>
  );
}

interface ChipsProps {
  variables: Kind["variables"];
  onInsert: (text: string) => void;
}

/** The variables of a kind; each is put in where the caret is. */
function VariableChips({ variables, onInsert }: ChipsProps) {
  const t = useTexts(notificationTemplateTexts);
  return (
    <div className={classes.variables} role="group" aria-label={t.variables}>
      {variables.map(({ name, description, sample }) => (
        <Hint key={name} text={`${description} – ${sample}`}>
          <button
            type="button"
            className={classes.chip}
            aria-label={`${t.insert(name)}: ${description}`}
            // The field keeps the focus, and with it the caret.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onInsert(`{${name}}`)}
          >
            {`{${name}}`}
            <small>{description}</small>
          </button>
        </Hint>
      ))}
      <p className={panels.quiet}>{t.variablesHint}</p>
    </div>
  );
}

interface LanguageProps extends PartProps {
  language: (typeof LANGUAGES)[number];
  caret: ReturnType<typeof useCaret>;
}

/** Title and text of a template in one language. */
function LanguageFields({ language, template, fields, onFields, caret }: LanguageProps) {
  const t = useTexts(notificationTemplateTexts);
  const { language: name, title, body, lang } = language;
  const { channel, titleMax, bodyMax, isMultiline } = template;
  return (
    <Fieldset
      variant="unstyled"
      legend={t[name]}
      classNames={{ root: classes.language!, legend: classes.legend! }}
    >
      <Field
        label={t[title]}
        {...(channel === "SITE" ? { hint: t.titleHintSite } : {})}
        value={fields[title]}
        onValue={(text) => onFields(textChange(title, text))}
        counterMax={titleMax}
        lang={lang}
        {...caret.of(title)}
      />
      <Field
        multiline
        label={t[body]}
        value={fields[body]}
        onValue={(text) => onFields(textChange(body, text))}
        counterMax={bodyMax}
        rows={isMultiline ? ROWS.long : ROWS.short}
        lang={lang}
        {...caret.of(body)}
      />
    </Fieldset>
  );
}
