-- A community of Discuz! X 3.4 with UCenter, with the traps of old databases. {charset} is that of the site.
ALTER DATABASE CHARACTER SET {charset};

CREATE TABLE pre_common_setting (skey varchar(255) NOT NULL PRIMARY KEY, svalue text NOT NULL);
INSERT INTO pre_common_setting VALUES ('bbname', '老地方 &amp; 朋友'), ('postperpage', '5');

CREATE TABLE pre_common_usergroup (groupid smallint(6) unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY, radminid tinyint(3) NOT NULL DEFAULT 0, type enum('system','special','member') NOT NULL DEFAULT 'member', grouptitle varchar(255) NOT NULL DEFAULT '', creditshigher int(10) NOT NULL DEFAULT 0, creditslower int(10) NOT NULL DEFAULT 0, color varchar(255) NOT NULL DEFAULT '', allowvisit tinyint(1) NOT NULL DEFAULT 0);
INSERT INTO pre_common_usergroup (groupid, radminid, type, grouptitle, creditshigher, creditslower, color, allowvisit) VALUES
(1, 1, 'system', '管理员', 0, 0, '', 1), (2, 2, 'system', '<b>超级版主</b>', 0, 0, '#FF0000', 1), (3, 3, 'system', '版主', 0, 0, '', 1),
(4, 0, 'system', '禁止发言', 0, 0, '', 1), (5, 0, 'system', '禁止访问', 0, 0, '', 0), (6, 0, 'system', '禁止 IP', 0, 0, '', 0),
(7, 0, 'system', '游客', 0, 0, '', 1), (8, 0, 'system', '等待验证会员', 0, 0, '', 1), (9, 0, 'member', '限制会员', -9999999, 0, '', 1),
(10, 0, 'member', '新手上路', 0, 50, '', 1), (11, 0, 'member', '注册会员', 50, 9999999, '', 1), (20, 0, 'special', 'VIP', 0, 0, '', 1);
CREATE TABLE pre_common_usergroup_field (groupid smallint(6) unsigned NOT NULL PRIMARY KEY, allowgetattach tinyint(1) NOT NULL DEFAULT 0);
INSERT INTO pre_common_usergroup_field VALUES (1, 1), (2, 1), (3, 1), (4, 1), (5, 0), (6, 0), (7, 0), (8, 0), (9, 0), (10, 1), (11, 1), (20, 1);

