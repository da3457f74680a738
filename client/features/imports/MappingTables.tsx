import { type ReactNode, useState } from "react";
import { useLocale, useTexts } from "../../i18n/texts.ts";
import { Select } from "../../ui/Select.tsx";
import { ADMIN_GROUP_ID } from "../groups/presetGroups.ts";
import type { ImportMapping, PermissionKeys } from "./importRun.ts";
import { mappingTexts } from "./mapping.texts.ts";
import {
  ADMINS_ONLY,
  AS_NEW,
  categoryDecision,
  comes,
  groupDecision,
  isMerged,
  KEPT,
  type MappedCategory,
  type MappedGroup,
  type MappingDraft,
  NO_TARGET,
  targetsOf,
} from "./mappingDraft.ts";
import classes from "./mapping.module.css";
import { MappingPermissions } from "./MappingPermissions.tsx";

/** Lists up to this length are open from the beginning. */
const OPEN_MAX = 20;
const MERGE = "merge";

/** A decision that the server has refused: its row, such as `categories.3`, and why. */
export interface MappingFault {
  readonly row: string;
  readonly message: string;
}

interface Props {
  mapping: ImportMapping;
  draft: MappingDraft;
  fault: MappingFault | null;
  onDraft: (draft: MappingDraft) => void;
}

/** Id of the control of a row, to which the page leads after a refusal. */
export const controlOf = (row: string): string => `mapping-${row.replace(".", "-")}`;

const faultAt = (fault: MappingFault | null, row: string): string | null =>
  fault?.row === row ? fault.message : null;

interface ListProps {
  title: string;
  head: readonly [string, string, string];
  count: number;
  /** Refusal of the whole list. */
  error: string | null;
  children: ReactNode;
}

function List({ title, head, count, error, children }: ListProps) {
  const t = useTexts(mappingTexts);
  // Long lists are folded, so that what follows them is found.
  const [isOpen] = useState(count <= OPEN_MAX);
  return (
    <details className={classes.list} open={isOpen}>
      <summary>
        {title}
        <small>{t.rows(count)}</small>
      </summary>
      {error && (
        <p className={classes.fault} role="alert">
          {error}
        </p>
      )}
      <table className={classes.table}>
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{head[0]}</th>
            <th scope="col" className={classes.count}>
              {head[1]}
            </th>
            <th scope="col">{head[2]}</th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </details>
  );
}

/** Groups of the community, each with what becomes of it. */
export function MappingGroups({ mapping, draft, fault, onDraft, keys }: Props & { keys: PermissionKeys }) {
  const t = useTexts(mappingTexts);
  const { groups, categories } = mapping;
  return (
    <List
      title={t.groups}
      head={[t.group, t.members, t.after]}
      count={groups.length}
      error={faultAt(fault, "groups")}
    >
      {groups.map((group) => (
        <GroupRows
          key={group.id}
          group={group}
          targets={groups.filter(({ id, isTarget }) => isTarget && id !== group.id)}
          categories={categories}
          keys={keys}
          decision={groupDecision(draft, group)}
          error={faultAt(fault, `groups.${group.id}`)}
          onDecision={(decision) =>
            onDraft({ ...draft, groups: new Map(draft.groups).set(group.id, decision) })
          }
        />
      ))}
    </List>
  );
}

type GroupDecision = ReturnType<typeof groupDecision>;

interface GroupProps {
  group: MappedGroup;
  targets: readonly MappedGroup[];
  categories: readonly MappedCategory[];
  keys: PermissionKeys;
  decision: GroupDecision;
  error: string | null;
  onDecision: (decision: GroupDecision) => void;
}

