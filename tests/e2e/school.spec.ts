// A school of 45 employees begins with the portal: its consultant assembles the handbook, all 45 acknowledge it by their
// links, and eight days later the deadlines of new employees are met or missed.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import pg from 'pg'
import { runningConnection } from '../../server/embedded-postgres/supervisor.ts'
import { policyFieldNames, policyFields } from '../../domain/model-policy.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { openEveryDay } from '../bookings.ts'
import { addInBrowser, emailOf, importInBrowser } from './employees.ts'
import { moveClockOf, onDay } from './moved-clock.ts'
import { addFolder, addPerson, type Caller, callerFor, demonstration, signInAs, visitorOf } from './people.ts'
import { picture } from './pictures.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, type Portal, test, toastOf } from './portal.ts'

const school = 'Elmwood County Public Schools'
const staff = Array.from({ length: 40 }, (_, at) => ({
  name: `Toni Vance ${at + 1}`,
  jobTitle: at % 9 === 0 ? 'Office manager' : 'Teacher',
}))
/** They start on the day on which they are added. Grace and Luz are added one by one, the others from a list. */
const newcomers = ['Omar', 'Peter', 'Ines'].map((name) => ({ name: `${name} Newby`, jobTitle: 'Teacher' }))

/** A Monday after today. */
function openingDay(): string {
  let day = daysAfter(officeDate(new Date()), 1)
  while (new Date(day).getUTCDay() !== 1) day = daysAfter(day, 1)
  return day
}

interface Sent {
  id: string
  to: string
  subject: string
}
const outbox = (admin: Caller) => admin<Sent[]>('GET', '/api/outbox?limit=200')

/** The token in the latest email to an employee. */
async function tokenOf(admin: Caller, sent: Sent[], name: string): Promise<string> {
  const { id } = sent.find(({ to }) => to === emailOf(name)) ?? { id: 'no email' }
  const { text } = await admin<{ text: string }>('GET', `/api/outbox/${id}`)
  return /\/employee-handbook\/([\w-]{43})/.exec(text)?.[1] ?? ''
}

/** A few at a time: more would wait for a connection of the database. */
async function forEach<T>(items: readonly T[], work: (item: T) => Promise<unknown>) {
  for (let at = 0; at < items.length; at += 5) await Promise.all(items.slice(at, at + 5).map(work))
}

async function acknowledge(portal: Portal, admin: Caller, names: string[]) {
  const sent = await outbox(admin)
  await forEach(names, async (name) =>
    visitorOf(portal)('POST', '/api/employee-handbook/acknowledgment', {
      token: await tokenOf(admin, sent, name),
      name,
    }),
  )
}

/** Runs both jobs twice at the same time, and then again. */
async function sendReminders({ dataDir }: Portal) {
  const client = new pg.Client(runningConnection(dataDir))
  await client.connect()
  const jobs = ['send-deadline-reminders', 'send-acknowledgment-reminders']
  const waiting = async () =>
    (await client.query('select from graphile_worker.jobs where task_identifier = any($1) and run_at <= now()', [jobs]))
      .rowCount
  for (const times of [2, 1]) {
    await client.query('select graphile_worker.add_job(job) from unnest($1::text[]) job, generate_series(1, $2)', [
      jobs,
      times,
    ])
    await expect.poll(waiting).toBe(0)
  }
  await client.end()
}

const partOf = (page: Page, part: string) =>
  page.getByRole('navigation', { name: 'People and policies' }).getByRole('button', { name: part })

/** Opens one of the lists of people and policies. */
const openPart = (page: Page, part: string) => partOf(page, part).click()

const deadlineOf = (page: Page, group: string, name: string, title: string) =>
  page.getByRole('list', { name: group }).getByRole('listitem').filter({ hasText: name }).filter({ hasText: title })

async function downloadOf(page: Page, link: string): Promise<string[]> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: link }).click()])
  return (await readFile(await file.path(), 'utf8')).split('\r\n')
}

async function readAndAcknowledge(page: Page, link: string, name: string, button: string, done: RegExp) {
  await page.goto(link)
  await page.getByRole('textbox').fill(name)
  await page.getByRole('button', { name: button }).click()
  await expect(page.getByText(done).first()).toBeVisible()
}