CREATE TABLE pre_common_member (uid mediumint(8) unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY, email char(40) NOT NULL DEFAULT '', username char(15) NOT NULL DEFAULT '', password char(32) NOT NULL DEFAULT '', status tinyint(1) NOT NULL DEFAULT 0, emailstatus tinyint(1) NOT NULL DEFAULT 0, avatarstatus tinyint(1) NOT NULL DEFAULT 0, adminid tinyint(1) NOT NULL DEFAULT 0, groupid smallint(6) unsigned NOT NULL DEFAULT 0, groupexpiry int(10) unsigned NOT NULL DEFAULT 0, extgroupids char(20) NOT NULL DEFAULT '', regdate int(10) unsigned NOT NULL DEFAULT 0, credits int(10) NOT NULL DEFAULT 0, freeze tinyint(1) NOT NULL DEFAULT 0);
CREATE TABLE pre_common_member_archive LIKE pre_common_member;
INSERT INTO pre_common_member (uid, email, username, password, status, emailstatus, avatarstatus, adminid, groupid, groupexpiry, extgroupids, regdate, credits, freeze) VALUES
(1, 'admin@example.org', 'admin', 'random', 0, 1, 1, 1, 1, 0, '', 1614830400, 900, 0),
(2, '', 'super', 'random', 0, 0, 0, 2, 2, 0, '', 1614830400, 0, 0),
(3, '', 'keeper', 'random', 0, 0, 0, 3, 3, 0, '20', 1614830400, 0, 0),
(4, 'Ada@example.org', 'ada', 'random', 0, 1, 0, 0, 10, 0, '', 1614830400, 7, 0),
(5, 'ada@example.org', '王小明', 'random', 0, 1, 0, 0, 11, 0, '', 0, 70, 0),
(6, 'none', 'loud', 'random', 0, 0, 0, 0, 4, 1893456000, '', 1614830400, 0, 0),
(7, '', 'vip', 'random', 0, 0, 0, -1, 20, 1893456000, '', 1614830400, 0, 0),
(9, '', 'waiting', 'random', 0, 0, 0, 0, 8, 0, '', 1614830400, 0, 0),
(10, '', 'debtor', 'random', 0, 0, 0, 0, 9, 0, '', 1614830400, -5, 0),
(11, '', 'locked', 'random', -1, 0, 0, 0, 10, 0, '', 1614830400, 0, 0),
(12, '', 'exadmin', 'random', 0, 0, 0, 0, 1, 0, '', 1614830400, 0, 0),
(13, '', 'frozen', 'random', 0, 0, 0, 0, 10, 0, '', 1614830400, 0, 1);
INSERT INTO pre_common_member_archive (uid, email, username, groupid, regdate) VALUES (8, 'old@example.org', 'ADA', 10, 1614830400);
CREATE TABLE pre_common_member_field_forum (uid mediumint(8) unsigned NOT NULL PRIMARY KEY, sightml text NOT NULL);
INSERT INTO pre_common_member_field_forum VALUES (1, '<strong>我是</strong> A &amp; B<br />[color=red]第二行[/color]');
CREATE TABLE pre_common_member_status (uid mediumint(8) unsigned NOT NULL PRIMARY KEY, lastvisit int(10) unsigned NOT NULL DEFAULT 0);
INSERT INTO pre_common_member_status VALUES (1, 1614904200);
CREATE TABLE pre_common_member_profile (uid mediumint(8) unsigned NOT NULL PRIMARY KEY, mobile varchar(255) NOT NULL DEFAULT '');
INSERT INTO pre_common_member_profile VALUES (4, '13800138000'), (5, '5-6');
CREATE TABLE pre_ucenter_members (uid mediumint(8) unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY, username char(15) NOT NULL DEFAULT '', password varchar(255) NOT NULL DEFAULT '', email char(32) NOT NULL DEFAULT '', regdate int(10) unsigned NOT NULL DEFAULT 0, salt char(6) NOT NULL, secques char(8) NOT NULL DEFAULT '');
INSERT INTO pre_ucenter_members (uid, username, password, salt, secques) VALUES
(1, 'admin', '{ucenter}', '9f8e7d', '3f2a1b00'),
(4, 'ada', '{bcrypt}', '', ''),
(5, '王小明', 'what', '', ''),
(7, 'vip', '{argon2}', '', '');

CREATE TABLE pre_forum_forum (fid mediumint(8) unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY, fup mediumint(8) unsigned NOT NULL DEFAULT 0, type enum('group','forum','sub') NOT NULL DEFAULT 'forum', name char(50) NOT NULL DEFAULT '', status tinyint(1) NOT NULL DEFAULT 0, displayorder smallint(6) NOT NULL DEFAULT 0);
INSERT INTO pre_forum_forum VALUES (1, 0, 'group', '大区', 1, 0), (2, 1, 'forum', '广场', 1, 1), (3, 1, 'forum', '会员区', 1, 2), (4, 2, 'sub', '<i>角落</i>', 1, 0),
(5, 1, 'forum', '密码', 1, 3), (6, 1, 'forum', '老会员', 1, 4), (7, 1, 'sub', '同乡会', 3, 0), (8, 1, 'forum', '隐藏', 0, 5), (9, 3, 'sub', '会员区子版', 1, 0), (10, 1, 'forum', '勋章', 1, 6);
CREATE TABLE pre_forum_forumfield (fid mediumint(8) unsigned NOT NULL PRIMARY KEY, description text NOT NULL, password varchar(12) NOT NULL DEFAULT '', redirect varchar(255) NOT NULL DEFAULT '', viewperm text NOT NULL, postperm text NOT NULL, replyperm text NOT NULL, getattachperm text NOT NULL, formulaperm text NOT NULL);
INSERT INTO pre_forum_forumfield (fid, description, password, viewperm, postperm, replyperm, getattachperm, formulaperm) VALUES
(1, '', '', '', '', '', '', ''), (2, '谈 <b>天</b>', '', '', '\t10\t11\t', '', '', 'a:2:{i:0;s:0:"";i:1;s:0:"";s:7:"message";s:0:"";s:5:"users";s:0:"";}'),
(3, '', '', '\t1\t2\t3\t10\t11\t20\t', '', '', '\t20\t', ''), (4, '', '', '', '', '', '', ''), (5, '', 'open', '', '', '', '', ''),
(6, '', '', '\t11\t20\t', '', '', '', ''), (8, '', '', '', '', '', '', ''), (9, '', '', '', '', '', '', ''),
(10, '', '', '', '', '', '', 'a:2:{i:0;s:0:"";i:1;s:14:"extcredits1>10";}');
CREATE TABLE pre_forum_moderator (uid mediumint(8) unsigned NOT NULL, fid mediumint(8) unsigned NOT NULL, PRIMARY KEY (uid, fid));
INSERT INTO pre_forum_moderator VALUES (3, 2);
CREATE TABLE pre_forum_threadclass (typeid mediumint(8) unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY, fid mediumint(8) unsigned NOT NULL, name varchar(255) NOT NULL);
INSERT INTO pre_forum_threadclass VALUES (1, 2, '求助');

