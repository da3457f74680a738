import { useNavigate } from "react-router-dom";
import { graphql } from "../../../gql/gql.ts";
import {
  useGiveRoomMutation,
  useLeaveRoomMutation,
  useMuteRoomMutation,
  useRemoveFromRoomMutation,
} from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { act } from "../../../ui/act.ts";
import { useConfirm } from "../../../ui/confirm.tsx";
import { askUnread } from "../../unread/serverEvents.ts";
import { dropRoom } from "./dropRoom.ts";
import { roomMemberTexts, roomTexts } from "./rooms.texts.ts";

graphql(`
  mutation MuteRoom($id: ID!, $isMuted: Boolean!) {
    muteRoom(id: $id, isMuted: $isMuted) {
      id
      isMuted
    }
  }
`);
graphql(`
  mutation LeaveRoom($id: ID!) {
    leaveRoom(id: $id)
  }
`);
graphql(`
  mutation RemoveFromRoom($id: ID!, $userId: ID!) {
    removeFromRoom(id: $id, userId: $userId) {
      id
      ...RoomView_room
    }
  }
`);
graphql(`
  mutation GiveRoom($id: ID!, $userId: ID!) {
    giveRoom(id: $id, userId: $userId) {
      id
      ...RoomView_room
    }
  }
`);

interface Person {
  id: string;
  nickname: string;
}

/**
 * Gives the actions on a group chat; those that cannot be undone ask first.
 * @param onChange reads what a change has added to the messages
 */
export function useRoomActions(roomId: string, onChange: () => Promise<void>) {
  const t = useTexts(roomTexts);
  const of = useTexts(roomMemberTexts);
  const confirm = useConfirm();
  const navigate = useNavigate();
  const [muteRoom] = useMuteRoomMutation();
  const [leaveRoom] = useLeaveRoomMutation();
  const [removeFromRoom] = useRemoveFromRoomMutation();
  const [giveRoom] = useGiveRoomMutation();

  return {
    mute: (isMuted: boolean) =>
      act(
        async () => {
          await muteRoom({ variables: { id: roomId, isMuted } });
          askUnread();
        },
        { key: `muteRoom ${roomId}` },
      ),
    async leave({ isOwner, isLast }: { isOwner: boolean; isLast: boolean }): Promise<void> {
      const text = isLast ? t.leaveLastText : isOwner ? t.leaveOwnerText : t.leaveText;
      if (!(await confirm({ title: t.leaveQuestion, text, action: t.leave, danger: true }))) return;
      await act(
        async () => {
          await leaveRoom({ variables: { id: roomId }, update: (cache) => dropRoom(cache, roomId) });
          askUnread();
          await navigate("/message?page=index", { replace: true });
        },
        { key: `leaveRoom ${roomId}`, done: t.left },
      );
    },
    async remove({ id, nickname }: Person): Promise<void> {
      const question = {
        title: of.removeQuestion(nickname),
        text: of.removeText,
        action: of.remove,
        danger: true,
      };
      if (!(await confirm(question))) return;
      await act(() => removeFromRoom({ variables: { id: roomId, userId: id } }), {
        key: `removeFromRoom ${roomId} ${id}`,
        reread: onChange,
      });
    },
    /** Takes an invitation back, which can be sent again: without a question. */
    withdraw: ({ id }: Person) =>
      act(() => removeFromRoom({ variables: { id: roomId, userId: id } }), {
        key: `removeFromRoom ${roomId} ${id}`,
        reread: onChange,
      }),
    async give({ id, nickname }: Person): Promise<void> {
      const question = { title: of.giveQuestion(nickname), text: of.giveText, action: of.give };
      if (!(await confirm(question))) return;
      await act(() => giveRoom({ variables: { id: roomId, userId: id } }), {
        key: `giveRoom ${roomId}`,
        reread: onChange,
      });
    },
  };
}
