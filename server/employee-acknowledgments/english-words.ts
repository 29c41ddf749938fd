/** The email to an employee, as ICU messages. */
export const english = {
  subject: '{firm}: {employer} employee handbook',
  reminder: '{firm} reminder: {employer} employee handbook',
  what: '{employer} asks you to read its employee handbook and confirm that you received it. {firm} sends this on behalf of your employer.',
  inEnglish:
    'The handbook is in English, as your employer sent it. The instructions and the acknowledgment are also in Spanish.',
  link: 'You don’t need an account. The link is for you only, so don’t forward it. It works for {days, plural, one {# day} other {# days}}.',
  read: 'Read the handbook',
}

export type EmailText = keyof typeof english
