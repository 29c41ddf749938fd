// The main job in Firefox and in WebKitGTK: from a visitor's request to an invoice that the client sees.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Portal, startPortal } from '../running-portal.ts'
import { pdf } from '../samples.ts'
import type { OtherBrowser } from './other-browsers/driver.ts'
import { firefoxIsMissing, startFirefox } from './other-browsers/firefox.ts'
import { dialog, personAt, question, type Person } from './other-browsers/person.ts'
import { startWebKit, webkitIsMissing } from './other-browsers/webkit.ts'

const browsers = [
  { name: 'Firefox', start: startFirefox, missing: firefoxIsMissing },
  { name: 'WebKitGTK', start: startWebKit, missing: webkitIsMissing },
]

/** Two browsers and a portal on a busy machine. */
const timeout = 400_000

const business = 'Shenandoah Valley Dental'
const password = 'seven kettles near a window'
const title = 'Handbook and supervisor training'
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

describe.each(browsers)('the main job in $name', ({ start, missing }) => {
  let portal: Portal
  let browser: OtherBrowser
  let folder: string
  const people: Person[] = []

  beforeAll(async () => {
    if (missing !== null) return
    portal = await startPortal()
    browser = await start()
    folder = await mkdtemp(join(tmpdir(), 'portal-files-'))
  })

  afterAll(async () => {
    if (missing !== null) return
    for (const person of people) await person.leave()
    await browser.close()
    await portal.stop()
    await rm(folder, { recursive: true, force: true })
  })

  async function person() {
    const someone = personAt(await browser.newWindow(), portal.url)
    people.push(someone)
    return someone
  }

  const named = (sentence: string) => (missing === null ? sentence : `${sentence} (skipped: ${missing})`)

  it.skipIf(missing !== null)(
    named('goes from a request to an invoice, without an error in the page'),
    { timeout },
    async () => {
      const client = await person()
      const admin = await person()
      await requestService(client)
      await signIn(admin)
      await chooseDarkTheme(admin)
      const folderPage = await acceptAndCreateFolder(admin)
      await client.open(await invitationFrom(admin))
      await choosePassword(client)
      await uploadDocument(client, join(folder, 'Salary bands.pdf'))
      await exchangeMessages(client, admin, folderPage)
      await closeDialogByKeyboard(admin)
      await createProposal(admin)
      await approveProposal(client)
      await createContract(admin)
      await signContract(client)
      await sendInvoice(admin)
      await seeInvoice(client)
      expect([...(await client.faults()), ...(await admin.faults())]).toEqual([])
    },
  )

  it.skipIf(missing !== null)(named('would notice an error in the page'), async () => {
    const someone = await person()
    await someone.open('/')
    await someone.valueOf(`void setTimeout(() => { throw new Error('uncaught on purpose') })`)
    await someone.valueOf(`console.error('reported on purpose')`)
    for (const fault of ['uncaught on purpose', 'reported on purpose'])
      await expect.poll(() => someone.faults()).toContainEqual(expect.stringContaining(fault))
  })
})

async function requestService(visitor: Person) {
  await visitor.open('/')
  await visitor.clickFirst('link', 'Get Started')
  await visitor.click('button', 'Submit request')
  await visitor.reads('Please select at least one service')
  await visitor.fill('Business name', business)
  await visitor.fill('First name', 'Priya')
  await visitor.fill('Last name', 'Raman')
  await visitor.fill('Email', 'priya@dental.example')
  await visitor.fill('Phone', '(540) 555-0117')
  await visitor.click('checkbox', /HR Consulting/)
  await visitor.fill('What do you need help with?', 'A first handbook, and coaching for a new office manager.')
  await visitor.fill('What are your business goals?', 'Open a second practice in spring.')
  await visitor.click('button', 'Submit request')
  await visitor.finds('heading', /We will contact you within 24 hours/)
}

async function signIn(admin: Person) {
  await admin.open('/')
  await admin.clickFirst('button', 'Staff Login')
  await admin.fill('Username', 'admin', dialog)
  await admin.fill('Password', 'demo-admin-2026', dialog)
  await admin.click('button', 'Sign In', dialog)
  await admin.finds('heading', 'Admin Dashboard')
}

async function chooseDarkTheme(admin: Person) {
  await admin.clickFirst('button', /Administrator$/)
  await admin.click('menuitemradio', 'Dark')
  const brightness = `Math.max(...getComputedStyle(document.body).backgroundColor.match(/[\\d.]+/g).slice(0, 3).map(Number))`
  await admin.sees('a dark page', `${brightness} < 80`)
}

/** Returns the folder's address. */
async function acceptAndCreateFolder(admin: Person): Promise<string> {
  await admin.reads(business)
  await admin.clickFirst('button', /^Accept Request/)
  await admin.reads('Service request updated successfully')
  await admin.reads(`${business} accepted.`)
  await admin.clickFirst('button', 'Create folder', { role: 'status' })
  await admin.fill('Staff member', 'staff')
  await admin.clickFirst('option', /./)
  await admin.click('button', 'Create folder')
  await admin.reads('Client folder created successfully')
  await admin.finds('heading', business)
  return admin.valueOf<string>('location.pathname')
}

async function invitationFrom(admin: Person): Promise<string> {
  await admin.open('/outbox?q=priya')
  await admin.clickFirst('link', /./, { role: 'table', name: { exact: 'Emails' } })
  await admin.reads(/\/invitation\/\S+/)
  const address = await admin.valueOf<string>(`document.querySelector('a[href*="/invitation/"]').href`)
  return new URL(address).pathname
}

