import { type Email, firm, type Recipient } from '../kit/record.ts'

interface Person extends Recipient {
  fullName: string
}

const link = { label: 'Open account settings', path: '/account' }
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const inWords = (date: string) => day.format(new Date(date))

/** @param others the person who is away, if an administrator planned it for them */
export const coverPlanned = (
  colleague: Person,
  away: Person,
  { startsOn, endsOn }: { startsOn: string; endsOn: string },
  others: readonly Person[],
): Email => {
  const isOneDay = startsOn === endsOn
  const period = isOneDay ? `on ${inWords(startsOn)}` : `from ${inWords(startsOn)} through ${inWords(endsOn)}`
  return {
    to: recipientOf(colleague),
    alsoTo: others.map((each) => ({
      ...recipientOf(each),
      subject: `${firm} portal: a colleague covers your client folders`,
      lines: [`${colleague.fullName} covers your client folders ${period}.`],
      notice: `${colleague.fullName} covers your client folders ${period}`,
    })),
    subject: `${firm} portal: you cover a colleague’s client folders`,
    lines: [
      `You cover the client folders of ${away.fullName} ${period}.`,
      'During this time you can see the folders, work in them, and get notifications about them.',
    ],
    notice: `You cover the client folders of ${away.fullName} ${period}`,
    link,
    about: 'client-folder',
  }
}

/** @param others the person who was away, if an administrator ended it */
export const coverEnded = (colleague: Person, away: Person, others: readonly Person[]): Email => ({
  to: recipientOf(colleague),
  alsoTo: others.map((each) => ({
    ...recipientOf(each),
    subject: `${firm} portal: a colleague no longer covers for you`,
    lines: [`${colleague.fullName} no longer covers your client folders. An administrator ended it.`],
    notice: `${colleague.fullName} no longer covers your client folders`,
  })),
  subject: `${firm} portal: you no longer cover for a colleague`,
  lines: [`You no longer cover the client folders of ${away.fullName}.`],
  notice: `You no longer cover the client folders of ${away.fullName}`,
  link,
  about: 'client-folder',
})

const recipientOf = ({ userId, email, name }: Person): Recipient => ({ userId, email, name })
