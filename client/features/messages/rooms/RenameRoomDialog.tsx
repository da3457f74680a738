import { type FormEvent, useState } from "react";
import { graphql } from "../../../gql/gql.ts";
import { useRenameRoomMutation } from "../../../gql/hooks.ts";
import { commonTexts } from "../../../i18n/common.texts.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Sheet } from "../../../ui/Sheet.tsx";
import classes from "./RoomDialogs.module.css";
import { ROOM_NAME_MAX } from "./roomLimits.ts";
import { roomMemberTexts } from "./rooms.texts.ts";

graphql(`
  mutation RenameRoom($id: ID!, $name: String!) {
    renameRoom(id: $id, name: $name) {
      id
      name
    }
  }
`);

interface Props {
  roomId: string;
  /** Name until now. */
  name: string;
  /** Reads what a change has added to the messages. */
  onChange: () => Promise<void>;
  onClose: () => void;
}

/** Asks for another name of a group chat. */
export function RenameRoomDialog({ roomId, name: before, onChange, onClose }: Props) {
  const t = useTexts(roomMemberTexts);
  const common = useTexts(commonTexts);
  const { act, isBusy } = useAct();
  const [rename] = useRenameRoomMutation();
  const [name, setName] = useState(before);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") return;
    void act(
      async () => {
        await rename({ variables: { id: roomId, name: name.trim() } });
        onClose();
      },
      { reread: onChange },
    );
  };
  return (
    <Sheet title={t.renameTitle} onClose={onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <Field
          label={t.name}
          value={name}
          onValue={setName}
          maxLength={ROOM_NAME_MAX}
          error={name.trim() === "" ? t.nameNeeded : null}
          autoComplete="off"
          data-autofocus
        />
        <div className={classes.buttons}>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary" loading={isBusy} disabled={name.trim() === before}>
            {common.save}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