async function choosePassword(client: Person) {
  await client.reads('Priya, choose a password to finish.')
  await client.fill('Password', password)
  await client.click('button', 'Save password and sign in')
  await client.finds('heading', /^Client Dashboard/)
  await client.reads(business)
}

async function uploadDocument(client: Person, path: string) {
  await writeFile(path, pdf('Salary bands'))
  await client.click('tab', /Upload Files/)
  await client.finds('button', /Choose files/)
  await client.chooseFile('Files to upload', path)
  await client.click('button', 'Upload file')
  await client.reads('Document uploaded successfully')
}

async function exchangeMessages(client: Person, admin: Person, folderPage: string) {
  await client.click('tab', /Messages/)
  await client.fill('Your message', 'The salary bands are uploaded.')
  await client.click('button', /Send/)
  await admin.open(folderPage)
  await admin.finds('heading', business)
  await admin.reads('The salary bands are uploaded.')
  await admin.click('tab', /Documents/)
  await admin.reads('Salary bands.pdf')
  await admin.click('tab', /Messages/)
  await admin.fill('Your message', 'Thank you. I’ll have a draft on Monday.')
  await admin.click('button', /Send/)
  // Arrives live.
  await client.reads('I’ll have a draft on Monday.')
}

const addProposal = 'Create Proposal'

/** Its focus returns to the button that opened it. */
async function closeDialogByKeyboard(admin: Person) {
  await admin.click('tab', /^Agreements and billing/)
  await admin.click('button', addProposal)
  await admin.finds('dialog', addProposal)
  await admin.press('Escape')
  await admin.sees('no dialog', `document.querySelector('[role=dialog]') === null`)
  await admin.sees('the focus on its opener', `document.activeElement.innerText.trim() === '${addProposal}'`)
}

async function createProposal(admin: Person) {
  await admin.press('Enter')
  await admin.finds('dialog', addProposal)
  await admin.fillDate('Valid until', inDays(30), dialog)
  await admin.fill('Title', title, dialog)
  await admin.fill('Description', 'A handbook, and two days of training.', dialog)
  await admin.click('button', 'Add a custom line', dialog)
  const line = { role: 'group', name: { exact: 'Line 1' } }
  await admin.fill('Service', 'Handbook', line)
  await admin.fill('Hours', '24', line)
  await admin.fill('Rate', '125', line)
  await admin.reads('$3,000.00')
  await admin.click('button', addProposal, dialog)
  await admin.reads('Proposal created successfully')
  await admin.clickFirst('link', new RegExp(title))
  await admin.click('button', 'Send to client')
  await admin.click('button', 'Send proposal', question)
  await admin.reads('Proposal sent successfully')
}

async function approveProposal(client: Person) {
  await client.open('/proposals')
  await client.clickFirst('link', new RegExp(title))
  await client.reads('$3,000.00')
  await client.click('button', 'Approve')
  await client.fill(/^Comment/, 'Please start in May.', dialog)
  await client.click('button', 'Approve proposal', dialog)
  await client.reads('Proposal approved successfully')
}

async function createContract(admin: Person) {
  // The approval arrives live.
  await admin.reads('Please start in May.')
  await admin.click('button', 'Create contract')
  await admin.finds('region', /^Page 1 of \d+$/, dialog)
  await admin.fill('Your password', 'demo-admin-2026', dialog)
  await admin.click('button', 'Sign and send', dialog)
  await admin.finds('heading', /^Contract PROHR-/)
}

/** Pixels of the first page's picture that are not white. */
const inkOnPage = `(() => {
  const canvas = document.querySelector('.pdf-picture canvas')
  if (canvas === null || canvas.width === 0) return 0
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')
  copy.drawImage(canvas, 0, 0)
  const { data } = copy.getImageData(0, 0, canvas.width, canvas.height)
  let ink = 0
  for (let i = 0; i < data.length; i += 4) if (data[i + 3] > 0 && data[i] < 128) ink += 1
  return ink
})()`

async function signContract(client: Person) {
  await client.open('/agreements')
  await client.clickFirst('link', /^Sign PROHR-/)
  await client.finds('region', /^Page 1 of \d+$/)
  await client.sees('the first page drawn', `${inkOnPage} > 1000`)
  await client.click('checkbox', /^I have read/)
  await client.fill('Your full name', 'Priya B. Raman')
  await client.finds('button', /Sign here.*Priya B\. Raman/)
  await client.click('radio', 'Draw it')
  await client.finds('img', 'Field to draw your signature in, empty')
  await client.drag(await strokeIn(client))
  await client.finds('img', 'Your drawn signature')
  await client.fill('Your password', password)
  await client.click('button', 'Sign contract')
  await client.finds('heading', 'Signed')
  await client.finds('link', 'Signed contract')
}

async function strokeIn(client: Person) {
  const place = await client.valueOf<{ x: number; y: number }>(`(() => {
    const pad = document.querySelector('canvas.touch-none')
    pad.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { x, y } = pad.getBoundingClientRect()
    return { x, y }
  })()`)
  return Array.from({ length: 31 }, (_, i) => ({
    x: Math.round(place.x + 30 + i * 4),
    y: Math.round(place.y + 90 - 30 * Math.sin(i / 4)),
  }))
}

async function sendInvoice(admin: Person) {
  // The signature arrives live.
  await admin.click('button', 'Create invoice')
  await admin.click('button', 'Create Invoice', dialog)
  await admin.finds('article', /^Invoice INV-/)
  await admin.click('button', 'Send invoice')
  await admin.click('button', 'Send invoice', question)
  await admin.reads('Invoice sent')
}

async function seeInvoice(client: Person) {
  await client.open('/invoices')
  await client.clickFirst('link', /^INV-/)
  await client.reads(/ outstanding\. Due /)
  await client.finds('heading', 'How to pay')
}
