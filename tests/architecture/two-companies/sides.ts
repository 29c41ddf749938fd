// Two companies whose every record contains a marker word of its own, which the people of the other must never see: see
// ../leaks.test.ts. Further marks are in what some people of the same company may not see.
import { daysAfter, officeDate } from '../../../domain/time.ts'
import type { randomFrom } from '../../random.ts'
import { staffMember } from '../../staff.ts'
import type { StripeServer } from '../../stripe-server.ts'
import type { Answer, Caller, TestApp } from '../../test-app.ts'

export interface Side {
  word: string
  folder: string
  /** The client; administrators see both companies. */
  client: 'ann' | 'eve'
  /** Who leads the folder. */
  staff: 'sam' | 'sue'
  /** Items created in it, by the noun of their address. */
  created: Record<string, string[]>
}

/** In staff-only notes and team-only documents, which no client may see. */
export const hush = 'whisperwort'
/** In the money of a folder, which no assistant may see. */
export const moneyMark = 'moneywort'
/** In everything else in a folder, which no bookkeeper may see. */
export const workMark = 'bloodroot'

export const ofMoney = ({ word }: Side): string => `${word} ${moneyMark}`
export const ofWork = ({ word }: Side): string => `${word} ${workMark}`

export const allMarks = (sides: readonly Side[]): RegExp =>
  new RegExp([...sides.map(({ word }) => word), hush, moneyMark, workMark].join('|'))

type StaffMember = Awaited<ReturnType<typeof staffMember>>

/** Staff besides the two leads. Pat sees no folder; she is added to teams and removed again. */
export interface Cast {
  /** A consultant who is a member of the first company's folder. */
  mel: StaffMember
  /** A consultant who covers for its lead, until the cover ends. */
  cole: StaffMember
  /** An assistant who is a member of it. */
  ash: StaffMember
  /** A bookkeeper, who sees the money of both. */
  bo: StaffMember
  pat: StaffMember
  /** Cole's. */
  coverId: string
}

export async function castOf(testApp: TestApp, side: Side): Promise<Cast> {
  const lead = testApp[side.staff]
  const mel = await staffMember(testApp, 'Mel')
  const cole = await staffMember(testApp, 'Cole')
  const ash = await staffMember(testApp, 'Ash', { staffAccess: 'assistant' })
  const bo = await staffMember(testApp, 'Bo', { staffAccess: 'bookkeeper' })
  const pat = await staffMember(testApp, 'Pat')
  for (const { id } of [mel, ash]) await bodyOf(lead.post(`/api/client-folders/${side.folder}/members`, { userId: id }))
  const startsOn = officeDate(testApp.db.now)
  const cover = { colleagueId: cole.id, startsOn, endsOn: daysAfter(startsOn, 6) }
  const { id: coverId } = await bodyOf(lead.post('/api/staff-covers', cover))
  return { mel, cole, ash, bo, pat, coverId }
}

export async function bodyOf(answer: Promise<Answer>, status = 201) {
  const { status: got, body, text } = await answer
  if (got !== status) throw new Error(`It was answered with ${got}: ${text}`)
  return body
}

/** The name of an action, and its reply. */
export type Act = (caller: Caller, side: Side) => Promise<[what: string, answer: Answer]>

export interface Given {
  testApp: TestApp
  stripe: StripeServer
  random: ReturnType<typeof randomFrom>
  sides: [Side, Side]
  cast: Cast
  /** A policy of the firm that both handbooks quote. */
  ownPolicyId: string
  /** A rate card, a job template, and a law update of the firm. */
  serviceRateId: string
  jobTemplateId: string
  lawChangeId: string
}

export interface Walk extends Given {
  /** A number that no other call has. */
  next: () => number
  otherOf: (side: Side) => Side
  /** An item of the side, by its noun, or its folder. */
  oneOf: (side: Side, noun: string) => string
  /** An item of either side: what belongs to one is refused to the other. */
  oneOfEither: (side: Side, noun: string) => string
  /** Keeps the id of what was created in the side. */
  remember: (side: Side, noun: string, answer: Answer) => void
  /** Administrators see both companies, so what they do must not share anything. */
  administers: (caller: Caller) => boolean
  /** The caller sees the folder as its lead, a member, or a colleague who covers. */
  worksFor: (caller: Caller, side: Side) => boolean
}

export function openWalk(given: Given): Walk {
  const { testApp, random, sides, cast } = given
  let count = 0
  const otherOf = (side: Side): Side => (sides[0] === side ? sides[1] : sides[0])
  const oneOf = (side: Side, noun: string): string => random.anyOf(side.created[noun] ?? []) ?? side.folder
  return {
    ...given,
    next: () => ++count,
    otherOf,
    oneOf,
    oneOfEither: (side, noun) => oneOf(random.oneOf([side, otherOf(side)]), noun),
    remember(side, noun, { status, body }) {
      if (status === 201) (side.created[noun] ??= []).push(body.id)
    },
    administers: (caller) => caller === testApp.alice || caller === testApp.mona,
    worksFor: (caller, side) =>
      caller === testApp[side.staff] ||
      (side === sides[0] && [cast.mel, cast.cole, cast.ash].some((each) => each.caller === caller)),
  }
}
