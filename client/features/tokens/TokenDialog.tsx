import { useForm } from "@mantine/form";
import { graphql } from "../../gql/gql.ts";
import { useTokenDialogQuery } from "../../gql/hooks.ts";
import { commonTexts } from "../../i18n/common.texts.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { ChoiceChips } from "../../ui/ChoiceChips.tsx";
import { Field } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import { Sheet } from "../../ui/Sheet.tsx";
import classes from "../admin/dialogs.module.css";
import { permissionTexts } from "../groups/permission.texts.ts";
import { type Area, AREAS, LIFETIMES, NEW_TOKEN, type TokenDraft } from "./tokenDraft.ts";
import { tokensTexts } from "./tokens.texts.ts";

graphql(`
  query TokenDialog {
    permissionKeys {
      key
      isOffered
    }
    categories {
      id
      name
      children {
        id
        name
      }
    }
  }
`);

/** Longest name, in characters; the server checks it. */
const NAME_MAX = 60;

interface Props {
  /** Also asks for the member that the token acts as, and offers what is for the site alone. */
  isOfSite: boolean;
  onSave: (draft: TokenDraft) => Promise<unknown>;
  onClose: () => void;
}

/** Asks what a new token is for. */
export function TokenDialog({ isOfSite, onSave, onClose }: Props) {
  const t = useTexts(tokensTexts);
  const common = useTexts(commonTexts);
  const given = (value: string) => (value.trim() === "" ? t.needed : null);
  const form = useForm<TokenDraft>({
    initialValues: NEW_TOKEN,
    validate: {
      name: given,
      userId: (value) => (isOfSite ? given(value) : null),
      areas: (value) => (value.length === 0 ? t.areaNeeded : null),
    },
  });
  const draft = form.values;
  const errorOf = (name: "name" | "userId" | "areas") => (form.errors[name] as string | undefined) ?? null;
  const areas = isOfSite ? AREAS.filter((area) => area === "FORUM" || area === "ADMINISTRATION") : AREAS;
  return (
    <Sheet title={t.add} onClose={onClose} size="medium">
      <form className={classes.form} onSubmit={form.onSubmit(onSave)} aria-label={t.add} noValidate>
        <Field
          label={t.name}
          hint={t.nameHint}
          value={draft.name}
          onValue={(value) => form.setFieldValue("name", value)}
          error={errorOf("name")}
          counterMax={NAME_MAX}
          autoComplete="off"
          required
          data-autofocus
        />
        {isOfSite && (
          <Field
            label={t.userId}
            hint={t.userIdHint}
            value={draft.userId}
            onValue={(value) => form.setFieldValue("userId", value)}
            error={errorOf("userId")}
            inputMode="numeric"
            required
          />
        )}
        <ChoiceChips
          label={t.access}
          value={draft.mayWrite ? "write" : "read"}
          chips={[
            { value: "read", label: t.reads },
            { value: "write", label: t.writes },
          ]}
          onValue={(value) => form.setFieldValue("mayWrite", value === "write")}
        />
        <Areas
          areas={areas}
          chosen={draft.areas}
          error={errorOf("areas")}
          onChosen={(chosen) => form.setFieldValue("areas", chosen)}
        />
        {!draft.areas.includes("ADMINISTRATION") && (
          <Limits
            draft={draft}
            onPermissions={(keys) => form.setFieldValue("permissions", keys)}
            onCategories={(ids) => form.setFieldValue("categoryIds", ids)}
          />
        )}
        <Validity
          draft={draft}
          onDays={(days) => form.setFieldValue("days", days)}
          onRanges={(ranges) => form.setFieldValue("ranges", ranges)}
        />
        <div className={classes.buttons}>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary" loading={form.submitting}>
            {t.add}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}

interface AreasProps {
  areas: readonly Area[];
  chosen: readonly Area[];
  error: string | null;
  onChosen: (chosen: readonly Area[]) => void;
}

/** Parts of the site that the token is for. */
function Areas({ areas, chosen, error, onChosen }: AreasProps) {
  const t = useTexts(tokensTexts);
  return (
    <fieldset className={classes.part}>
      <legend>{t.areas}</legend>
      {areas.map((area) => (
        <Checkbox
          key={area}
          label={t[area]}
          hint={t[`${area}Hint`]}
          checked={chosen.includes(area)}
          onChecked={(checked) =>
            onChosen(checked ? [...chosen, area] : chosen.filter((each) => each !== area))
          }
        />
      ))}
      {error && <p role="alert">{error}</p>}
    </fieldset>
  );
}

interface ValidityProps {
  draft: TokenDraft;
  onDays: (days: number) => void;
  onRanges: (ranges: string) => void;
}

/** Lifetime of the token, and networks that it may be used from. */
function Validity({ draft, onDays, onRanges }: ValidityProps) {
  const t = useTexts(tokensTexts);
  return (
    <div className={classes.pair}>
      <Select
        label={t.expiry}
        value={String(draft.days)}
        choices={LIFETIMES.map((days) => ({
          value: String(days),
          label: days === 0 ? t.never : t.days(days),
        }))}
        onValue={(value) => onDays(Number(value))}
      />
      <Field
        multiline
        label={t.ranges}
        hint={t.rangesHint}
        value={draft.ranges}
        onValue={onRanges}
        rows={2}
      />
    </div>
  );
}

interface LimitsProps {
  draft: TokenDraft;
  onPermissions: (keys: readonly string[] | null) => void;
  onCategories: (ids: readonly string[] | null) => void;
}

/** Permissions and categories, all or some. */
function Limits({ draft, onPermissions, onCategories }: LimitsProps) {
  const t = useTexts(tokensTexts);
  const names: Readonly<Record<string, string>> = useTexts(permissionTexts);
  const { data } = useTokenDialogQuery();
  const permissions = (data?.permissionKeys ?? []).filter(({ key, isOffered }) => isOffered && names[key]);
  const categories = (data?.categories ?? []).flatMap(({ children, ...category }) => [
    category,
    ...children.map(({ id, name }) => ({ id, name: `${category.name} / ${name}` })),
  ]);
  const boxes = (
    choices: readonly { id: string; label: string }[],
    chosen: readonly string[] | null,
    onChosen: (ids: readonly string[]) => void,
  ) =>
    chosen && (
      <div className={classes.form}>
        {choices.map(({ id, label }) => (
          <Checkbox
            key={id}
            label={label}
            checked={chosen.includes(id)}
            onChecked={(checked) =>
              onChosen(checked ? [...chosen, id] : chosen.filter((each) => each !== id))
            }
          />
        ))}
      </div>
    );
  const chips = (all: string, some: string) => [
    { value: "all", label: all },
    { value: "some", label: some },
  ];
  return (
    <>
      <ChoiceChips
        label={t.permissions}
        value={draft.permissions ? "some" : "all"}
        chips={chips(t.allPermissions, t.somePermissions)}
        onValue={(value) => onPermissions(value === "all" ? null : ["viewThreads", "thread.viewPosts"])}
      >
        {boxes(
          permissions.map(({ key }) => ({ id: key, label: names[key]! })),
          draft.permissions,
          onPermissions,
        )}
      </ChoiceChips>
      <ChoiceChips
        label={t.categories}
        value={draft.categoryIds ? "some" : "all"}
        chips={chips(t.allCategories, t.someCategories)}
        onValue={(value) => onCategories(value === "all" ? null : [])}
      >
        {boxes(
          categories.map(({ id, name }) => ({ id, label: name })),
          draft.categoryIds,
          onCategories,
        )}
      </ChoiceChips>
    </>
  );
}
