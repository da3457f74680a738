/** Columns of tables of Discourse with their kinds, as far as a reader may need them. */
export const SCHEMA: Readonly<Record<string, string>> = {
  schema_migrations: "version character varying",
  site_settings: "id integer, name character varying, data_type integer, value text",
  users:
    "id integer, username character varying(60), created_at timestamp without time zone, name character varying, " +
    "last_seen_at timestamp without time zone, admin boolean, trust_level integer, approved boolean, ip_address inet, " +
    "suspended_till timestamp without time zone, moderator boolean, uploaded_avatar_id integer, primary_group_id integer, " +
    "username_lower character varying(60), active boolean, silenced_till timestamp without time zone, staged boolean",
  user_emails: 'id integer, user_id integer, email character varying(513), "primary" boolean',
  user_passwords:
    "id integer, user_id integer, password_hash character varying(64), password_salt character varying(32), " +
    "password_algorithm character varying(64)",
  user_profiles: "user_id integer, location text, bio_raw text",
  user_avatars: "id integer, user_id integer, custom_upload_id integer, gravatar_upload_id integer",
  user_auth_tokens: "id integer, user_id integer, auth_token character varying",
  user_fields: "id integer, name character varying",
  groups:
    "id integer, name character varying, full_name character varying, automatic boolean, visibility_level integer, " +
    "flair_color character varying",
  group_users: "id integer, group_id integer, user_id integer, owner boolean",
  categories:
    "id integer, name character varying(50), color character varying(6), slug character varying, description text, " +
    "read_restricted boolean, parent_category_id integer, position integer, created_at timestamp without time zone",
  category_groups: "id integer, category_id integer, group_id integer, permission_type integer",
  topics:
    "id integer, title character varying, created_at timestamp without time zone, views integer, user_id integer, " +
    "deleted_at timestamp without time zone, deleted_by_id integer, category_id integer, archetype character varying, " +
    "bumped_at timestamp without time zone, visible boolean, closed boolean, archived boolean, " +
    "pinned_at timestamp without time zone, pinned_until timestamp without time zone",
  discourse_solved_solved_topics: "id bigint, topic_id integer, answer_post_id integer",
  topic_custom_fields: "id integer, topic_id integer, name character varying, value text",
  posts:
    "id integer, user_id integer, topic_id integer, post_number integer, raw text, cooked text, " +
    "created_at timestamp without time zone, reply_to_post_number integer, deleted_at timestamp without time zone, " +
    "deleted_by_id integer, user_deleted boolean, post_type integer, version integer, " +
    "last_version_at timestamp without time zone, hidden boolean, hidden_at timestamp without time zone",
  post_actions:
    "id integer, post_id integer, user_id integer, post_action_type_id integer, deleted_at timestamp without time zone, " +
    "created_at timestamp without time zone",
  discourse_reactions_reaction_users:
    "id bigint, reaction_id integer, user_id integer, post_id integer, created_at timestamp without time zone",
  bookmarks:
    "id bigint, user_id bigint, bookmarkable_id integer, bookmarkable_type character varying, " +
    "created_at timestamp without time zone",
  topic_users:
    "id integer, user_id integer, topic_id integer, notification_level integer, last_read_post_number integer, " +
    "notifications_changed_at timestamp without time zone",
  category_users: "id integer, category_id integer, user_id integer, notification_level integer",
  tag_users: "id integer, tag_id integer, user_id integer, notification_level integer",
  muted_users: "id integer, user_id integer, muted_user_id integer, created_at timestamp without time zone",
  ignored_users:
    "id bigint, user_id integer, ignored_user_id integer, created_at timestamp without time zone, " +
    "expiring_at timestamp without time zone",
  topic_allowed_users: "id integer, user_id integer, topic_id integer",
  topic_allowed_groups: "id integer, group_id integer, topic_id integer",
  tags: "id integer, name character varying, target_tag_id integer, created_at timestamp without time zone",
  topic_tags: "id integer, topic_id integer, tag_id integer",
  tag_group_memberships: "id integer, tag_id integer, tag_group_id integer",
  tag_group_permissions: "id bigint, tag_group_id bigint, group_id bigint, permission_type integer",
  uploads:
    "id integer, user_id integer, original_filename character varying, filesize bigint, url character varying, " +
    "created_at timestamp without time zone, sha1 character varying(40), original_sha1 character varying",
  permalinks:
    "id integer, url character varying(1000), topic_id integer, post_id integer, category_id integer, tag_id integer, " +
    "external_url character varying(1000)",
  polls:
    "id bigint, post_id integer, name character varying, close_at timestamp without time zone, " +
    "type integer, status integer, results integer, visibility integer, min integer, max integer, step integer, " +
    "anonymous_voters integer, created_at timestamp without time zone, updated_at timestamp without time zone, " +
    "chart_type integer, groups character varying, title character varying",
  poll_options: "id bigint, poll_id bigint, html text, anonymous_votes integer",
  poll_votes:
    "poll_id bigint, poll_option_id bigint, user_id bigint, created_at timestamp without time zone, rank integer",
  reviewables: "id bigint, type character varying, status integer, payload json",
  watched_words: "id integer, word character varying, action integer, replacement character varying",
  invites:
    "id integer, invite_key character varying(32), email character varying, invited_by_id integer, " +
    "created_at timestamp without time zone, expires_at timestamp without time zone, " +
    "deleted_at timestamp without time zone, invalidated_at timestamp without time zone, " +
    "max_redemptions_allowed integer, redemption_count integer",
  invited_users:
    "id bigint, user_id integer, invite_id integer, redeemed_at timestamp without time zone, " +
    "created_at timestamp without time zone",
};
