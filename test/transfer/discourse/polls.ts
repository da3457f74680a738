type Row = Readonly<Record<string, string | number | boolean | null>>;

const [NOON, LATER] = ["2021-03-04 12:00:00", "2021-03-05 00:30:00"];

/** Places by preference, under a question that is longer than ours can be. */
export const PLACES = `[poll name=places type=ranked_choice results=on_close]
# Which of these three places is the best?
* Hills
* Sea
* City
[/poll]`;
/** A text with a poll in its middle. */
export const DAYS = `news text

[poll type=multiple max=2 results=on_vote public=true]
* Monday
* Tuesday
* Never
[/poll]
until then`;

const poll = (id: number, postId: number, more: Row = {}): Row => ({
  id,
  post_id: postId,
  name: "poll",
  type: 0,
  status: 0,
  results: 0,
  visibility: 0,
  created_at: NOON,
  updated_at: NOON,
  ...more,
});
const choices = (pollId: number, ...texts: string[]): Row[] =>
  texts.map((html, at) => ({ id: pollId * 10 + at + 1, poll_id: pollId, html, anonymous_votes: null }));
const vote = (pollId: number, optionId: number, userId: number, rank = 0): Row => ({
  poll_id: pollId,
  poll_option_id: optionId,
  user_id: userId,
  rank,
  created_at: LATER,
});

/** Polls of the community, with their choices and votes. */
export const POLL_ROWS: Readonly<Record<string, readonly Row[]>> = {
  polls: [
    poll(1, 1001, { visibility: 1, anonymous_voters: 1 }),
    poll(2, 1002, { name: "later", results: 1 }),
    poll(3, 1010, { name: "places", type: 3, results: 2, status: 1, updated_at: LATER }),
    poll(4, 1001, { name: "second", type: 2, min: 1, max: 2, step: 1 }),
    poll(5, 1070, {
      type: 1,
      results: 1,
      max: 2,
      visibility: 1,
      close_at: "2038-01-01 00:00:00",
      title: "Days &amp; times",
    }),
    poll(6, 1080, { results: 3, status: 1 }),
    poll(7, 1040, { groups: "club" }),
    // The text has it no more.
    poll(8, 1030, {}),
  ],
  poll_options: [
    { id: 11, poll_id: 1, html: "猫 | <i>cat</i>", anonymous_votes: 1 },
    { id: 12, poll_id: 1, html: "狗", anonymous_votes: null },
    { id: 21, poll_id: 2, html: "A", anonymous_votes: null },
    ...choices(3, "Hills", "Sea", "City"),
    ...choices(4, "1", "2"),
    ...choices(5, "Monday", "Tuesday", "Never"),
    ...choices(6, "A", "B"),
    ...choices(7, "A", "B"),
    ...choices(8, "A", "B"),
  ],
  poll_votes: [
    vote(1, 11, 2),
    vote(1, 11, 3),
    vote(1, 12, 1),
    vote(2, 21, 1),
    vote(3, 31, 8, 2),
    vote(3, 32, 8, 1),
    vote(3, 33, 8, 0),
    vote(3, 33, 2, 1),
    // Of a member who has left.
    vote(3, 33, 999, 1),
    vote(5, 51, 3),
    vote(5, 53, 3),
    vote(6, 61, 2),
    vote(7, 71, 2),
  ],
};
