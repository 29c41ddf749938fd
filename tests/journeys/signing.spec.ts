// A client signs: by keyboard alone, with a finger on a narrow phone, after the network and the session failed; or says no.
import type { Page } from '@playwright/test'
import { pdf } from '../samples.ts'
import {
  addDocument,
  addFolder,
  addPerson,
  callerFor,
  demonstration,
  signInAs,
  type Caller,
  type Someone,
} from './cast.ts'
import { keysOf } from './keyboard.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, fillSignIn, type Portal, test } from './portal.ts'

interface Case {
  client: Someone
  folderId: string
  admin: Caller
  staff: Caller
  staffMember: Someone
}

async function someonesFolder(portal: Portal, name: string): Promise<Case> {
  const admin = await callerFor(portal, demonstration('admin'))
  const staffMember = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Okafor' })
  const client = await addPerson(portal, admin, { role: 'client', firstName: 'Ann', lastName: 'Lindqvist' })
  const { id: folderId } = await addFolder(admin, { name, client, staff: staffMember })
  return { client, folderId, admin, staff: await callerFor(portal, staffMember), staffMember }
}

/** A file that waits for the client's signature. */
async function toSign(portal: Portal, { staff, folderId }: Case, name: string, bytes = pdf(name)): Promise<string> {
  const { id } = await addDocument(portal, staff, folderId, { name, bytes, requiresSignature: true })
  return id
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: false, level: 2 })

/** Reads what is shown as soon as it is there, and says so. */
async function read(page: Page) {
  const hasRead = page.getByRole('button', { name: 'I have read it' })
  await expect(async () => {
    if (await hasRead.isVisible()) await hasRead.click({ timeout: 1000 })
    await expect(heading(page, 'Agree to sign electronically')).toBeVisible({ timeout: 500 })
  }).toPass()
}

/** What a document's row of the folder shows of its signature. */
const rowOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Documents' }).getByRole('listitem').filter({ hasText: name })

