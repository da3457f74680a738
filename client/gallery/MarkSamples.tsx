import { Avatar, AVATAR_SIZES } from "../ui/Avatar.tsx";
import { AvatarGroup } from "../ui/AvatarGroup.tsx";
import { Badge } from "../ui/Badge.tsx";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { IconMessageCircle, IconPlus, IconSearch } from "../ui/icons.tsx";
import { LoadingBlock } from "../ui/LoadingBlock.tsx";
import { Pagination } from "../ui/Pagination.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Spinner } from "../ui/Spinner.tsx";
import { Tabs } from "../ui/Tabs.tsx";
import { TruncatedLink } from "../ui/TruncatedLink.tsx";
import { Sample, Shelf } from "./Shelf.tsx";

const VARIANTS = ["primary", "default", "subtle", "danger"] as const;
const SIZES = ["sm", "md", "lg"] as const;
const COUNTS = [0, 1, 12, 99, 100, 12_345];
const TYPES = [1, 2, 3];
const NAMES = ["林夕", "Ada", "😀 smile", "🇨🇳", "Bob", "陈默", "周周"];
const PEOPLE = NAMES.map((nickname, index) => ({ id: String(index), nickname, avatarUrl: null }));
const ICON_PX = 16;

/** Shows what is looked at and clicked: buttons, avatars, badges, spinners, links. */
export function MarkSamples() {
  return (
    <>
      <ButtonShelf />
      <AvatarShelf />
      <BadgeShelf />
      <WaitingShelf />
      <ListShelf />
    </>
  );
}

function ButtonShelf() {
  return (
    <Shelf name="Button">
      {VARIANTS.map((variant) => (
        <Sample key={variant} name={variant}>
          {SIZES.map((size) => (
            <Button key={size} variant={variant} size={size} icon={<IconPlus size={ICON_PX} />}>
              {size}
            </Button>
          ))}
          <Button variant={variant} loading>
            loading
          </Button>
          <Button variant={variant} disabled>
            disabled
          </Button>
          <Button variant={variant} to="/dev/gallery">
            link
          </Button>
        </Sample>
      ))}
      <Sample name="fullWidth">
        <Button variant="primary" fullWidth>
          确定
        </Button>
      </Sample>
    </Shelf>
  );
}

function AvatarShelf() {
  return (
    <Shelf name="Avatar">
      <Sample name="sizes">
        {Object.keys(AVATAR_SIZES).map((size) => (
          <Avatar key={size} name={size} src={null} size={size as keyof typeof AVATAR_SIZES} />
        ))}
      </Sample>
      <Sample name="names, circle">
        {NAMES.map((name) => (
          <Avatar key={name} name={name} src={null} circle />
        ))}
      </Sample>
      <Sample name="picture, broken picture">
        <Avatar name="Logo" src="/favicon.svg" />
        <Avatar name="Gone" src="/gone.png" />
      </Sample>
      <Sample name="userType 1, 2, 3">
        {TYPES.map((userType) => (
          <Avatar key={userType} name="Ada" src={null} userType={userType} />
        ))}
        {TYPES.map((userType) => (
          <Avatar key={userType} name="林夕" src={null} userType={userType} circle size="middle" />
        ))}
      </Sample>
      <Sample name="AvatarGroup">
        <AvatarGroup people={PEOPLE} maxCount={5} label="7" />
        <AvatarGroup people={PEOPLE} maxCount={4} total={120} size="primary" label="120" />
        <AvatarGroup people={PEOPLE.slice(0, 3)} maxCount={5} label="3" circle={false} />
      </Sample>
    </Shelf>
  );
}

function BadgeShelf() {
  return (
    <Shelf name="Badge">
      <Sample name="in the line">
        {COUNTS.map((count) => (
          <Badge key={count} count={count} />
        ))}
      </Sample>
      <Sample name="on an icon">
        {COUNTS.map((count) => (
          <Badge key={count} count={count} label={`${count} unread`}>
            <IconMessageCircle size={24} />
          </Badge>
        ))}
      </Sample>
    </Shelf>
  );
}

function WaitingShelf() {
  return (
    <Shelf name="Waiting">
      <Sample name="Spinner">
        {SIZES.map((size) => (
          <Spinner key={size} size={size} />
        ))}
        {SIZES.map((size) => (
          <Spinner key={size} size={size} type="spoked" />
        ))}
      </Sample>
      <Sample name="LoadingBlock">
        <LoadingBlock size="sm" text="正在搜索…" />
        <LoadingBlock />
      </Sample>
      <Skeleton rows={2} />
    </Shelf>
  );
}

function ListShelf() {
  return (
    <Shelf name="Links and lists">
      <Sample name="TruncatedLink">
        <TruncatedLink href="https://example.org/a/very/long/path?with=a&query=too" />
        <TruncatedLink href="https://example.org/" text="一二三四五六七八九十一二三四五六七八九十一二" />
        <TruncatedLink href="/thread/1" />
      </Sample>
      <Sample name="Tabs">
        <Tabs
          label="Tabs"
          current="a"
          tabs={[
            { key: "a", label: "帖子", to: "/dev/gallery", count: 12 },
            { key: "b", label: "回复", to: "/dev/gallery?b" },
          ]}
        />
      </Sample>
      <Sample name="Pagination">
        <Pagination page={5} pageCount={12} hrefOf={(page) => `/dev/gallery?page=${page}`} />
      </Sample>
      <EmptyState
        icon={<IconSearch size={28} />}
        title="没有结果"
        text="换一个关键词试试。"
        action={<Button>查看全部</Button>}
      />
    </Shelf>
  );
}
