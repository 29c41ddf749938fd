// The reminders of the coming week, from the same sources and rules as the jobs that send them.
import type { Actor } from '../../domain/actor.ts'
import {
  daysToPlan,
  type FollowUpPlan,
  type FollowUpRecipient,
  type FollowUpStep,
  isPausable,
  plannedSteps,
  type ScheduledFollowUp,
  type ScheduledKind,
} from '../../domain/follow-up.ts'
import { mayUsePart } from '../../domain/folder-rights.ts'
import { assignmentFollowUps } from '../assignments/jobs.ts'
import { contractFollowUps } from '../contracts/jobs.ts'
import { deadlineFollowUps } from '../deadlines/jobs.ts'
import { documentFollowUps } from '../document-requests/jobs.ts'
import { expirationFollowUps } from '../documents/expiration-reminders.ts'
import { handbookFollowUps } from '../employee-acknowledgments/jobs.ts'
import { invoiceFollowUps } from '../invoices/jobs.ts'
import type { Reader } from '../kit/db.ts'
import { type Page, pageInOrder, type PageQuery } from '../kit/page.ts'
import { messageFollowUps } from '../messages/jobs.ts'
import { proposalFollowUps } from '../proposals/jobs.ts'
import { requestFollowUps } from '../service-requests/jobs.ts'
import { signatureFollowUps } from '../signatures/reminders.ts'
import { currentOfficeHours, type FollowUpRow, type FollowUpSource } from './source.ts'

const sources: readonly FollowUpSource[] = [
  requestFollowUps,
  messageFollowUps,
  signatureFollowUps,
  proposalFollowUps,
  contractFollowUps,
  invoiceFollowUps,
  documentFollowUps,
  expirationFollowUps,
  assignmentFollowUps,
  deadlineFollowUps,
  handbookFollowUps,
]

export async function followUps(
  reader: Reader,
  actor: Actor,
  { kind, paused, ...page }: PageQuery & { kind?: ScheduledKind | undefined; paused: boolean },
): Promise<Page<ScheduledFollowUp>> {
  const days = daysToPlan(await currentOfficeHours(reader), reader.now)
  const through = days.at(-1)
  if (through === undefined) return { items: [], next: null }
  const planned = await Promise.all(
    sources
      .filter((source) => kind === undefined || source.kind === kind)
      .map((source) => plannedFor(reader, actor, source, days, through)),
  )
  const { items, next } = pageInOrder(
    planned.flat().filter(({ isPaused }) => isPaused === paused),
    ({ item, step }) => ({ place: [item.date, item.kind, step, item.recipientName ?? ''].join(' '), id: item.id }),
    page,
  )
  return { items: items.map(({ item }) => item), next }
}

interface Planned {
  item: ScheduledFollowUp
  step: string
  isPaused: boolean
}

async function plannedFor(
  reader: Reader,
  actor: Actor,
  source: FollowUpSource,
  days: readonly string[],
  through: string,
): Promise<Planned[]> {
  const rows = await source.read(reader, through, source.visible(actor))
  return rows.flatMap((row) =>
    plannedSteps(row.plan, days, reader.now).map(({ step, day, isPaused }) => ({
      isPaused,
      step: step.name,
      item: {
        kind: source.kind,
        id: row.id,
        title: row.title,
        date: day,
        recipient: step.to,
        recipientName: nameFor(step.to, row),
        ...placeOf(row.plan, step),
        clientFolderId: row.clientFolderId,
        folderName: row.folderName,
        folderVersion: row.folderVersion,
        link: row.link,
        allowed: isPausable(step) ? allowedFor(actor, row) : [],
      },
    })),
  )
}

function placeOf({ steps }: FollowUpPlan, step: FollowUpStep): Pick<ScheduledFollowUp, 'reminder' | 'reminders'> {
  const toThem = steps.filter(({ to }) => to === step.to)
  return { reminder: toThem.indexOf(step) + 1, reminders: toThem.length }
}

const allowedFor = (actor: Actor, { clientFolderId, isPaused }: FollowUpRow): ScheduledFollowUp['allowed'] =>
  clientFolderId === null || !mayUsePart(actor, 'work') ? [] : [isPaused ? 'resume' : 'pause']

function nameFor(to: FollowUpRecipient, { person, clientName, leadName }: FollowUpRow): string | null {
  switch (to) {
    case 'client':
    case 'client-and-team':
      return person ?? clientName
    case 'employee':
    case 'holder':
      return person
    case 'team':
    case 'lead':
      return leadName
    case 'staff':
    case 'administrators':
      return null
  }
}
