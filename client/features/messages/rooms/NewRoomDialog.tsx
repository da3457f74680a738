import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router-dom";
import { errorOf } from "../../../apollo/errors.ts";
import { graphql } from "../../../gql/gql.ts";
import { useCreateRoomMutation } from "../../../gql/hooks.ts";
import { commonTexts } from "../../../i18n/common.texts.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { roomHref } from "../../../platform/chatAddress.ts";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Sheet } from "../../../ui/Sheet.tsx";
import { MemberPicker, type PickedMember } from "./MemberPicker.tsx";
import classes from "./RoomDialogs.module.css";
import { ROOM_MAX, ROOM_NAME_MAX } from "./roomLimits.ts";
import { roomMemberTexts } from "./rooms.texts.ts";

graphql(`
  mutation CreateRoom($input: CreateRoomInput!) {
    createRoom(input: $input) {
      id
    }
  }
`);

/** Opens a group chat: its name, and the members who are invited. What was typed stays if it could not be created. */
export function NewRoomDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(roomMemberTexts);
  const common = useTexts(commonTexts);
  const navigate = useNavigate();
  const { act, isBusy } = useAct();
  const [create] = useCreateRoomMutation();
  const [name, setName] = useState("");
  const [picked, setPicked] = useState<readonly PickedMember[]>([]);
  const [isTried, setTried] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    setFailure(null);
    if (name.trim() === "" || picked.length === 0) return;
    void act(
      async () => {
        const input = { name: name.trim(), userIds: picked.map(({ id }) => id) };
        const { data } = await create({ variables: { input } });
        onClose();
        if (data) await navigate(roomHref(data.createRoom.id));
      },
      {
        failed: (_failure, error) => {
          setFailure(errorOf(error).message);
          return true;
        },
      },
    );
  };

  return (
    <Sheet title={t.newTitle} size="small" onClose={onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <Field
          label={t.name}
          value={name}
          onValue={setName}
          maxLength={ROOM_NAME_MAX}
          error={isTried && name.trim() === "" ? t.nameNeeded : null}
          autoComplete="off"
          data-autofocus
        />
        <MemberPicker
          picked={picked}
          onPicked={setPicked}
          max={ROOM_MAX - 1}
          error={isTried && picked.length === 0 ? t.peopleNeeded : null}
        />
        <p className={classes.failure} role="alert">
          {failure}
        </p>
        <div className={classes.buttons}>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary" loading={isBusy}>
            {t.create}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