CREATE TABLE pre_forum_thread (tid mediumint(8) unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY, fid mediumint(8) unsigned NOT NULL DEFAULT 0, posttableid smallint(6) unsigned NOT NULL DEFAULT 0, typeid smallint(6) unsigned NOT NULL DEFAULT 0, readperm tinyint(3) unsigned NOT NULL DEFAULT 0, price smallint(6) NOT NULL DEFAULT 0, author char(15) NOT NULL DEFAULT '', authorid mediumint(8) unsigned NOT NULL DEFAULT 0, subject varchar(255) NOT NULL DEFAULT '', dateline int(10) unsigned NOT NULL DEFAULT 0, lastpost int(10) unsigned NOT NULL DEFAULT 0, views int(10) unsigned NOT NULL DEFAULT 0, displayorder tinyint(1) NOT NULL DEFAULT 0, digest tinyint(1) NOT NULL DEFAULT 0, special tinyint(1) NOT NULL DEFAULT 0, closed mediumint(8) unsigned NOT NULL DEFAULT 0, isgroup tinyint(1) NOT NULL DEFAULT 0);
CREATE TABLE pre_forum_thread_1 LIKE pre_forum_thread;
INSERT INTO pre_forum_thread (tid, fid, typeid, readperm, price, authorid, subject, dateline, lastpost, views, displayorder, digest, special, closed, isgroup) VALUES
(100, 2, 1, 0, 0, 4, 'A &amp; B', 1614830400, 1614904200, 12, 1, 1, 0, 0, 0),
(101, 3, 0, 0, 0, 5, '会员可见', 1614830400, 1614904200, 0, 0, 0, 0, 0, 0),
(102, 2, 0, 0, 0, 4, '投票', 1614830400, 1614904200, 0, 0, 0, 1, 0, 0),
(103, 2, 0, 50, 0, 4, '要等级', 1614830400, 1614904200, 0, 0, 0, 0, 0, 0),
(104, 2, 0, 0, 5, 4, '要积分', 1614830400, 1614904200, 0, 0, 0, 0, 0, 0),
(105, 2, 0, 0, 0, 4, '回收站', 1614830400, 1614904200, 0, -1, 0, 0, 0, 0),
(106, 2, 0, 0, 0, 4, '审核', 1614830400, 1614904200, 0, -2, 0, 0, 0, 0),
(107, 2, 0, 0, 0, 4, '移走了', 1614830400, 1614904200, 0, 0, 0, 0, 100, 0),
(108, 2, 0, 0, 0, 5, CONCAT(REPEAT('长', 99), '&lt;标题&gt;'), 1614830400, 1614904200, 0, 0, 0, 0, 1, 0),
(109, 2, 0, 0, 0, 4, '草稿', 1614830400, 1614904200, 0, -4, 0, 0, 0, 0),
(110, 7, 0, 0, 0, 4, '同乡', 1614830400, 1614904200, 0, 0, 0, 0, 0, 1),
(111, 99, 0, 0, 0, 4, '无家可归', 1614830400, 1614904200, 0, 0, 0, 0, 0, 0),
(113, 2, 0, 0, 0, 4, '屏蔽', 1614830400, 1614904200, 0, 0, 0, 0, 0, 0),
(114, 2, 0, 0, 0, 4, '密投', 1614830400, 1614904200, 0, 0, 0, 1, 0, 0);
INSERT INTO pre_forum_thread_1 (tid, fid, posttableid, price, authorid, subject, dateline, lastpost, special) VALUES (112, 4, 1, 10, 8, '存档的悬赏', 1614830400, 1614904200, 3);

