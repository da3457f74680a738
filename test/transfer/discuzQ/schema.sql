-- Tables of Discuz! Q 3 as its migrations make them, with the columns that the reader needs and some that it does not.

-- Amounts have a sign, as on sites whose tables were altered.

CREATE TABLE `pre_users` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY,
  `username` varchar(100) NULL,
  `password` varchar(100) NULL,
  `pay_password` varchar(100) NULL,
  `mobile` varchar(20) NULL,
  `last_login_ip` varchar(45) NULL,
  `register_ip` varchar(45) NULL,
  `register_reason` varchar(50) NULL,
  `thread_count` int unsigned NULL,
  `follow_count` int unsigned NULL,
  `fans_count` int unsigned NULL,
  `status` tinyint NULL,
  `avatar` varchar(255) NULL,
  `identity` char(18) NULL,
  `realname` varchar(20) NULL,
  `avatar_at` datetime NULL,
  `login_at` datetime NULL,
  `joined_at` datetime NULL,
  `expired_at` datetime NULL,
  `created_at` datetime NULL,
  `updated_at` datetime NULL,
  `username_bout` int NULL,
  `signature` varchar(255) NULL,
  `liked_count` int unsigned NULL,
  `register_port` int unsigned NULL,
  `last_login_port` int unsigned NULL,
  `question_count` int unsigned NULL,
  `reject_reason` varchar(100) NULL,
  `bind_type` tinyint NULL,
  `nickname` varchar(100) NULL,
  `background` varchar(255) NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE TABLE `pre_groups` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY,
  `name` varchar(255) NULL,
  `type` varchar(50) NULL,
  `color` varchar(20) NULL,
  `icon` varchar(100) NULL,
  `default` tinyint NULL,
  `is_display` tinyint unsigned NULL,
  `is_paid` tinyint unsigned NULL,
  `fee` decimal(10, 2) NULL,
  `days` bigint unsigned NULL,
  `scale` float(3, 1) NULL,
  `is_subordinate` tinyint NULL,
  `is_commission` tinyint NULL,
  `level` int unsigned NULL,
  `description` varchar(255) NULL,
  `notice` varchar(255) NULL,
  `time_range` int NULL,
  `content_range` int NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE TABLE `pre_group_permission` (
  `group_id` bigint unsigned NOT NULL,
  `permission` varchar(191) NOT NULL,
  PRIMARY KEY (`group_id`, `permission`)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE TABLE `pre_group_user` (
  `group_id` bigint unsigned NULL,
  `user_id` bigint unsigned NULL,
  `expiration_time` datetime NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE TABLE `pre_group_user_mqs` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY,
  `group_id` bigint NULL,
  `user_id` bigint NULL,
  `remain_days` int unsigned NULL,
  `created_at` timestamp NULL,
  `updated_at` timestamp NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE TABLE `pre_group_paid_users` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY,
  `user_id` bigint unsigned NULL,
  `group_id` bigint unsigned NULL,
  `order_id` bigint unsigned NULL,
  `operator_id` bigint unsigned NULL,
  `delete_type` tinyint unsigned NULL,
  `expiration_time` datetime NULL,
  `created_at` datetime NULL,
  `updated_at` datetime NULL,
  `deleted_at` datetime NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE TABLE `pre_categories` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY,
  `name` varchar(255) NULL,
  `description` text NULL,
  `icon` varchar(255) NULL,
  `sort` smallint unsigned NULL,
  `property` tinyint unsigned NULL,
  `thread_count` int unsigned NULL,
  `ip` varchar(45) NULL,
  `created_at` datetime NULL,
  `updated_at` datetime NULL,
  `moderators` varchar(100) NULL,
  `parentid` bigint unsigned NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE TABLE `pre_threads` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY,
  `user_id` bigint unsigned NULL,
  `last_posted_user_id` bigint unsigned NULL,
  `category_id` int NULL,
  `type` tinyint NULL,
  `title` varchar(255) NULL,
  `price` decimal(8, 2) NULL,
  `post_count` int NULL,
  `view_count` int NULL,
  `created_at` datetime NULL,
  `updated_at` datetime NULL,
  `deleted_at` datetime NULL,
  `deleted_user_id` bigint unsigned NULL,
  `is_approved` tinyint NULL,
  `is_sticky` tinyint NULL,
  `is_essence` tinyint NULL,
  `free_words` float unsigned NULL,
  `paid_count` int unsigned NULL,
  `rewarded_count` int unsigned NULL,
  `longitude` decimal(10, 7) NULL,
  `latitude` decimal(10, 7) NULL,
  `location` varchar(100) NULL,
  `address` varchar(100) NULL,
  `is_site` tinyint unsigned NULL,
  `attachment_price` decimal(8, 2) NULL,
  `is_anonymous` tinyint NULL,
  `is_display` tinyint NULL,
  `is_red_packet` tinyint NULL,
  `is_draft` tinyint NULL,
  `posted_at` datetime NULL,
  `share_count` int unsigned NULL,
  `source` tinyint unsigned NULL,
  `issue_at` datetime NULL,
  `is_poster` tinyint NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE TABLE `pre_posts` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY,
  `user_id` bigint unsigned NULL,
  `thread_id` bigint unsigned NULL,
  `reply_post_id` bigint unsigned NULL,
  `reply_user_id` bigint unsigned NULL,
  `content` mediumtext NULL,
  `ip` varchar(45) NULL,
  `reply_count` int NULL,
  `like_count` int NULL,
  `created_at` datetime NULL,
  `updated_at` datetime NULL,
  `deleted_at` datetime NULL,
  `deleted_user_id` bigint unsigned NULL,
  `is_first` tinyint NULL,
  `is_comment` tinyint NULL,
  `is_approved` tinyint NULL,
  `port` int unsigned NULL,
  `comment_post_id` bigint unsigned NULL,
  `comment_user_id` bigint unsigned NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE TABLE `pre_thread_tom` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY,
  `thread_id` bigint unsigned NULL,
  `tom_type` varchar(50) NULL,
  `key` varchar(50) NULL,
  `value` mediumtext NULL,
  `status` tinyint NULL,
  `created_at` timestamp NULL,
  `updated_at` timestamp NULL,
  `price_type` tinyint NULL,
  `price_ids` varchar(255) NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE TABLE `pre_thread_topic` (
  `thread_id` bigint unsigned NOT NULL,
  `topic_id` bigint unsigned NOT NULL,
  `created_at` datetime NULL,
  PRIMARY KEY (`thread_id`, `topic_id`)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE TABLE `pre_topics` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY,
  `user_id` bigint unsigned NULL,
  `content` text NULL,
  `thread_count` int unsigned NULL,
  `view_count` int unsigned NULL,
  `updated_at` datetime NULL,
  `created_at` datetime NULL,
  `recommended` tinyint unsigned NULL,
  `recommended_at` datetime NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE TABLE `pre_thread_video` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY,
  `thread_id` bigint unsigned NULL,
  `user_id` bigint unsigned NULL,
  `status` tinyint NULL,
  `reason` varchar(255) NULL,
  `file_name` varchar(255) NULL,
  `file_id` varchar(255) NULL,
  `media_url` varchar(255) NULL,
  `cover_url` varchar(255) NULL,
  `created_at` datetime NULL,
  `updated_at` datetime NULL,
  `post_id` bigint unsigned NULL,
  `type` tinyint unsigned NULL,
  `width` int unsigned NULL,
  `height` int unsigned NULL,
  `duration` decimal(10, 2) NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE TABLE `pre_thread_votes` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY,
  `thread_id` bigint unsigned NULL,
  `vote_title` varchar(255) NULL,
  `choice_type` tinyint NULL,
  `vote_users` int unsigned NULL,
  `created_at` timestamp NULL,
  `updated_at` timestamp NULL,
  `expired_at` timestamp NULL,
  `deleted_at` timestamp NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE TABLE `pre_thread_vote_subitems` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY,
  `thread_vote_id` bigint unsigned NULL,
  `content` varchar(255) NULL,
  `vote_count` int unsigned NULL,
  `created_at` timestamp NULL,
  `updated_at` timestamp NULL,
  `deleted_at` timestamp NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE TABLE `pre_thread_vote_users` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY,
  `user_id` bigint unsigned NULL,
  `thread_id` bigint unsigned NULL,
  `thread_vote_subitem_id` bigint unsigned NULL,
  `created_at` timestamp NULL,
  `updated_at` timestamp NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE TABLE `pre_attachments` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY,
  `uuid` char(36) NULL,
  `user_id` bigint unsigned NULL,
  `is_remote` tinyint unsigned NULL,
  `is_approved` tinyint unsigned NULL,
  `attachment` varchar(255) NULL,
  `file_path` varchar(255) NULL,
  `file_name` varchar(255) NULL,
  `file_size` int unsigned NULL,
  `file_type` varchar(255) NULL,
  `ip` varchar(45) NULL,
  `created_at` datetime NULL,
  `updated_at` datetime NULL,
  `order` tinyint unsigned NULL,
  `type` smallint unsigned NULL,
  `type_id` bigint unsigned NULL,
  `file_height` bigint unsigned NULL,
  `file_width` bigint unsigned NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE TABLE `pre_thread_user` (
  `thread_id` bigint unsigned NOT NULL,
  `user_id` bigint unsigned NOT NULL,
  `created_at` datetime NULL,
  PRIMARY KEY (`thread_id`, `user_id`)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE TABLE `pre_post_user` (
  `post_id` bigint unsigned NOT NULL,
  `user_id` bigint unsigned NOT NULL,
  `created_at` datetime NULL,
  PRIMARY KEY (`post_id`, `user_id`)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE TABLE `pre_user_follow` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY,
  `from_user_id` bigint unsigned NULL,
  `to_user_id` bigint unsigned NULL,
  `is_mutual` tinyint NULL,
  `created_at` datetime NULL,
  `updated_at` datetime NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE TABLE `pre_deny_users` (
  `user_id` bigint unsigned NULL,
  `deny_user_id` bigint unsigned NULL,
  `created_at` datetime NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE TABLE `pre_dialog` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY,
  `dialog_message_id` bigint unsigned NULL,
  `sender_user_id` bigint unsigned NULL,
  `recipient_user_id` bigint unsigned NULL,
  `created_at` datetime NULL,
  `updated_at` datetime NULL,
  `sender_read_at` datetime NULL,
  `recipient_read_at` datetime NULL,
  `sender_deleted_at` datetime NULL,
  `recipient_deleted_at` datetime NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE TABLE `pre_dialog_message` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY,
  `dialog_id` bigint unsigned NULL,
  `user_id` bigint unsigned NULL,
  `message_text` text NULL,
  `created_at` datetime NULL,
  `updated_at` datetime NULL,
  `attachment_id` bigint unsigned NULL,
  `read_status` tinyint unsigned NULL,
  `status` tinyint unsigned NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE TABLE `pre_stop_words` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY,
  `user_id` bigint unsigned NULL,
  `ugc` varchar(10) NULL,
  `username` varchar(10) NULL,
  `find` varchar(255) NULL,
  `replacement` varchar(255) NULL,
  `created_at` datetime NULL,
  `updated_at` datetime NULL,
  `signature` varchar(10) NULL,
  `dialog` varchar(10) NULL,
  `nickname` varchar(100) NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE TABLE `pre_invites` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY,
  `group_id` bigint unsigned NULL,
  `type` tinyint unsigned NULL,
  `code` char(32) NULL,
  `dateline` int unsigned NULL,
  `endtime` int unsigned NULL,
  `user_id` bigint unsigned NULL,
  `to_user_id` bigint unsigned NULL,
  `status` tinyint unsigned NULL,
  `created_at` datetime NULL,
  `updated_at` datetime NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE TABLE `pre_invite_users` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY,
  `invite_id` int unsigned NULL,
  `code` char(32) NULL,
  `user_id` int unsigned NULL,
  `to_user_id` int unsigned NULL,
  `created_at` timestamp NULL,
  `updated_at` timestamp NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE TABLE `pre_user_distributions` (
  `pid` bigint unsigned NULL,
  `user_id` bigint unsigned NULL,
  `be_scale` float(3, 1) NULL,
  `level` tinyint NULL,
  `updated_at` datetime NULL,
  `created_at` datetime NULL,
  `is_subordinate` tinyint NULL,
  `is_commission` tinyint NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE TABLE `pre_user_wechats` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY,
  `user_id` bigint unsigned NULL,
  `mp_openid` varchar(30) NULL,
  `dev_openid` varchar(30) NULL,
  `min_openid` varchar(30) NULL,
  `nickname` varchar(50) NULL,
  `sex` tinyint NULL,
  `province` varchar(100) NULL,
  `city` varchar(100) NULL,
  `country` varchar(100) NULL,
  `headimgurl` varchar(255) NULL,
  `privilege` varchar(255) NULL,
  `unionid` varchar(30) NULL,
  `created_at` datetime NULL,
  `updated_at` datetime NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE TABLE `pre_admin_sign_in_fields` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY,
  `name` varchar(20) NULL,
  `type` tinyint NULL,
  `fields_ext` text NULL,
  `fields_desc` text NULL,
  `sort` tinyint NULL,
  `status` tinyint NULL,
  `required` tinyint NULL,
  `created_at` timestamp NULL,
  `updated_at` timestamp NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE TABLE `pre_user_sign_in_fields` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY,
  `user_id` bigint unsigned NULL,
  `name` varchar(20) NULL,
  `type` tinyint NULL,
  `fields_ext` text NULL,
  `fields_desc` text NULL,
  `remark` varchar(200) NULL,
  `sort` tinyint NULL,
  `status` tinyint NULL,
  `required` tinyint NULL,
  `created_at` timestamp NULL,
  `updated_at` timestamp NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE TABLE `pre_settings` (
  `key` varchar(100) NOT NULL,
  `value` text NULL,
  `tag` varchar(100) NOT NULL,
  PRIMARY KEY (`key`, `tag`)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE TABLE `pre_user_wallets` (
  `user_id` bigint unsigned NOT NULL,
  `available_amount` decimal(10, 2) NULL,
  `freeze_amount` decimal(10, 2) NULL,
  `wallet_status` tinyint unsigned NULL,
  `created_at` datetime NULL,
  `updated_at` datetime NULL,
  PRIMARY KEY (`user_id`)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE TABLE `pre_user_wallet_logs` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY,
  `user_id` bigint unsigned NULL,
  `change_available_amount` decimal(10, 2) NULL,
  `change_freeze_amount` decimal(10, 2) NULL,
  `change_type` smallint unsigned NULL,
  `change_desc` varchar(255) NULL,
  `order_id` bigint unsigned NULL,
  `user_wallet_cash_id` bigint unsigned NULL,
  `created_at` datetime NULL,
  `updated_at` datetime NULL,
  `source_user_id` bigint unsigned NULL,
  `question_id` bigint unsigned NULL,
  `thread_id` bigint unsigned NULL,
  `post_id` bigint unsigned NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE TABLE `pre_user_wallet_cash` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY,
  `user_id` bigint unsigned NULL,
  `cash_sn` bigint unsigned NULL,
  `cash_charge` decimal(10, 2) NULL,
  `cash_actual_amount` decimal(10, 2) NULL,
  `cash_apply_amount` decimal(10, 2) NULL,
  `cash_status` tinyint unsigned NULL,
  `remark` varchar(255) NULL,
  `trade_time` datetime NULL,
  `trade_no` varchar(64) NULL,
  `error_code` varchar(64) NULL,
  `error_message` varchar(64) NULL,
  `refunds_status` tinyint unsigned NULL,
  `created_at` datetime NULL,
  `updated_at` datetime NULL,
  `cash_type` tinyint NULL,
  `cash_mobile` varchar(20) NULL,
  `receive_account` varchar(255) NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE TABLE `pre_orders` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY,
  `order_sn` char(22) NULL,
  `payment_sn` varchar(20) NULL,
  `amount` decimal(10, 2) NULL,
  `master_amount` decimal(10, 2) NULL,
  `user_id` bigint unsigned NULL,
  `payee_id` bigint unsigned NULL,
  `type` tinyint unsigned NULL,
  `thread_id` bigint unsigned NULL,
  `status` tinyint unsigned NULL,
  `payment_type` smallint unsigned NULL,
  `created_at` datetime NULL,
  `updated_at` datetime NULL,
  `is_anonymous` tinyint unsigned NULL,
  `group_id` bigint unsigned NULL,
  `expired_at` datetime NULL,
  `author_amount` decimal(10, 2) NULL,
  `be_scale` float(3, 1) NULL,
  `third_party_id` bigint unsigned NULL,
  `third_party_amount` decimal(8, 2) NULL,
  `post_id` bigint unsigned NULL,
  `refund` decimal(10, 2) NULL,
  `return_at` timestamp NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE TABLE `pre_thread_red_packets` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY,
  `thread_id` bigint unsigned NULL,
  `post_id` bigint unsigned NULL,
  `rule` tinyint NULL,
  `condition` tinyint NULL,
  `likenum` tinyint NULL,
  `money` decimal(10, 2) NULL,
  `number` int NULL,
  `remain_money` decimal(10, 2) NULL,
  `remain_number` int NULL,
  `status` tinyint NULL,
  `created_at` timestamp NULL,
  `updated_at` timestamp NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE TABLE `pre_thread_rewards` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY,
  `thread_id` bigint unsigned NULL,
  `post_id` bigint unsigned NULL,
  `type` tinyint NULL,
  `user_id` bigint unsigned NULL,
  `answer_id` bigint unsigned NULL,
  `money` decimal(10, 2) NULL,
  `remain_money` decimal(10, 2) NULL,
  `created_at` timestamp NULL,
  `updated_at` timestamp NULL,
  `expired_at` timestamp NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE TABLE `pre_questions` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY,
  `thread_id` bigint unsigned NULL,
  `user_id` bigint unsigned NULL,
  `be_user_id` bigint unsigned NULL,
  `content` text NULL,
  `ip` varchar(45) NULL,
  `port` int unsigned NULL,
  `price` decimal(8, 2) NULL,
  `onlooker_unit_price` decimal(8, 2) NULL,
  `onlooker_price` decimal(8, 2) NULL,
  `onlooker_number` bigint unsigned NULL,
  `is_onlooker` tinyint NULL,
  `is_answer` tinyint NULL,
  `is_approved` tinyint NULL,
  `updated_at` datetime NULL,
  `created_at` datetime NULL,
  `expired_at` datetime NULL,
  `answered_at` datetime NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

CREATE TABLE `pre_migrations` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY,
  `migration` varchar(255) NULL,
  `batch` int NULL
) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
