/**
 * Most items of each list that has no argument `first`, by type and field: what the program really gives at most, or
 * for lists that only the site's owner lengthens, more than any site has. The cost of a document is counted with it.
 * `test/doors/cost.test.ts` fails for a list that is missing here, and for one that is here and nowhere else.
 */
export const LIST_SIZES: Readonly<Record<string, number>> = {
  // Two levels; more than owners make and readers can survey.
  "Query.categories": 20,
  "Category.children": 20,
  "Draft.attachments": 50,
  // Fourteen rules of the books.
  "FundsOverview.violations": 14,
  "Group.permissions": 100,
  "GroupDeletion.names": 50,
  "Mutation.claimReviews": 100,
  "Mutation.confirmSecondFactor": 10,
  "Mutation.readReportedMessage": 20,
  "Mutation.renewRecoveryCodes": 10,
  "Mutation.saveSignInFields": 50,
  "Mutation.updateGroups": 50,
  "Notification.actors": 3,
  "NotificationPreferenceRow.channels": 5,
  "NotificationPreferences.availableChannels": 5,
  "NotificationPreferences.rows": 30,
  "NotificationPreview.unknownVariables": 20,
  "NotificationTemplateSave.changes": 40,
  "NotificationTemplates.templates": 5,
  "NotificationTemplates.variables": 15,
  "NotificationVariable.aliases": 5,
  "Post.attachments": 20,
  "Post.firstComments": 3,
  "Post.reactions": 10,
  "Post.reactors": 50,
  "ProcessOverview.notShared": 10,
  "ProcessOverview.together": 10,
  "OnlineMembers.members": 12,
  "PageMarks.categories": 10,
  "PageMarks.posts": 100,
  "PageMarks.threads": 40,
  "Query.activeUsers": 8,
  "Query.badges": 20,
  "Query.drafts": 50,
  "Query.groups": 50,
  "Query.memberSessions": 100,
  "Query.launchSteps": 10,
  "Query.mentionCandidates": 8,
  "Query.noticeTemplates": 40,
  "Query.notificationTemplates": 40,
  "Query.permissionKeys": 60,
  "Query.pinnedThreads": 10,
  "Query.pushDevices": 20,
  "Query.sessions": 100,
  "Query.settings": 200,
  "Query.signInAnswers": 50,
  "Query.signInFields": 50,
  "Query.statistics": 30,
  "Query.topicCandidates": 8,
  "Query.userSessions": 100,
  "ReviewItem.stopWords": 20,
  "Setting.choices": 20,
  "Setting.withheldValues": 3,
  "SettingSave.changes": 60,
  "Site.agreements": 2,
  "Site.passwordKinds": 4,
  "Site.signInModes": 2,
  "Site.reactions": 8,
  "Site.switchedOff": 20,
  "Site.viewerPermissions": 100,
  "StatisticsScript.hosts": 20,
  "StatisticsScript.services": 5,
  // One save of the page of stop words.
  "StopWordChanges.words": 500,
  "StopWordFinding.examples": 5,
  "StopWordTrial.findings": 100,
  "StopWordVerdict.words": 20,
  "Thread.attachments": 20,
  "Thread.images": 9,
  "Thread.participants": 3,
  "Thread.reactions": 10,
  "Thread.reactors": 50,
  "Thread.revisions": 50,
  "Thread.topics": 20,
  "Thread.types": 10,
  // The days of a year.
  "User.activity": 366,
  "User.badges": 20,
  "ThreadTips.members": 10,
  "TopUpTerms.providers": 5,
  "UploadLimits.fileExtensions": 50,
  "UploadLimits.imageExtensions": 50,
};

/** Lists of a page, whose length the argument `first` of the page says. */
const LISTS_OF_A_PAGE: ReadonlySet<string> = new Set(["edges", "nodes"]);

/** True if a list is as long as the page that it belongs to, which is counted where the page is requested. */
export function isPart(typeName: string, fieldName: string): boolean {
  return typeName.endsWith("Connection") && LISTS_OF_A_PAGE.has(fieldName);
}