CREATE TABLE pre_forum_post (pid int(10) unsigned NOT NULL, fid mediumint(8) unsigned NOT NULL DEFAULT 0, tid mediumint(8) unsigned NOT NULL DEFAULT 0, first tinyint(1) NOT NULL DEFAULT 0, author varchar(15) NOT NULL DEFAULT '', authorid mediumint(8) unsigned NOT NULL DEFAULT 0, subject varchar(80) NOT NULL DEFAULT '', dateline int(10) unsigned NOT NULL DEFAULT 0, message mediumtext NOT NULL, invisible tinyint(1) NOT NULL DEFAULT 0, anonymous tinyint(1) NOT NULL DEFAULT 0, htmlon tinyint(1) NOT NULL DEFAULT 0, bbcodeoff tinyint(1) NOT NULL DEFAULT 0, status int(10) NOT NULL DEFAULT 0, position int(8) unsigned NOT NULL, PRIMARY KEY (tid, position), UNIQUE KEY pid (pid));
CREATE TABLE pre_forum_post_1 LIKE pre_forum_post;
INSERT INTO pre_forum_post (pid, tid, first, author, authorid, subject, dateline, message, invisible, anonymous, status, position) VALUES
(200, 100, 1, 'ada', 4, 'A &amp; B', 1614830400, '[b]你好[/b] &lt;朋友&gt; {:1_1:} [attach]300[/attach] [hide]秘密 [attach]301[/attach][/hide]', 0, 0, 0, 1),
(201, 100, 0, '', 5, '', 1614830460, '我是谁', 0, 1, 0, 2),
(202, 100, 0, 'ada', 4, '', 1614830520, '[quote][size=2][url=forum.php?mod=redirect&amp;goto=findpost&amp;pid=201&amp;ptid=100][color=#999999]匿名 发表于 2021-3-4 12:01[/color][/url][/size]\n我是谁[/quote]\n不知道', 0, 0, 0, 3),
(203, 100, 0, 'ada', 4, '', 1614830580, '我删了', -5, 0, 0, 4),
(204, 100, 0, 'ada', 4, '', 1614830640, '等审核', -2, 0, 0, 5),
(205, 100, 0, '老王', 0, '小标题', 1614830700, '号没了', 0, 0, 0, 6),
(206, 100, 0, 'ada', 4, '', 1614830760, '[i=s] 本帖最后由 ada 于 2021-3-5 08:30 编辑 [/i]\n\n骂人的话', 0, 0, 1, 8),
(207, 100, 0, 'ada', 4, '', 1614830820, '见 forum.php?mod=viewthread&amp;tid=103 和 [url]https://old.example.org/bbs/forum.php?mod=viewthread&amp;tid=103[/url]', 0, 0, 0, 7),
(210, 101, 1, '王小明', 5, '', 1614830400, '会员才能看 [attach]305[/attach]', 0, 0, 0, 1),
(211, 102, 1, 'ada', 4, '', 1614830400, '选一个', 0, 0, 0, 1),
(212, 103, 1, 'ada', 4, '', 1614830400, '等级内容', 0, 0, 0, 1),
(213, 104, 1, 'ada', 4, '', 1614830400, '积分内容 [attach]302[/attach]', 0, 0, 0, 1),
(214, 105, 1, 'ada', 4, '', 1614830400, '垃圾', -5, 0, 0, 1),
(215, 106, 1, 'ada', 4, '', 1614830400, '待审', -2, 0, 0, 1),
(216, 108, 1, '', 5, '', 1614830400, '[i=s] 本帖最后由 王小明 于 2021-3-5 08:30 编辑 [/i]\n\n正文', 0, 1, 0, 1),
(217, 109, 1, 'ada', 4, '', 1614830400, '还没写完', -3, 0, 0, 1),
(218, 110, 1, 'ada', 4, '', 1614830400, '老乡', 0, 0, 0, 1),
(219, 111, 1, 'ada', 4, '', 1614830400, '找不到家', 0, 0, 0, 1),
(220, 113, 1, 'ada', 4, '', 1614830400, '被屏蔽', 0, 0, 1, 1),
(221, 114, 1, 'ada', 4, '', 1614830400, '秘密投票', 0, 0, 0, 1);
INSERT INTO pre_forum_post_1 (pid, tid, first, author, authorid, dateline, message, position) VALUES (198, 112, 1, 'ADA', 8, 1614830400, '谁知道？', 1), (222, 112, 0, 'ada', 4, 1614830460, '我知道', 2);
CREATE TABLE pre_forum_postcomment (id int(10) unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY, tid mediumint(8) unsigned NOT NULL DEFAULT 0, pid int(10) unsigned NOT NULL DEFAULT 0, author varchar(15) NOT NULL DEFAULT '', authorid mediumint(8) NOT NULL DEFAULT 0, dateline int(10) unsigned NOT NULL DEFAULT 0, comment varchar(255) NOT NULL DEFAULT '', rpid int(10) unsigned NOT NULL DEFAULT 0);
INSERT INTO pre_forum_postcomment VALUES (1, 100, 202, '王小明', 5, 1614830900, '点评 &amp; 好', 0), (2, 100, 200, 'admin', 1, 1614830910, '点评一楼', 0), (3, 100, 202, '', -1, 1614830920, '5', 0), (4, 100, 202, 'ada', 4, 1614830930, '已是回帖', 207);

