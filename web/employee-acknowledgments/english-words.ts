/** The page of an employee's link, as ICU messages. spanish-words.ts has the same keys and placeholders. */
export const english = {
  title: 'Employee handbook',
  loading: 'Loading the handbook',
  language: 'Language',
  oldLinkTitle: 'This link no longer works',
  oldLink:
    'It’s out of date, or a newer email replaced it. Use the link in the latest email, or ask your employer to send it again.',
  failed: 'Couldn’t load this page',
  tryAgain: 'Try again',
  sent: 'Version {version}, sent to {name} on {date}',
  readFirst: 'Read the handbook, then <0>confirm that you received it</0>.',
  print: 'Print',
  policies: '{count, plural, one {# policy} other {# policies}}',
  linkTo: 'Link to “{heading}”',
  inEnglishTitle: 'The handbook is in English',
  inEnglish:
    'It’s shown as {employer} sent it, and we haven’t translated it. What you acknowledge is the English text. If something is unclear, ask your employer before you confirm.',
  acknowledgment: 'Acknowledgment',
  translation: 'Translation',
  original: 'English text, which is what you acknowledge',
  noTranslation: 'We don’t have a translation of this text. What you acknowledge is the English text.',
  name: 'Your full name',
  acknowledge: 'I acknowledge',
  saving: 'Saving...',
  acknowledged: 'Acknowledged by {name} on {date}',
  nameMissing: 'Enter your name.',
  nameTooLong: 'Use at most 200 characters.',
  nameNotStorable: 'This contains characters that can’t be stored.',
  nameInLines: 'Use one line for a name.',
  nameWithAddress: 'A name can’t contain a web address.',
  invalid: 'Something on this page isn’t valid. Reload the page and try again.',
  forbidden: 'This request came from another site, so nothing was changed. Open the link in your email again.',
  tooMany:
    'There were too many tries from your network. Try again in {minutes, plural, one {# minute} other {# minutes}}.',
  busy: 'The portal is very busy right now. Try again in a moment.',
  running: 'Your acknowledgment is still being saved. Try again in a moment.',
  network: 'Couldn’t reach the server. Check your connection and try again. Your work is still here.',
  fault: 'Something went wrong on our end. Try again.',
  faultWithReference:
    'Something went wrong on our end. Try again. If it happens again, give us this reference number: {reference}',
}

export type PageText = keyof typeof english
