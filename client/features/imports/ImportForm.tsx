import { type FormEvent, useState } from "react";
import type { CheckImportInput, ImportSource } from "../../gql/graphql.ts";
import { useTexts } from "../../i18n/texts.ts";
import type { Proven } from "../../session/useProven.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { ChoiceChips } from "../../ui/ChoiceChips.tsx";
import { Field } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import type { ImportPage } from "./importRun.ts";
import classes from "./imports.module.css";
import { importsTexts } from "./imports.texts.ts";
import { ImportUpload } from "./ImportUpload.tsx";

const CONNECTION = /^(?:mysql|mariadb):\/\/./;
const ADDRESS = /^(?:https?:\/\/\S+)?$/;

/** Source of a community, as it is filled in. */
interface Draft {
  source: ImportSource;
  way: "connection" | "file";
  connection: string;
  address: string;
  siteFolder: string;
  timeZone: string;
  appKey: string;
}

const EMPTY: Omit<Draft, "source"> = {
  way: "connection",
  connection: "",
  address: "",
  siteFolder: "",
  timeZone: "",
  appKey: "",
};

interface Props {
  page: ImportPage;
  proven: Proven;
  onCheck: (input: CheckImportInput) => Promise<unknown>;
  onUploaded: () => Promise<unknown>;
}

/** The source of a community: its program, its data, and what else helps to read it. */
export function ImportForm({ page, proven, onCheck, onUploaded }: Props) {
  const t = useTexts(importsTexts);
  const { act, isBusy } = useAct();
  const [draft, setDraft] = useState<Draft>({ ...EMPTY, source: page.sources[0]!.source });
  const [isSent, setSent] = useState(false);
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const option = page.sources.find(({ source }) => source === draft.source)!;
  const usesFile = option.takesFile && (draft.way === "file" || !option.takesConnection);
  const isNeutral = draft.source === "NEUTRAL";
  const faults = {
    connection: !usesFile && !CONNECTION.test(draft.connection.trim()) ? t.connectionWrong : null,
    file: usesFile && !page.upload ? t.needsFile : null,
    address: ADDRESS.test(draft.address.trim()) ? null : t.addressWrong,
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (Object.values(faults).some((fault) => fault !== null)) return;
    void act(() => onCheck(inputOf(draft, usesFile)));
  };
  return (
    <form className={classes.form} onSubmit={send} noValidate autoComplete="off">
      <Select
        label={t.source}
        value={draft.source}
        choices={page.sources.map(({ source }) => ({ value: source, label: t[source] }))}
        onValue={(source) => set({ source: source as ImportSource })}
      />
      {option.takesFile && option.takesConnection && (
        <ChoiceChips
          label={t.way}
          value={draft.way}
          chips={[
            { value: "connection", label: t.byConnection },
            { value: "file", label: t.byFile },
          ]}
          onValue={(way) => set({ way: way as Draft["way"] })}
        />
      )}
      {usesFile ? (
        <ImportUpload
          upload={page.upload ?? null}
          accept={isNeutral ? ".zip" : ""}
          hint={isNeutral ? t.fileHintArchive : t.fileHintDatabase}
          error={isSent ? faults.file : null}
          proven={proven}
          onUploaded={onUploaded}
        />
      ) : (
        <Field
          type="password"
          label={t.connection}
          hint={t.connectionHint}
          error={isSent ? faults.connection : null}
          value={draft.connection}
          onValue={(connection) => set({ connection })}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      {!isNeutral && (
        <Hints draft={draft} page={page} addressFault={isSent ? faults.address : null} onDraft={set} />
      )}
      <div>
        <Button type="submit" variant="primary" loading={isBusy}>
          {t.check}
        </Button>
      </div>
    </form>
  );
}

interface HintsProps {
  draft: Draft;
  page: ImportPage;
  addressFault: string | null;
  onDraft: (part: Partial<Draft>) => void;
}

/** Fields that help to read the data of another program. */
function Hints({ draft, page, addressFault, onDraft }: HintsProps) {
  const t = useTexts(importsTexts);
  const folders = page.siteFolders.map((name) => ({ value: name, label: name }));
  return (
    <>
      <Field
        type="url"
        label={t.address}
        hint={t.addressHint}
        error={addressFault}
        value={draft.address}
        onValue={(address) => onDraft({ address })}
      />
      <div>
        <Select
          label={t.siteFolder}
          value={draft.siteFolder}
          choices={[{ value: "", label: t.noFolder }, ...folders]}
          onValue={(siteFolder) => onDraft({ siteFolder })}
        />
        <p className={classes.hint}>{t.folderHint(page.filesFolder)}</p>
      </div>
      <Field
        label={t.timeZone}
        hint={t.timeZoneHint}
        value={draft.timeZone}
        onValue={(timeZone) => onDraft({ timeZone })}
      />
      {draft.source === "DISCUZ_Q" && (
        <Field
          type="password"
          label={t.appKey}
          hint={t.appKeyHint}
          value={draft.appKey}
          onValue={(appKey) => onDraft({ appKey })}
          autoComplete="off"
        />
      )}
    </>
  );
}

function inputOf(draft: Draft, usesFile: boolean): CheckImportInput {
  const text = (value: string) => value.trim() || null;
  return {
    source: draft.source,
    connection: usesFile ? null : text(draft.connection),
    address: text(draft.address),
    siteFolder: draft.siteFolder || null,
    timeZone: text(draft.timeZone),
    appKey: draft.source === "DISCUZ_Q" ? text(draft.appKey) : null,
  };
}