CREATE TABLE pre_forum_poll (tid mediumint(8) unsigned NOT NULL PRIMARY KEY, overt tinyint(1) NOT NULL DEFAULT 0, multiple tinyint(1) NOT NULL DEFAULT 0, visible tinyint(1) NOT NULL DEFAULT 0, expiration int(10) unsigned NOT NULL DEFAULT 0, voters mediumint(8) unsigned NOT NULL DEFAULT 0, maxchoices tinyint(3) unsigned NOT NULL DEFAULT 0);
INSERT INTO pre_forum_poll VALUES (102, 1, 1, 0, 1893456000, 6, 2), (114, 0, 0, 1, 0, 165, 1);
CREATE TABLE pre_forum_pollvoter (tid mediumint(8) unsigned NOT NULL DEFAULT 0, uid mediumint(8) unsigned NOT NULL DEFAULT 0, username varchar(15) NOT NULL DEFAULT '', options text NOT NULL, dateline int(10) unsigned NOT NULL DEFAULT 0);
INSERT INTO pre_forum_pollvoter VALUES (102, 5, 'ada', '1	2', 1614571200), (102, 4, 'bo', '2', 1614571200), (102, 7777, 'gone', '1', 1614571200);
CREATE TABLE pre_forum_polloption (polloptionid int(10) unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY, tid mediumint(8) unsigned NOT NULL DEFAULT 0, votes mediumint(8) unsigned NOT NULL DEFAULT 0, displayorder tinyint(3) NOT NULL DEFAULT 0, polloption varchar(80) NOT NULL DEFAULT '');
INSERT INTO pre_forum_polloption VALUES (1, 102, 3, 2, '茶'), (2, 102, 5, 1, '咖啡'), (3, 114, 77, 0, '甲'), (4, 114, 88, 1, '乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙乙');