test('by keyboard alone: from the folder to the sealed copy', async ({ portal, person }) => {
  const folder = await someonesFolder(portal, 'Lindqvist Joinery')
  await toSign(portal, folder, 'Handbook.pdf')
  const desk = await person('desk', { viewport: { width: 1280, height: 800 } })
  desk.expectFault(/status of 400/)
  const { page } = desk
  const keys = keysOf(page)
  await signInAs(page, portal, folder.client)
  await keys.tab(/Documents/)
  await keys.use(rowOf(page, 'Handbook.pdf').getByRole('link', { name: 'Sign Handbook.pdf' }))

  await expect(page.getByRole('heading', { name: 'Handbook.pdf', level: 1 })).toBeVisible()
  await expect(page.getByText('Step 1 of 4: Read', { exact: true })).toBeVisible()
  await expect(page.getByTitle('Handbook.pdf')).toBeVisible()
  await expectAccessible(page, 'reading before signing')
  await expect(async () => {
    await page.getByRole('button', { name: 'I have read it' }).press('Enter', { timeout: 1000 })
    await expect(heading(page, 'Agree to sign electronically')).toBeVisible({ timeout: 500 })
  }).toPass()

  // Each step begins at its heading, where a screen reader goes on.
  await expect(heading(page, 'Agree to sign electronically')).toBeFocused()
  for (const title of ['What this covers', 'Paper instead', 'Changing your mind', 'What you need', 'The law behind it'])
    await expect(page.getByRole('heading', { name: title })).toBeAttached()
  await expectAccessible(page, 'agreeing to sign electronically')
  await keys.to(page.getByRole('button', { name: 'Agree and continue' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please agree to sign electronically first.')).toBeVisible()
  const agreement = page.getByRole('checkbox', { name: /^I have read this/ })
  await expect(agreement).toBeFocused()
  await expect(agreement).not.toBeChecked()
  await page.keyboard.press('Space')
  await keys.to(page.getByRole('button', { name: 'Agree and continue' }))
  await page.keyboard.press('Enter')

  await expect(heading(page, 'Your signature')).toBeFocused()
  const name = page.getByRole('textbox', { name: 'Your full name' })
  await expect(name).toHaveValue('Ann Lindqvist')
  await keys.to(page.getByRole('textbox', { name: 'Your full name' }))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please type your full name.')).toBeVisible()
  await expect(name).toBeFocused()
  await page.keyboard.type('Ann B. Lindqvist')
  await expectAccessible(page, 'a typed signature')
  await page.keyboard.press('Enter')

  await expect(heading(page, 'Review and sign')).toBeFocused()
  await keys.to(page.getByRole('button', { name: 'Back' }))
  await page.keyboard.press('Enter')
  await expect(name).toHaveValue('Ann B. Lindqvist')
  await name.press('Enter')
  await keys.to(page.getByRole('button', { name: 'Sign document' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please confirm that this is to be your signature.')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /^I intend this/ })).toBeFocused()
  await page.keyboard.press('Space')
  await keys.to(page.getByRole('button', { name: 'Sign document' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Password is required')).toBeVisible()
  const password = page.getByRole('textbox', { name: 'Your password' })
  await expect(password).toBeFocused()
  await page.keyboard.type('not my password')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This is not your password.')).toBeVisible()
  await password.fill(folder.client.password)
  await expectAccessible(page, 'the review before signing')
  await keys.to(page.getByRole('button', { name: 'Sign document' }))
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'Signed', level: 1 })).toBeFocused()
  await expect(page.getByText(/^Ann Lindqvist signed “Handbook.pdf” on /)).toBeVisible()
  const copy = page.getByRole('link', { name: 'Signed copy' })
  await expect(copy).toBeVisible()
  await expectAccessible(page, 'signed')
  const answer = await page.request.get(portal.url + (await copy.getAttribute('href')))
  expect(answer.headers()['content-disposition']).toContain('Handbook (signed).pdf')
  expect((await answer.body()).includes('/ByteRange')).toBe(true)

  await keys.use(page.getByRole('link', { name: 'Client Dashboard' }))
  await keys.tab(/Documents/)
  await expect(rowOf(page, 'Handbook.pdf')).toContainText('Signed')
  await expect(rowOf(page, 'Handbook.pdf').getByRole('link', { name: 'Certificate of Handbook.pdf' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign Handbook.pdf' })).toBeHidden()
  await expectAccessible(page, 'a signed document in the folder')
})

test('with a finger at 360 pixels, and nothing sticks out at 320', async ({ portal, person }) => {
  const folder = await someonesFolder(portal, 'Lindqvist Orchard')
  const id = await toSign(portal, folder, 'A policy with a rather long name about remote work and visits.pdf')
  const { page } = await person('phone', { viewport: { width: 360, height: 740 } })
  await signInAs(page, portal, folder.client, `/documents/${id}/sign`)
  const bar = page.getByRole('contentinfo', { name: 'Steps of signing' })
  const next = (name: string) => bar.getByRole('button', { name }).click()
  await expect(page.getByTitle(/^A policy with a rather long name/)).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expect(bar).toBeInViewport({ ratio: 1 })
  await read(page)
  await page.getByRole('checkbox', { name: /^I have read this/ }).check()
  await next('Agree and continue')
  await page.getByText('Draw it').click()
  const field = page.getByRole('img', { name: 'Field to draw your signature in, empty' })
  await expect(field).toBeVisible()
  await next('Review')
  await expect(page.getByText('Please draw your signature.')).toBeVisible()

  const stroke = async (dx: number) => {
    const box = await page.locator('canvas').boundingBox()
    if (box === null) throw new Error('There is no field to draw in')
    await page.mouse.move(box.x + 30 + dx, box.y + 90)
    await page.mouse.down()
    for (let i = 1; i <= 30; i++) await page.mouse.move(box.x + 30 + dx + i * 4, box.y + 90 - 30 * Math.sin(i / 4))
    await page.mouse.up()
  }
  await page.locator('canvas').scrollIntoViewIfNeeded()
  await stroke(0)
  await stroke(60)
  await expect(page.getByRole('img', { name: 'Your drawn signature' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('img', { name: 'Your drawn signature' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(field).toBeVisible()
  await stroke(0)
  await expectAccessible(page, 'a drawn signature on a phone')
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
  await expect(bar).toBeInViewport({ ratio: 1 })
  await next('Review')
  await expect(page.getByRole('img', { name: 'Handwritten signature of Ann Lindqvist' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await page.getByRole('checkbox', { name: 'I intend this to be my signature on this document.' }).check()
  await page.getByRole('textbox', { name: 'Your password' }).fill(folder.client.password)
  await expectNoSidewaysScroll(page)
  await next('Sign document')
  await expect(page.getByRole('heading', { name: 'Signed', level: 1 })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Certificate' })).toBeVisible()
  await expectAccessible(page, 'signed on a phone')
  await expectNoSidewaysScroll(page)
})

test('A4: what was entered outlives a lost network and an ended session, and signs once', async ({
  portal,
  person,
}) => {
  const folder = await someonesFolder(portal, 'Lindqvist Mill')
  const id = await toSign(portal, folder, 'Policy.pdf')
  const someone = await person()
  const { page, context } = someone
  await signInAs(page, portal, folder.client, `/documents/${id}/sign`)
  await read(page)
  await page.getByRole('checkbox', { name: /^I have read this/ }).check()
  await page.getByRole('button', { name: 'Agree and continue' }).click()
  await page.getByRole('textbox', { name: 'Your full name' }).fill('Ann of the Mill')
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByRole('checkbox', { name: /^I intend this/ }).check()
  await page.getByRole('textbox', { name: 'Your password' }).fill(folder.client.password)

  someone.expectFault(/ERR_INTERNET_DISCONNECTED/)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Sign document' }).click()
  await expect(page.getByRole('alert')).toContainText('The server could not be reached')
  await expect(page.getByRole('term').filter({ hasText: 'Signed by' })).toBeVisible()
  await expectAccessible(page, 'signing without a network')
  await context.setOffline(false)

  someone.expectFault(/status of 401/)
  await context.clearCookies()
  await page.getByRole('button', { name: 'Sign document' }).click()
  await fillSignIn(page, folder.client.username, folder.client.password)
  await expect(page.getByRole('checkbox', { name: /^I intend this/ })).toBeChecked()
  await expect(page.getByText('Ann of the Mill').first()).toBeVisible()
  await page.getByRole('button', { name: 'Sign document' }).click()
  await expect(page.getByRole('heading', { name: 'Signed', level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Signed copy' })).toBeVisible()
  const trail = await folder.admin<{ action: string; entityId: string }[]>(
    'GET',
    `/api/client-folders/${folder.folderId}/audit?limit=200`,
  )
  expect(trail.filter(({ action, entityId }) => entityId === id && action === 'document.signed')).toHaveLength(1)
})

test('saying no needs a reason, which the team reads; asked again, one can sign after all', async ({
  portal,
  person,
}) => {
  const folder = await someonesFolder(portal, 'Lindqvist Print')
  const id = await toSign(portal, folder, 'Policy.pdf')
  const { page } = await person('phone')
  await signInAs(page, portal, folder.client, `/documents/${id}/sign`)
  await page.getByRole('button', { name: 'Decline', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Decline to sign this document?' })
  await expectAccessible(page, 'declining to sign')
  await dialog.getByRole('button', { name: 'Decline to sign' }).click()
  await expect(dialog.getByText('Please say why you do not want to sign.')).toBeVisible()
  await dialog.getByLabel('Your reason').fill('My job title is wrong.')
  await dialog.getByRole('button', { name: 'Decline to sign' }).click()
  await expect(
    page.getByText(/^The signature was declined on .*: My job title is wrong\. The team can ask/),
  ).toBeVisible()
  await expectAccessible(page, 'declined')

  const team = await person()
  await signInAs(team.page, portal, folder.staffMember, `/client-folders/${folder.folderId}?tab=documents`)
  await team.page.getByRole('tab', { name: /Documents/ }).click()
  await expect(rowOf(team.page, 'Policy.pdf')).toContainText('My job title is wrong.')
  // Whoever may not sign is told so.
  await team.page.goto(`${portal.url}/documents/${id}/sign`)
  await expect(team.page.getByText('My job title is wrong.')).toBeVisible()
  await expect(team.page.getByRole('button', { name: 'Sign document' })).toBeHidden()

  // The page of the client follows by itself.
  await folder.staff('PATCH', `/api/documents/${id}`, { requiresSignature: true })
  await expect(page.getByRole('button', { name: 'I have read it' })).toBeVisible()
  await team.page.reload()
  await expect(team.page.getByText('Only the client of this folder can sign it')).toBeVisible()
})

test('a contract is signed as it stands: rewritten meanwhile, it has to be read again', async ({ portal, person }) => {
  const folder = await someonesFolder(portal, 'Lindqvist Dairy')
  const contract = await folder.admin('POST', '/api/contracts', {
    clientFolderId: folder.folderId,
    clientName: 'Ann Lindqvist',
    clientEmail: folder.client.email,
    totalValue: 450_000,
    startDate: '2026-12-01',
  })
  const someone = await person()
  const { page } = someone
  await signInAs(page, portal, folder.client, `/contracts/${contract.id}/sign`)
  await expect(page.getByRole('heading', { name: /^Contract PROHR-\d{6}-\d{3}$/, level: 1 })).toBeVisible()
  await read(page)
  await page.getByRole('checkbox', { name: /^I have read this/ }).check()
  await page.getByRole('button', { name: 'Agree and continue' }).click()
  await expect(heading(page, 'Your signature')).toBeVisible()

  await folder.admin('PUT', `/api/contracts/${contract.id}`, { terms: 'Net 15.' })
  await expect(page.getByText('Step 1 of 4: Read', { exact: true })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('The contract changed while you were signing')
  await read(page)
  await expect(page.getByRole('checkbox', { name: /^I have read this/ })).toBeChecked()
  await page.getByRole('button', { name: 'Agree and continue' }).click()
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByRole('checkbox', { name: /^I intend this/ }).check()
  await page.getByRole('textbox', { name: 'Your password' }).fill(folder.client.password)
  await page.getByRole('button', { name: 'Sign document' }).click()
  await expect(page.getByRole('heading', { name: 'Signed', level: 1 })).toBeFocused()
  const copy = page.getByRole('link', { name: 'Signed contract' })
  await expect(copy).toBeVisible()
  const answer = await page.request.get(portal.url + (await copy.getAttribute('href')))
  expect((await answer.body()).includes('/ByteRange')).toBe(true)
  await expectAccessible(page, 'a signed contract')
})
