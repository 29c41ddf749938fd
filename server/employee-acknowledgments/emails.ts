import { employeeHandbookPath, linkDays } from '../../domain/employee-acknowledgment.ts'
import { type Email, firm } from '../kit/record.ts'

interface Addressee {
  email: string
  name: string
}

/** The subject of an email has at most 60 characters. */
const shortName = (name: string) => (name.length <= 22 ? name : `${name.slice(0, 21).trimEnd()}…`)

/** Names the employer, whose name the team entered: an employee does not know the firm. */
export const handbookToAcknowledge = (to: Addressee, employer: string, token: string, isReminder: boolean): Email => ({
  to: { ...to, userId: null },
  subject: `${firm}${isReminder ? ' reminder' : ''}: ${shortName(employer)} employee handbook`,
  lines: [
    `${employer} asks you to read its employee handbook and confirm that you received it. ${firm} sends this on behalf of your employer.`,
    `You don’t need an account. The link is for you only, so don’t forward it. It works for ${linkDays} days.`,
  ],
  link: { label: 'Read the handbook', path: employeeHandbookPath(token) },
  about: 'employee-handbook',
})
