/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  employer: 'Enter these to see what applies.',
  notAcknowledged: 'You haven’t acknowledged this policy yet. Read it, then acknowledge it at the end.',
  acknowledge: 'By acknowledging this policy, you confirm that you’ve read it.',
  sameText: 'No text changes. Only the details above the text (title, dates, tags) changed.',
  schoolPolicies:
    'For public school divisions and private schools in Virginia: working with students, student records, mandated reporting, and classroom technology. Policies on the other tabs apply to schools too.',
  retire: 'Only administrators will see it. Its versions and acknowledgments remain, and you can restore it.',
  publish:
    'Everyone will see the new version. Clients who acknowledged the earlier version will be asked to acknowledge this one.',
  retired: 'Visible to administrators only. Open one to restore it.',
}
