/** What every email says around its own text, as ICU messages. */
export const english = {
  greeting: 'Hello,',
  greetingByName: 'Hi {name},',
  questions: 'Questions? Reply to this email or call {phone}.',
  employeeHandbook: 'You’re receiving this because your employer asked {firm} to send you its employee handbook.',
}

export type FrameText = keyof typeof english
