import { graphql } from "../../gql/gql.ts";
import type { EditedSetting_SettingFragment } from "../../gql/graphql.ts";

/** Fields of a setting that its row shows and its draft compares. */
export const EditedSetting_setting = graphql(`
  fragment EditedSetting_setting on Setting {
    tag
    key
    section
    kind
    label
    help
    value
    initial
    isChanged
    isSecret
    isKept
    withheldValues
    withheldReason
    choices
    maxLength
  }
`);

/** A setting as the page edits it. */
export type EditedSetting = EditedSetting_SettingFragment;