CREATE TABLE pre_forum_attachment (aid mediumint(8) unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY, tid mediumint(8) unsigned NOT NULL DEFAULT 0, pid int(10) unsigned NOT NULL DEFAULT 0, uid mediumint(8) unsigned NOT NULL DEFAULT 0, tableid tinyint(1) unsigned NOT NULL DEFAULT 0);
INSERT INTO pre_forum_attachment VALUES (300, 100, 200, 4, 0), (301, 100, 200, 4, 0), (302, 104, 213, 4, 4), (303, 0, 0, 4, 127), (304, 100, 202, 4, 0), (305, 101, 210, 5, 1), (306, 100, 202, 4, 0);
CREATE TABLE pre_forum_attachment_0 (aid mediumint(8) unsigned NOT NULL PRIMARY KEY, tid mediumint(8) unsigned NOT NULL DEFAULT 0, pid int(10) unsigned NOT NULL DEFAULT 0, uid mediumint(8) unsigned NOT NULL DEFAULT 0, dateline int(10) unsigned NOT NULL DEFAULT 0, filename varchar(255) NOT NULL DEFAULT '', filesize int(10) unsigned NOT NULL DEFAULT 0, attachment varchar(255) NOT NULL DEFAULT '', remote tinyint(1) unsigned NOT NULL DEFAULT 0, readperm tinyint(3) unsigned NOT NULL DEFAULT 0, price smallint(6) unsigned NOT NULL DEFAULT 0, isimage tinyint(1) NOT NULL DEFAULT 0, width smallint(6) unsigned NOT NULL DEFAULT 0);
CREATE TABLE pre_forum_attachment_1 LIKE pre_forum_attachment_0;
CREATE TABLE pre_forum_attachment_4 LIKE pre_forum_attachment_0;
INSERT INTO pre_forum_attachment_0 VALUES (300, 100, 200, 4, 1614830400, '猫.png', 7, '202103/04/cat.png', 0, 0, 0, 1, 640), (301, 100, 200, 4, 1614830400, '秘.png', 6, '202103/04/secret.png', 0, 0, 0, 1, 10),
(304, 100, 202, 4, 1614830400, '没了.zip', 6, '202103/04/gone.zip', 0, 0, 0, 0, 0), (306, 100, 202, 4, 1614830400, '计划.pdf', 4, '202103/04/plan.pdf', 0, 0, 0, 0, 0);
INSERT INTO pre_forum_attachment_1 VALUES (305, 101, 210, 5, 1614830400, 'vip.zip', 3, '202103/04/vip.zip', 0, 0, 0, 0, 0);
INSERT INTO pre_forum_attachment_4 VALUES (302, 104, 213, 4, 1614830400, '卖.zip', 4, '202103/04/sold.zip', 0, 0, 5, 0, 0);

CREATE TABLE pre_common_tag (tagid smallint(6) unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY, tagname char(20) NOT NULL DEFAULT '', status tinyint(1) NOT NULL DEFAULT 0);
INSERT INTO pre_common_tag VALUES (1, 'Tea', 0), (2, 'tea', 0), (3, '禁', 1);
CREATE TABLE pre_common_tagitem (tagid smallint(6) unsigned NOT NULL DEFAULT 0, itemid mediumint(8) unsigned NOT NULL DEFAULT 0, idtype char(10) NOT NULL DEFAULT '', UNIQUE KEY item (tagid, itemid, idtype));
INSERT INTO pre_common_tagitem VALUES (1, 100, 'tid'), (2, 100, 'tid'), (3, 100, 'tid'), (1, 102, 'blogid');
CREATE TABLE pre_common_smiley (id smallint(6) unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY, type enum('smiley','stamp') NOT NULL DEFAULT 'smiley', code varchar(30) NOT NULL DEFAULT '', url varchar(30) NOT NULL DEFAULT '');
INSERT INTO pre_common_smiley VALUES (1, 'smiley', '{:1_1:}', 'smile.gif');
CREATE TABLE pre_common_word (id smallint(6) unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY, admin varchar(15) NOT NULL DEFAULT '', find varchar(255) NOT NULL DEFAULT '', replacement varchar(255) NOT NULL DEFAULT '');
INSERT INTO pre_common_word VALUES (1, 'admin', '赌博', '{BANNED}'), (2, 'gone', '广告{3}', '{MOD}'), (3, 'admin', '笨', '**'), (4, 'admin', '/a+/i', '{BANNED}');