function GroupRows({ group, targets, categories, keys, decision, error, onDecision }: GroupProps) {
  const t = useTexts(mappingTexts);
  const numbers = new Intl.NumberFormat(useLocale());
  const { id, name, members, isPreset } = group;
  const { to, grants } = decision;
  return (
    <>
      <tr className={to === group.to ? classes.row : `${classes.row} ${classes.changed}`}>
        <th scope="row">{name}</th>
        <td className={classes.count} data-label={t.members}>
          {numbers.format(members)}
        </td>
        <td className={classes.choice}>
          <Select
            id={controlOf(`groups.${id}`)}
            label={t.afterOf(name)}
            hideLabel
            value={to}
            error={error}
            choices={[
              { value: isPreset ? id : AS_NEW, label: isPreset ? t.stays : t.asNew },
              ...targets.map((target) => ({ value: target.id, label: t.moveTo(target.name) })),
            ]}
            onValue={(value) => onDecision({ to: value, grants })}
          />
        </td>
      </tr>
      {id !== ADMIN_GROUP_ID && comes(group, to) && (
        <tr>
          <td colSpan={3} className={classes.beside}>
            <MappingPermissions
              group={group}
              grants={grants}
              categories={categories}
              keys={keys}
              onGrants={(next) => onDecision({ to, grants: next })}
            />
          </td>
        </tr>
      )}
    </>
  );
}

/** Categories of the community, each with what becomes of it. */
export function MappingCategories({ mapping, draft, fault, onDraft }: Props) {
  const t = useTexts(mappingTexts);
  const { categories } = mapping;
  return (
    <List
      title={t.categories}
      head={[t.category, t.threads, t.after]}
      count={categories.length}
      error={faultAt(fault, "categories")}
    >
      {categories.map((category) => (
        <CategoryRow
          key={category.id}
          category={category}
          mapping={mapping}
          draft={draft}
          error={faultAt(fault, `categories.${category.id}`)}
          onTo={(to) => onDraft({ ...draft, categories: new Map(draft.categories).set(category.id, to) })}
        />
      ))}
    </List>
  );
}

interface CategoryProps {
  category: MappedCategory;
  mapping: ImportMapping;
  draft: MappingDraft;
  error: string | null;
  onTo: (to: string) => void;
}

function CategoryRow({ category, mapping, draft, error, onTo }: CategoryProps) {
  const t = useTexts(mappingTexts);
  const locale = useLocale();
  const numbers = new Intl.NumberFormat(locale);
  const { id, name, threads, newReaders } = category;
  const to = categoryDecision(draft, category);
  const above = parentOf(category, mapping);
  const isChanged = to !== category.to;
  const control = controlOf(`categories.${id}`);
  return (
    <tr className={isChanged ? `${classes.row} ${classes.changed}` : classes.row}>
      <th scope="row">
        {above && <span className={classes.above}>{above.name} › </span>}
        {name}
      </th>
      <td className={classes.count} data-label={t.threads}>
        {numbers.format(threads)}
      </td>
      <td className={classes.choice}>
        <div className={classes.choices}>
          <Select
            id={isMerged(to) ? undefined : control}
            label={t.afterOf(name)}
            hideLabel
            value={isMerged(to) ? MERGE : to}
            error={isMerged(to) ? null : error}
            choices={[
              { value: KEPT, label: t.keep },
              { value: MERGE, label: t.merge },
              { value: ADMINS_ONLY, label: t.admins },
            ]}
            onValue={(value) => onTo(value === MERGE ? NO_TARGET : value)}
          />
          {isMerged(to) && (
            <Select
              id={control}
              label={t.targetOf(name)}
              hideLabel
              value={to}
              error={error}
              choices={[
                ...(to === NO_TARGET ? [{ value: NO_TARGET, label: t.chooseTarget }] : []),
                ...targetsOf(category, mapping, draft).map((target) => ({
                  value: target.id,
                  label: pathOf(target, mapping),
                })),
              ]}
              onValue={onTo}
            />
          )}
          {!isChanged && newReaders.length > 0 && (
            <p className={classes.note}>{t.newReaders(newReaders.join(locale === "en" ? ", " : "、"))}</p>
          )}
        </div>
      </td>
    </tr>
  );
}

const parentOf = ({ parentId }: MappedCategory, { categories }: ImportMapping): MappedCategory | undefined =>
  categories.find(({ id }) => id === parentId);

/** Name of a category behind that of the one above it. */
export function pathOf(category: MappedCategory, mapping: ImportMapping): string {
  const above = parentOf(category, mapping);
  return above ? `${above.name} › ${category.name}` : category.name;
}