test('a school of 45 employees begins with the portal', async ({ ownPortal, person }) => {
  const monday = openingDay()
  let portal = await ownPortal(onDay(monday))
  let admin = await callerFor(portal, demonstration('admin'))
  await admin('PATCH', '/api/firm-settings', { officeHours: openEveryDay })
  const sam = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Ridley' })
  const rosa = await addPerson(portal, admin, { role: 'client', firstName: 'Rosa', lastName: 'Lind' })
  const folder = await addFolder(admin, { name: school, client: rosa, staff: sam })

  const consultant = await person()
  const { page } = consultant
  await moveClockOf(consultant.context, monday)
  await signInAs(page, portal, sam, `/client-folders/${folder.id}`)
  await page.getByRole('button', { name: 'Manage folder' }).click()
  await page.getByRole('menuitem', { name: 'Edit folder' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit folder' })
  await editing.getByLabel('Number of employees').fill('45')
  await editing.getByLabel('Sector').selectOption('Public school')
  await editing.getByRole('button', { name: 'Save changes' }).click()
  await expect(editing).toBeHidden()

  await page.getByRole('tab', { name: 'People and policies' }).click()
  await importInBrowser(page, [
    ...staff.map((each) => ({ ...each, startDate: '8/11/2025' })),
    ...newcomers.map((each) => ({ ...each, startDate: monday })),
  ])
  await expect(partOf(page, 'Deadlines')).toHaveText('Deadlines24')
  await addInBrowser(page, 'Grace Newby', monday, 'English')
  await addInBrowser(page, 'Luz Newby', monday, 'Spanish')
  await expect(page.getByRole('list', { name: 'Employees' }).getByRole('listitem')).toHaveCount(45)
  await expect(partOf(page, 'Employees')).toHaveText('Employees45')
  await expect(partOf(page, 'Deadlines')).toHaveText('Deadlines40')
  await picture(page, 'employees')

  await openPart(page, 'Handbook')
  await page.getByRole('button', { name: 'New handbook' }).click()
  const assembling = page.getByRole('dialog', { name: 'New handbook' })
  await expect(assembling.getByRole('list', { name: 'Policies' }).getByRole('listitem')).toHaveCount(15)
  await picture(page, 'new-handbook')
  for (const field of policyFieldNames.filter((each) => each !== 'employer'))
    await assembling.getByLabel(new RegExp(`^${policyFields[field]}`, 'i')).fill(`the ${policyFields[field]}`)
  await assembling.getByRole('button', { name: 'Create handbook' }).click()
  await expect(toastOf(page)).toContainText('Handbook created')
  await page.getByRole('button', { name: 'Send for acknowledgment' }).click()
  await page.getByRole('button', { name: 'Send handbook' }).click()
  const versions = page.getByRole('list', { name: 'Versions' })
  await expect(versions).toContainText('15 policies')
  await picture(page, 'handbook')
  const pdf = await versions.getByRole('link', { name: /^PDF/ }).getAttribute('href')
  expect((await page.request.get(portal.url + pdf)).headers()['content-type']).toBe('application/pdf')

  await openPart(page, 'Employees')
  const strip = page.getByRole('region', { name: 'Handbook acknowledgments' })
  await strip.getByRole('button', { name: 'Send to employees' }).click()
  const acknowledgments = page.getByRole('dialog', { name: 'Handbook acknowledgments' })
  await acknowledgments.getByRole('button', { name: 'Send to 45 employees' }).click()
  await expect(strip).toContainText('0 of 45')

  const links = await outbox(admin)
  const linkOf = async (sent: Sent[], name: string) =>
    `${portal.url}/employee-handbook/${await tokenOf(admin, sent, name)}`
  const grace = await person()
  await moveClockOf(grace.context, monday)
  await readAndAcknowledge(
    grace.page,
    await linkOf(links, 'Grace Newby'),
    'Grace Newby',
    'I acknowledge',
    /^Acknowledged by Grace Newby on /,
  )
  await expect(strip).toContainText('1 of 45')
  const omar = await person('phone')
  await moveClockOf(omar.context, monday)
  await omar.page.goto(await linkOf(links, 'Omar Newby'))
  await expect(omar.page.getByText(school).first()).toBeVisible()
  await picture(omar.page, 'employee')
  await readAndAcknowledge(omar.page, omar.page.url(), 'Omar Newby', 'I acknowledge', /^Acknowledged by Omar Newby on /)
  await acknowledge(portal, admin, [...staff.map(({ name }) => name), 'Peter Newby'])
  await expect(strip).toContainText('43 of 45')
  await strip.getByRole('button', { name: 'Acknowledgments' }).click()
  const stateOf = (state: string) => acknowledgments.getByRole('listitem').filter({ hasText: state })
  await expect(stateOf('Waiting')).toHaveText([/^Ines Newby/, /^Luz Newby/])
  await expectAccessible(page, 'the acknowledgments of 45 employees')
  await picture(page, 'acknowledgments')
  await page.keyboard.press('Escape')

  // Three of the five newcomers complete everything on their first day: Grace in the browser.
  const within = `/api/deadlines?q=Newby&limit=200`
  await page.goto(`${portal.url}/deadlines?status=all`)
  await page.getByRole('searchbox').fill('Newby')
  const firstDay = ['section 1', 'section 2', 'Fingerprints', 'registry search']
  for (const title of firstDay) {
    await deadlineOf(page, 'Due within 30 days', 'Grace Newby', title)
      .getByRole('button', { name: /^Complete/ })
      .click()
    await expect(deadlineOf(page, 'Completed', 'Grace Newby', title)).toBeVisible()
  }
  interface Deadline {
    id: string
    title: string
    employeeName: string | null
  }
  const listed = await admin<Deadline[]>('GET', within)
  for (const { id, title, employeeName } of listed)
    if (/^(Omar|Peter) /.test(employeeName ?? '') && firstDay.some((words) => title.includes(words)))
      await admin('PATCH', `/api/deadlines/${id}/status`, { status: 'completed', completedOn: null })
  await page.reload()
  await expect(page.getByRole('list', { name: 'Overdue' })).toHaveCount(0)
  await picture(page, 'deadlines')

  await page.goto('about:blank')
  process.kill(portal.pid)
  await portal.ended
  const tuesday = daysAfter(monday, 8)
  portal = await ownPortal(onDay(tuesday), portal.dataDir)
  admin = await callerFor(portal, demonstration('admin'))
  const before = new Set((await outbox(admin)).map(({ id }) => id))
  await sendReminders(portal)
  const reminders = (await outbox(admin)).filter(({ id }) => !before.has(id))
  expect(reminders.map(({ to }) => to).toSorted()).toEqual(
    [emailOf('Ines Newby'), emailOf('Luz Newby'), rosa.email, sam.email].toSorted(),
  )

  const later = await person()
  await moveClockOf(later.context, tuesday)
  await signInAs(later.page, portal, sam, '/deadlines?status=all')
  await later.page.getByRole('searchbox').fill('Newby')
  for (const title of firstDay) {
    for (const name of ['Ines', 'Luz'])
      await expect(deadlineOf(later.page, 'Overdue', `${name} Newby`, title)).toContainText('ago')
    for (const name of ['Grace', 'Omar', 'Peter'])
      await expect(deadlineOf(later.page, 'Completed', `${name} Newby`, title)).toBeVisible()
  }
  await expectAccessible(later.page, 'the deadlines that were met and missed')
  await expectNoSidewaysScroll(later.page)
  await picture(later.page, 'deadlines-missed')
  const lines = await downloadOf(later.page, 'Export CSV of these deadlines')
  const ofNewcomers = lines.filter((line) => line.includes('Newby') && firstDay.some((words) => line.includes(words)))
  expect(ofNewcomers).toHaveLength(20)
  await deadlineOf(later.page, 'Overdue', 'Ines Newby', 'section 1').getByRole('button', { name: 'Complete' }).click()
  await expect(deadlineOf(later.page, 'Completed', 'Ines Newby', 'section 1')).toContainText('8 days late')

  await later.page.goto(`${portal.url}/client-folders/${folder.id}?tab=employees`)
  const laterStrip = later.page.getByRole('region', { name: 'Handbook acknowledgments' })
  await expect(laterStrip).toContainText('43 of 45')
  const luz = await person('phone')
  luz.expectFault(/404/)
  await moveClockOf(luz.context, tuesday)
  await luz.page.goto(await linkOf(links, 'Luz Newby'))
  await expect(luz.page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await luz.page.goto(await linkOf(reminders, 'Luz Newby'))
  await expect(luz.page.getByText('El manual está en inglés', { exact: true })).toBeVisible()
  await picture(luz.page, 'employee-in-spanish')
  await readAndAcknowledge(luz.page, luz.page.url(), 'Luz Newby', 'Confirmo', /^Confirmado por Luz Newby el /)
  await picture(luz.page, 'acknowledged-in-spanish')
  await acknowledge(portal, admin, ['Ines Newby'])
  await expect(laterStrip).toContainText('45 of 45')
  await laterStrip.getByRole('button', { name: 'Acknowledgments' }).click()
  const all = later.page.getByRole('dialog', { name: 'Handbook acknowledgments' }).getByRole('listitem')
  await expect(all.filter({ hasText: /Acknowledged$/ })).toHaveCount(45)
  await expect(all.filter({ hasText: 'Luz Newby' })).toContainText('shown in Spanish')
  const acknowledged = await downloadOf(later.page, 'Export CSV of these acknowledgments')
  expect(acknowledged.filter((line) => line.includes(',Acknowledged,'))).toHaveLength(45)
  await picture(later.page, 'all-acknowledged')
})