CREATE TABLE pre_home_follow (uid mediumint(8) unsigned NOT NULL, followuid mediumint(8) unsigned NOT NULL, dateline int(10) unsigned NOT NULL DEFAULT 0, PRIMARY KEY (uid, followuid));
INSERT INTO pre_home_follow VALUES (5, 4, 1614830400), (4, 99, 1614830400);
CREATE TABLE pre_home_friend (uid mediumint(8) unsigned NOT NULL, fuid mediumint(8) unsigned NOT NULL, dateline int(10) unsigned NOT NULL DEFAULT 0, PRIMARY KEY (uid, fuid));
INSERT INTO pre_home_friend VALUES (1, 4, 1614830400), (4, 1, 1614830400), (5, 4, 1614904200);
CREATE TABLE pre_home_blacklist (uid mediumint(8) unsigned NOT NULL, buid mediumint(8) unsigned NOT NULL, dateline int(10) unsigned NOT NULL DEFAULT 0, PRIMARY KEY (uid, buid));
INSERT INTO pre_home_blacklist VALUES (4, 6, 1614830400);
CREATE TABLE pre_home_favorite (favid mediumint(8) unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY, uid mediumint(8) unsigned NOT NULL DEFAULT 0, id mediumint(8) unsigned NOT NULL DEFAULT 0, idtype varchar(255) NOT NULL DEFAULT '', dateline int(10) unsigned NOT NULL DEFAULT 0);
INSERT INTO pre_home_favorite VALUES (1, 5, 100, 'tid', 1614830400), (2, 5, 2, 'fid', 1614830400), (3, 5, 107, 'tid', 1614830400), (4, 5, 1, 'blogid', 1614830400);
CREATE TABLE pre_forum_memberrecommend (tid mediumint(8) unsigned NOT NULL, recommenduid mediumint(8) unsigned NOT NULL, dateline int(10) unsigned NOT NULL, KEY tid (tid));
INSERT INTO pre_forum_memberrecommend VALUES (100, 5, 1614830400);
CREATE TABLE pre_forum_hotreply_member (tid mediumint(8) unsigned NOT NULL, pid int(10) unsigned NOT NULL, uid mediumint(8) unsigned NOT NULL, attitude tinyint(1) unsigned NOT NULL DEFAULT 0, PRIMARY KEY (pid, uid));
INSERT INTO pre_forum_hotreply_member VALUES (100, 202, 5, 1), (100, 202, 1, 0);

CREATE TABLE pre_ucenter_pm_lists (plid mediumint(8) unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY, authorid mediumint(8) unsigned NOT NULL DEFAULT 0, pmtype tinyint(1) unsigned NOT NULL DEFAULT 0, subject varchar(80) NOT NULL, members smallint(5) unsigned NOT NULL DEFAULT 0, min_max varchar(17) NOT NULL, dateline int(10) unsigned NOT NULL DEFAULT 0);
INSERT INTO pre_ucenter_pm_lists VALUES (1, 4, 1, '你好', 2, '4_5', 1614830400), (2, 4, 2, '三人行', 3, '', 1614830400), (11, 4, 1, '给没了的人', 2, '4_99', 1614830400);
CREATE TABLE pre_ucenter_pm_members (plid mediumint(8) unsigned NOT NULL, uid mediumint(8) unsigned NOT NULL, isnew tinyint(1) unsigned NOT NULL DEFAULT 0, PRIMARY KEY (plid, uid));
INSERT INTO pre_ucenter_pm_members VALUES (1, 4, 1), (1, 5, 0), (2, 1, 0), (11, 4, 0);
CREATE TABLE pre_ucenter_pm_messages_1 (pmid mediumint(8) unsigned NOT NULL PRIMARY KEY, plid mediumint(8) unsigned NOT NULL DEFAULT 0, authorid mediumint(8) unsigned NOT NULL DEFAULT 0, message text NOT NULL, delstatus tinyint(1) unsigned NOT NULL DEFAULT 0, dateline int(10) unsigned NOT NULL DEFAULT 0);
CREATE TABLE pre_ucenter_pm_messages_2 LIKE pre_ucenter_pm_messages_1;
INSERT INTO pre_ucenter_pm_messages_1 VALUES (500, 1, 4, '在吗 &amp; 忙吗', 0, 1614830400), (502, 1, 5, '在', 0, 1614830460), (503, 1, 4, '删掉的', 1, 1614830520), (504, 11, 4, '还在吗', 0, 1614830580);
INSERT INTO pre_ucenter_pm_messages_2 VALUES (501, 2, 4, '大家好', 0, 1614830400);
