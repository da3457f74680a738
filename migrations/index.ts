import { Foundation1764000000001 } from "./001-foundation.ts";
import { Content1764000000002 } from "./002-content.ts";
import { Search1764000000003 } from "./003-search.ts";
import { Topics1764000000004 } from "./004-topics.ts";
import { Reading1764000000005 } from "./005-reading.ts";
import { Moderation1764000000006 } from "./006-moderation.ts";
import { Talk1764000000007 } from "./007-talk.ts";
import { DraftFiles1764000000008 } from "./008-draft-files.ts";
import { Review1764000000009 } from "./009-review.ts";
import { Push1764000000012 } from "./012-push.ts";
import { Channels1764000000010 } from "./010-channels.ts";
import { Watching1764000000013 } from "./013-watching.ts";
import { WordsAndFields1764000000061 } from "./006b-words-and-fields.ts";
import { Batches1764000000062 } from "./006c-batches.ts";
import { NoticeTemplates1764000000011 } from "./011-notice-templates.ts";
import { Words1764000000016 } from "./016-words.ts";
import { TopicCare1764000000015 } from "./015-topic-care.ts";
import { Undo1764000000017 } from "./017-undo.ts";
import { DeletedNotices1764000000018 } from "./018-deleted-notices.ts";
import { ExpiryWarnings1764000000019 } from "./019-expiry-warnings.ts";
import { DeliveryLog1764000000020 } from "./020-delivery-log.ts";
import { MemberOrder1764000000171 } from "./017b-member-order.ts";
import { ReportedMessages1764000000021 } from "./021-reported-messages.ts";
import { PlainText1764000000022 } from "./022-plain-text.ts";
import { Collation1764000000023 } from "./023-collation.ts";
import { Processes1764000000024 } from "./024-processes.ts";
import { ProgramMarks1764000000027 } from "./027-program-marks.ts";

/** Every change of the schema, in order; one list for both engines. Shipped entries are never edited. */
export const migrations = [
  Foundation1764000000001,
  Content1764000000002,
  Search1764000000003,
  Topics1764000000004,
  Reading1764000000005,
  Moderation1764000000006,
  Talk1764000000007,
  DraftFiles1764000000008,
  Review1764000000009,
  WordsAndFields1764000000061,
  Batches1764000000062,
  Push1764000000012,
  Channels1764000000010,
  Watching1764000000013,
  NoticeTemplates1764000000011,
  Words1764000000016,
  TopicCare1764000000015,
  Undo1764000000017,
  DeletedNotices1764000000018,
  ExpiryWarnings1764000000019,
  DeliveryLog1764000000020,
  MemberOrder1764000000171,
  ReportedMessages1764000000021,
  PlainText1764000000022,
  Collation1764000000023,
  Processes1764000000024,
  ProgramMarks1764000000027,
];
