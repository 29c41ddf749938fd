// A firm on a moved clock: its people, its clients, and its agenda. Each day, everyone who acts signs in again.
import { expect } from 'vitest'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { refreshQuietPayments } from '../../server/payments-online/jobs.ts'
import { createRecurringInvoices } from '../../server/invoice-plans/jobs.ts'
import { markOverdueInvoices, sendInvoiceReminders } from '../../server/invoices/jobs.ts'
import { sendContractReminders } from '../../server/contracts/jobs.ts'
import { sendProposalReminders } from '../../server/proposals/jobs.ts'
import { sendSignatureReminders } from '../../server/signatures/reminders.ts'
import type { OnlinePayments } from '../online-payments.ts'
import { randomFrom } from '../random.ts'
import { type Answer, type Caller, fixturePassword } from '../test-app.ts'
import { type Folder, type Invoice, Ledger } from './ledger.ts'

/** Fixed, so that each run has the same weekdays, numbers, and amounts. */
export const firstDay = '2031-01-02'
export const lastDay = '2031-12-30'

export interface Client extends Folder {
  userId: string
  /** Contacts who may sign. */
  contacts: string[]
  isPublicSchool: boolean
  /** Who works for it. */
  staff: 'sam' | 'sue'
}

export interface Counts {
  clients: number
  proposals: number
  contracts: number
  invoices: number
  payments: number
  online: number
}

/** @param scale 1 for the whole firm */
export const countsAt = (scale: number): Counts => ({
  clients: Math.round(40 * scale),
  proposals: Math.round(60 * scale),
  contracts: Math.round(45 * scale),
  invoices: Math.round(300 * scale),
  payments: Math.round(280 * scale),
  online: Math.round(60 * scale),
})

export class Firm {
  readonly online: OnlinePayments
  readonly scale: number
  readonly ledger = new Ledger()
  readonly random = randomFrom(2031)
  readonly clients: Client[] = []
  readonly counts: Counts
  today = firstDay
  /** The first day on which entries can be dated. */
  openFrom = firstDay
  private readonly agenda = new Map<string, (() => Promise<void>)[]>()
  private signedIn = new Map<string, Caller>()

  constructor(online: OnlinePayments, scale: number) {
    this.online = online
    this.scale = scale
    this.counts = countsAt(scale)
  }

  get app() {
    return this.online.testApp
  }

  /** As many of something as there are at this scale, at least one. */
  many = (count: number): number => Math.max(1, Math.round(count * this.scale))

  /** Plans a step on a day, or today if that has passed; a day after the year is its last one. */
  on(day: string, step: () => Promise<void>): void {
    const due = day < this.today ? this.today : day > lastDay ? lastDay : day
    this.agenda.set(due, [...(this.agenda.get(due) ?? []), step])
  }

  /** Plans the same step again, because there is nothing yet that it could be about. */
  later(step: () => Promise<void>): void {
    if (this.today > '2031-12-24') throw new Error('There was nothing for one of the steps')
    this.on(daysAfter(this.today, 4), step)
  }

  /** Plans a number of steps, evenly spread over the days between two dates. */
  spread(count: number, from: string, to: string, step: (index: number) => Promise<void>): void {
    const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
    for (let index = 0; index < count; index++)
      this.on(daysAfter(from, Math.floor((days * (index + 0.5)) / count)), () => step(index))
  }

  async as(userId: string, role: 'master-admin' | 'admin' | 'staff' | 'client'): Promise<Caller> {
    const known = this.signedIn.get(userId) ?? (await this.app.signIn(userId, role))
    this.signedIn.set(userId, known)
    return known
  }
  admin = () => this.as(this.app.people.alice.id, 'admin')
  staffOf = ({ staff }: Client) => this.as(this.app.people[staff].id, 'staff')
  clientOf = ({ userId }: Client) => this.as(userId, 'client')

  clientWith = ({ folder }: Pick<Invoice, 'folder'>): Client => {
    const client = this.clients.find(({ id }) => id === folder.id)
    if (client === undefined) throw new Error(`There is no client ${folder.name}`)
    return client
  }

  /** Every day of the year: the jobs at 10 in the morning, then what people do. */
  async run(everyDay: () => Promise<void>): Promise<void> {
    for (let day = firstDay; day <= lastDay; day = daysAfter(day, 1)) {
      this.today = day
      this.signedIn = new Map()
      this.moveTo(`${day}T15:00:00Z`)
      await this.runJobs()
      await everyDay()
      // A step may plan others for the same day.
      const steps = this.agenda.get(day)
      for (let step = steps?.shift(); step !== undefined; step = this.agenda.get(day)?.shift()) await step()
    }
    await this.app.runJobs()
  }

  private moveTo(instant: string) {
    this.app.pass({ minutes: (Date.parse(instant) - this.app.db.now.getTime()) / 60_000 })
    expect(officeDate(this.app.db.now)).toBe(this.today)
  }

  /** What the hourly schedule runs, once. */
  private async runJobs() {
    const { db, config, log } = this.app.context
    await createRecurringInvoices(db, config.provider)
    await markOverdueInvoices(db)
    await sendInvoiceReminders(db)
    await sendContractReminders(db)
    await sendProposalReminders(db)
    await sendSignatureReminders(db)
    await refreshQuietPayments({ config, db, log })
  }

  /** Creates the clients with their contacts, who accept their invitations. */
  async openFolders(): Promise<void> {
    const admin = await this.admin()
    for (let index = 0; index < this.counts.clients; index++) {
      const name = `${index % 7 === 3 ? '“Quoted”, ' : ''}Client ${index + 1}`
      const userId = await this.invite(`Owner${index}`, `owner${index}@client.example`)
      const staff = index % 3 === 0 ? 'sue' : 'sam'
      const assignedStaffId = this.app.people[staff].id
      const folder = { name, services: 'HR Consulting', assignedStaffId, clientId: userId }
      const { id } = created(await admin.post('/api/client-folders', folder))
      const isExempt = index % 5 === 2
      const isPublicSchool = index % 8 === 1
      const change = { taxExempt: isExempt, sector: isPublicSchool ? 'public-school' : 'private' }
      succeeded(await admin.patch(`/api/client-folders/${id}`, change))
      const contacts: string[] = []
      for (const place of index % 2 === 0 ? [1, 2] : [1]) {
        const email = `contact${index}-${place}@client.example`
        const contactId = await this.invite(`Contact${index}${'ab'[place - 1]}`, email)
        const rights = { money: true, documents: true, messages: true, sign: true }
        created(await admin.post(`/api/client-folders/${id}/contacts`, { name: 'A contact', email, ...rights }))
        contacts.push(contactId)
      }
      this.clients.push({ id, name, isExempt, isPublicSchool, userId, contacts, staff })
    }
  }

  private async invite(firstName: string, email: string): Promise<string> {
    const admin = await this.admin()
    const person = { firstName, lastName: 'Lind', email, role: 'client' }
    const { id, invitationUrl } = created(await admin.post('/api/users', person))
    const token = String(invitationUrl).split('/').at(-1)
    succeeded(await this.app.visitor.post('/api/invitations/accept', { token, password: fixturePassword }))
    return id
  }
}

/** The body of an answer that must be 201. */
export function created({ status, body, text }: Answer) {
  expect(status, text).toBe(201)
  return body
}

/** The body of an answer that must be 200. */
export function succeeded({ status, body, text }: Answer) {
  expect(status, text).toBe(200)
  return body
}

export const refused = ({ status, text }: Answer, expected: 400 | 409): void =>
  expect(status, `Expected to be refused: ${text}`).toBe(expected)
