import { useNavigate } from "react-router-dom";
import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import { useAnswerRoomInvitationMutation } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { PageHead } from "../../../layout/PageHead.tsx";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/Button.tsx";
import { askUnread } from "../../unread/serverEvents.ts";
import { dropRoom } from "./dropRoom.ts";
import { RoomFace } from "./RoomFace.tsx";
import classes from "./RoomView.module.css";
import { roomInvitationTexts } from "./rooms.texts.ts";

const RoomInvitation_room = graphql(`
  fragment RoomInvitation_room on Room {
    id
    name
    memberCount
    owner {
      id
      nickname
    }
    invitedBy {
      id
      nickname
    }
  }
`);
graphql(`
  mutation AnswerRoomInvitation($id: ID!, $accept: Boolean!) {
    answerRoomInvitation(id: $id, accept: $accept) {
      id
      ...RoomView_room
    }
  }
`);

interface Props {
  room: FragmentType<typeof RoomInvitation_room>;
  /** Reads the messages after the viewer has joined. */
  onJoined: () => Promise<unknown>;
}

/** Invitation to a group chat, with who invites and who owns it: join or decline. */
export function RoomInvitation({ room: masked, onJoined }: Props) {
  const { id, name, memberCount, owner, invitedBy } = readFragment(RoomInvitation_room, masked);
  const t = useTexts(roomInvitationTexts);
  const navigate = useNavigate();
  const { act, isBusy } = useAct();
  const [answer] = useAnswerRoomInvitationMutation();

  const join = () =>
    act(async () => {
      await answer({ variables: { id, accept: true } });
      askUnread();
      await onJoined();
    });
  const decline = () =>
    act(
      async () => {
        await answer({
          variables: { id, accept: false },
          update: (cache) => dropRoom(cache, id),
        });
        askUnread();
        void navigate("/message?page=index", { replace: true });
      },
      { done: t.declined },
    );

  return (
    <>
      <PageHead title={name} noIndex />
      <div className={classes.invitation}>
        <RoomFace name={name} size="huge" />
        <h1 className={classes.invitedTo}>
          <bdi>{name}</bdi>
        </h1>
        <p>
          <bdi>{invitedBy ? t.by(invitedBy.nickname) : t.unknown}</bdi>
        </p>
        <p className={classes.about}>
          <bdi>{t.about(memberCount, owner.nickname)}</bdi>
        </p>
        <p className={classes.about}>{t.note}</p>
        <div className={classes.answers}>
          <Button disabled={isBusy} onClick={() => void decline()}>
            {t.decline}
          </Button>
          <Button variant="primary" loading={isBusy} onClick={() => void join()}>
            {t.join}
          </Button>
        </div>
      </div>
    </>
  );
}
