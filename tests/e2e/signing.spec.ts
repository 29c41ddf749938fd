// A client signs: by keyboard alone, with touch on a narrow phone, after network and session failures; or declines.
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
} from './people.ts'
import { keysOf } from './keyboard.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectReceived,
  fillSignIn,
  itemsOf,
  type Portal,
  test,
} from './portal.ts'

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

/** A file waiting for the client's signature. */
async function toSign(portal: Portal, { staff, folderId }: Case, name: string, bytes = pdf(name)): Promise<string> {
  const { id } = await addDocument(portal, staff, folderId, { name, bytes, requiresSignature: true })
  return id
}

/** A document's row in the folder, with the state of its signature. */
const rowOf = (page: Page, name: string) => itemsOf(page, 'Documents').filter({ hasText: name })

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
  await expectReceived(page)
  await expect(page.getByRole('region', { name: 'Page 1 of 1' })).toContainText('Handbook')
  await expect(page.getByRole('button', { name: /Sign here.*Ann Lindqvist/ })).toBeVisible()
  await expectAccessible(page, 'reading before signing')
  const sign = page.getByRole('button', { name: 'Sign document' })
  await keys.use(page.getByText('Read “Signing electronically”', { exact: true }))
  for (const title of ['What this covers', 'Paper instead', 'Changing your mind', 'What you need', 'The law behind it'])
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expectAccessible(page, 'the whole consent before signing')
  await keys.to(sign)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Agree to sign electronically first.')).toBeVisible()
  const agreement = page.getByRole('checkbox', { name: /^I have read/ })
  await expect(agreement).toBeFocused()
  await expect(agreement).not.toBeChecked()
  await page.keyboard.press('Space')

  const name = page.getByRole('textbox', { name: 'Your full name' })
  await expect(name).toHaveValue('Ann Lindqvist')
  await keys.to(name)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter your full name.')).toBeVisible()
  await expect(name).toBeFocused()
  await page.keyboard.type('Ann B. Lindqvist')
  await expect(page.getByRole('button', { name: /Sign here.*Ann B\. Lindqvist/ })).toBeVisible()
  await keys.to(sign)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Password is required')).toBeVisible()
  const password = page.getByRole('textbox', { name: 'Your password' })
  await expect(password).toBeFocused()
  await page.keyboard.type('not my password')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This isn’t your password.')).toBeVisible()
  await password.fill(folder.client.password)
  await expectAccessible(page, 'a wrong password')
  await keys.to(sign)
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
  await keys.use(rowOf(page, 'Handbook.pdf').getByRole('button', { name: 'More about Handbook.pdf' }))
  await expect(page.getByRole('menuitem', { name: 'Certificate' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Sign Handbook.pdf' })).toBeHidden()
  await expectAccessible(page, 'a signed document in the folder')
})

test('signs by touch at 360 pixels, and nothing overflows at 320', async ({ portal, person }) => {
  const folder = await someonesFolder(portal, 'Lindqvist Orchard')
  const id = await toSign(portal, folder, 'A policy with a rather long name about remote work and visits.pdf')
  const { page } = await person('phone', { viewport: { width: 360, height: 740 } })
  await signInAs(page, portal, folder.client, `/documents/${id}/sign`)
  const bar = page.getByRole('region', { name: 'Sign this document' })
  const sign = bar.getByRole('button', { name: 'Sign document' })
  await expect(page.getByRole('heading', { name: /^A policy with a rather long name/ })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expect(bar).toBeInViewport({ ratio: 1 })
  await expect(bar).toContainText('Step 1 of 2')
  await expectReceived(page)
  await bar.getByRole('button', { name: 'Go to signature' }).click()
  await expect(bar).toContainText('Step 2 of 2')
  await page.getByRole('checkbox', { name: /^I have read/ }).check()
  await page.getByText('Draw it').click()
  const field = page.getByRole('img', { name: 'Field to draw your signature in, empty' })
  await expect(field).toBeVisible()
  await page.getByRole('textbox', { name: 'Your password' }).fill(folder.client.password)
  await sign.click()
  await expect(page.getByText('Draw your signature.')).toBeVisible()

  const pad = page.locator('canvas.touch-none')
  const stroke = async (dx: number) => {
    const box = await pad.boundingBox()
    if (box === null) throw new Error('There is no field to draw in')
    await page.mouse.move(box.x + 30 + dx, box.y + 90)
    await page.mouse.down()
    for (let i = 1; i <= 30; i++) await page.mouse.move(box.x + 30 + dx + i * 4, box.y + 90 - 30 * Math.sin(i / 4))
    await page.mouse.up()
  }
  await pad.scrollIntoViewIfNeeded()
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
  await expect(page.getByRole('img', { name: 'Handwritten signature of Ann Lindqvist' })).toBeAttached()
  await sign.click()
  await expect(page.getByRole('heading', { name: 'Signed', level: 1 })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Certificate' })).toBeVisible()
  await expectAccessible(page, 'signed on a phone')
  await expectNoSidewaysScroll(page)
})

test('A4: what was entered survives a lost network and an ended session, and signs once', async ({
  portal,
  person,
}) => {
  const folder = await someonesFolder(portal, 'Lindqvist Mill')
  const id = await toSign(portal, folder, 'Policy.pdf')
  const someone = await person()
  const { page, context } = someone
  await signInAs(page, portal, folder.client, `/documents/${id}/sign`)
  await expectReceived(page)
  await page.getByRole('checkbox', { name: /^I have read/ }).check()
  await page.getByRole('textbox', { name: 'Your full name' }).fill('Ann of the Mill')
  await page.getByRole('textbox', { name: 'Your password' }).fill(folder.client.password)

  someone.expectFault(/ERR_INTERNET_DISCONNECTED/)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Sign document' }).click()
  await expect(page.getByRole('alert')).toContainText('Couldn’t reach the server')
  await expectAccessible(page, 'signing without a network')
  await context.setOffline(false)

  someone.expectFault(/status of 401/)
  await context.clearCookies()
  // The refresh after the reconnect may have opened the sign-in dialog above the button already.
  await page.getByRole('button', { name: 'Sign document', includeHidden: true }).dispatchEvent('click')
  await fillSignIn(page, folder.client.username, folder.client.password)
  await expect(page.getByRole('checkbox', { name: /^I have read/ })).toBeChecked()
  await expect(page.getByRole('textbox', { name: 'Your full name' })).toHaveValue('Ann of the Mill')
  await page.getByRole('button', { name: 'Sign document' }).click()
  await expect(page.getByRole('heading', { name: 'Signed', level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Signed copy' })).toBeVisible()
  const auditLog = await folder.admin<{ action: string; entityId: string }[]>(
    'GET',
    `/api/client-folders/${folder.folderId}/audit?limit=200`,
  )
  expect(auditLog.filter(({ action, entityId }) => entityId === id && action === 'document.signed')).toHaveLength(1)
})

test('declining requires a reason, which the team reads; after a new request the client can sign', async ({
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
  await expect(dialog.getByText('Enter the reason for declining.')).toBeVisible()
  await dialog.getByLabel('Your reason').fill('My job title is wrong.')
  await dialog.getByRole('button', { name: 'Decline to sign' }).click()
  await expect(
    page.getByText(
      /^The signature was declined on .*: My job title is wrong\. Your consultant can request it again\.$/,
    ),
  ).toBeVisible()
  await expectAccessible(page, 'declined')

  const team = await person()
  await signInAs(team.page, portal, folder.staffMember, `/client-folders/${folder.folderId}?tab=documents`)
  await team.page.getByRole('tab', { name: /Documents/ }).click()
  await expect(rowOf(team.page, 'Policy.pdf')).toContainText('My job title is wrong.')
  // People who may not sign see the reason.
  await team.page.goto(`${portal.url}/documents/${id}/sign`)
  await expect(team.page.getByText('My job title is wrong.')).toBeVisible()
  await expect(team.page.getByRole('button', { name: 'Sign document' })).toBeHidden()

  // The client's page updates live.
  await folder.staff('PATCH', `/api/documents/${id}`, { requiresSignature: true })
  await expect(page.getByRole('heading', { name: 'Sign this document' })).toBeVisible()
  await team.page.reload()
  await expect(team.page.getByText(/^Waiting for .+ since .+\./)).toBeVisible()
})

test('a contract that is edited while it is read must be read again before signing', async ({ portal, person }) => {
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
  await expectReceived(page)
  await page.getByRole('checkbox', { name: /^I have read/ }).check()

  await folder.admin('PUT', `/api/contracts/${contract.id}`, { terms: 'Net 15.' })
  await expect(page.getByRole('alert')).toContainText('The contract changed while you were signing')
  await expect(page.getByRole('region', { name: 'Page 1 of 1' })).toContainText('Net 15.')
  await expectReceived(page)
  await expect(page.getByRole('checkbox', { name: /^I have read/ })).toBeChecked()
  await page.getByRole('textbox', { name: 'Your password' }).fill(folder.client.password)
  await page.getByRole('button', { name: 'Sign contract' }).click()
  await expect(page.getByRole('heading', { name: 'Signed', level: 1 })).toBeFocused()
  const copy = page.getByRole('link', { name: 'Signed contract' })
  await expect(copy).toBeVisible()
  const answer = await page.request.get(portal.url + (await copy.getAttribute('href')))
  expect((await answer.body()).includes('/ByteRange')).toBe(true)
  await expectAccessible(page, 'a signed contract')
})
