// Long names, other scripts, and thousands of items: every list, page, and dialog keeps its layout and responds.
import pg from 'pg'
import { runningConnection } from '../../server/embedded-postgres/supervisor.ts'
import { pdf } from '../samples.ts'
import {
  addDocument,
  addFolder,
  addPerson,
  callerFor,
  demonstration,
  requestOf,
  signInAs,
  visitorOf,
} from './people.ts'
import { expect, expectNothingSticksOut, itemsOf, test } from './portal.ts'

const long = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(6).slice(0, 200)
const rightToLeft = 'مخبز الوادي الأزرق'
const emoji = '👩🏽‍🏫 Kleine Schule 🇺🇸 Ünïcode'

test('names of 200 characters, right-to-left names, and emoji keep the layout, down to 320 pixels', async ({
  portal,
  person,
}) => {
  const admin = await callerFor(portal, demonstration('admin'))
  const alice = await addPerson(portal, admin, { role: 'admin', firstName: long, lastName: long })
  const sam = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: long })
  const client = await addPerson(portal, admin, { role: 'client', firstName: rightToLeft, lastName: long })
  const visitor = visitorOf(portal)
  for (const name of [long, rightToLeft, emoji])
    await visitor('POST', '/api/service-requests', {
      ...requestOf(name),
      firstName: name,
      lastName: name,
      needsDescription: long,
      businessGoals: long,
    })
  const folder = await addFolder(admin, { name: long, client, staff: sam })
  for (const name of [rightToLeft, emoji]) await addFolder(admin, { name, client, staff: sam })
  const staff = await callerFor(portal, sam)
  await staff('POST', `/api/client-folders/${folder.id}/assignments`, { title: long, description: long })
  await staff('POST', `/api/client-folders/${folder.id}/messages`, { content: `${long}\n${rightToLeft}\n${emoji}` })

  for (const size of ['narrow', 'desk'] as const) {
    const { page } = await person(size)
    await signInAs(page, portal, alice)
    await expect(page.getByRole('listitem').filter({ hasText: emoji }).first()).toBeVisible()
    await expectNothingSticksOut(page, `the dashboard, ${size}`)
    await page.getByRole('listitem').getByRole('button', { name: long, exact: true }).first().click()
    await expect(page.getByRole('dialog', { name: long })).toBeVisible()
    await expectNothingSticksOut(page, `a request, ${size}`)
    for (const path of ['/?tab=staff', '/?tab=folders', '/client-folders', `/user-management?q=${long}`, '/account']) {
      await page.goto(portal.url + path)
      await expect(page.getByRole('main').getByText(long.slice(0, 30)).filter({ visible: true }).first()).toBeVisible()
      await expectNothingSticksOut(page, `${path}, ${size}`)
    }
    await page.goto(`${portal.url}/user-management?q=${long}`)
    await expect(page.getByRole('button', { name: `Edit Sam ${long}` })).toBeVisible()
    for (const table of await page.getByRole('table', { name: 'All users' }).all())
      expect(await table.evaluate((users) => users.scrollWidth - (users.parentElement?.clientWidth ?? 0))).toBe(0)
    await page.getByRole('button', { name: `Edit Sam ${long}` }).click()
    await expect(page.getByRole('dialog', { name: 'Edit User' })).toBeVisible()
    await expectNothingSticksOut(page, `a user, ${size}`)
  }

  for (const size of ['narrow', 'desk'] as const) {
    const { page } = await person(size)
    await signInAs(page, portal, client)
    await page.getByRole('combobox', { name: 'Folder' }).selectOption(long)
    await expect(page.getByRole('heading', { level: 1, name: long })).toBeVisible()
    await expectNothingSticksOut(page, `a client’s folder, ${size}`)
    await page.getByRole('button', { name: `View Details of ${long}` }).click()
    await expect(page.getByRole('dialog', { name: long })).toBeVisible()
    await expectNothingSticksOut(page, `an assignment, ${size}`)
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: /Messages/ }).click()
    await expect(page.getByText(rightToLeft).last()).toBeVisible()
    await expectNothingSticksOut(page, `messages, ${size}`)
    await page.getByRole('tab', { name: 'Upload Files' }).click()
    const name = `${size}${long}`.slice(0, 196)
    await page
      .getByLabel('Files to upload')
      .and(page.locator('input'))
      .setInputFiles({ name: `${name}.pdf`, mimeType: 'application/pdf', buffer: pdf(size) })
    await expectNothingSticksOut(page, `a file to upload, ${size}`)
    await page.getByRole('button', { name: 'Upload file' }).click()
    await page.getByRole('tab', { name: /Documents/ }).click()
    await expect(page.getByRole('link', { name: `Download ${name}.pdf` })).toBeVisible()
    await expectNothingSticksOut(page, `documents, ${size}`)
    await page.getByRole('combobox', { name: 'Folder' }).selectOption(rightToLeft)
    await expect(page.getByRole('heading', { level: 1, name: rightToLeft })).toBeVisible()
    await expectNothingSticksOut(page, `a folder from right to left, ${size}`)
  }
})

test('a right-to-left name is truncated at its own end, and an address is shown in full', async ({
  portal,
  person,
}) => {
  const admin = await callerFor(portal, demonstration('admin'))
  const name = rightToLeft.repeat(4)
  const email = `${'odile.'.repeat(8)}marchand@people.${'valley-'.repeat(6)}cooperative.example`
  const baker = await admin('POST', '/api/users', { role: 'client', firstName: name, lastName: rightToLeft, email })
  const sam = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Chaser' })
  const folder = await admin('POST', '/api/client-folders', {
    name,
    services: 'HR Consulting',
    assignedStaffId: sam.id,
    clientId: baker.id,
  })
  const staff = await callerFor(portal, sam)
  await addDocument(portal, staff, folder.id, { name: `${name}.pdf`, requiresSignature: true })
  const { page } = await person()
  await signInAs(page, portal, sam, '/reports')
  const line = page.getByRole('list', { name: 'Documents awaiting a signature' }).getByRole('listitem')
  await expect(line.getByRole('link', { name: `${name}.pdf` })).toHaveCSS('direction', 'rtl')
  await expect(line.getByText(name, { exact: true })).toHaveCSS('direction', 'rtl')
  await signInAs(page, portal, demonstration('admin'), '/user-management?q=odile')
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row.getByText(`${name} ${rightToLeft}`)).toHaveCSS('direction', 'rtl')
  await expect(row.getByText(`${name} ${rightToLeft}`)).toHaveAttribute('title', `${name} ${rightToLeft}`)
  const [cell, address] = [row.getByRole('cell').nth(1), row.getByText(email)]
  await expect(address).toHaveCSS('overflow-x', 'visible')
  const [around, inside] = [await cell.boundingBox(), await address.boundingBox()]
  expect(inside?.width).toBeLessThanOrEqual(around?.width ?? 0)
})

const many = 5000

test(`lists of ${many} requests and folders are paginated and searchable`, async ({ person, ownPortal }) => {
  const portal = await ownPortal()
  await fill(portal.dataDir)
  for (const size of ['desk', 'narrow'] as const) {
    const someone = await person(size)
    const { page, context } = someone
    await signInAs(page, portal, demonstration('admin'), '/?tab=requests')
    await expect(page.getByRole('region', { name: 'Figures' })).toContainText('5,000')
    const requests = page.getByRole('list', { name: 'Pending service requests' }).getByRole('listitem')
    await expect(requests.filter({ hasText: 'Business 1 of many' })).toBeVisible()
    const onOnePage = await requests.count()
    expect(onOnePage).toBeLessThanOrEqual(50)
    someone.expectFault(/failed: GET .*service-requests.*cursor=/)
    someone.allowFault(/console: .*ERR_FAILED/)
    await page.route(/service-requests\?.*cursor=/, (route) => route.abort(), { times: 1 })
    await page.getByRole('button', { name: 'Show more requests' }).click()
    await expect(page.getByText(/^Couldn’t load more/)).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(requests).toHaveCount(2 * onOnePage)
    await expectNothingSticksOut(page, `many requests, ${size}`)
    await page.getByLabel('Search service requests').fill('Business 2718 of')
    await expect(requests.filter({ hasText: 'of many' })).toHaveCount(1)
    await page.getByLabel('Search service requests').fill('100%')
    await page.getByRole('button', { name: 'Show all requests' }).click()
    await expect(requests).toHaveCount(2 * onOnePage)
    await page.getByRole('tab', { name: /Client Folders.*5,00/ }).click()
    const folders = itemsOf(page, 'Client folders')
    await expect(folders.first()).toContainText('Folder 5000')
    expect(await folders.count()).toBeLessThanOrEqual(50)
    await page.getByLabel('Search client folders').fill('Folder 2718')
    await expect(folders).toHaveCount(1)
    await page.getByLabel('Search client folders').fill('100%')
    await expect(page.getByText('No matching folders')).toBeVisible()
    await page.getByLabel('Search client folders').fill('')
    await expect(folders.first()).toContainText('Folder 5000')
    await expectNothingSticksOut(page, `many folders, ${size}`)
    await context.close()
  }
  // The client who owns all of them can navigate as well.
  const { page, context } = await person('phone')
  await signInAs(page, portal, demonstration('client'))
  await expect(page.getByRole('heading', { name: 'Client Dashboard' })).toBeVisible()
  await expectNothingSticksOut(page, 'a client with many folders')
  await context.close()
})

/** Inserts thousands of requests and folders directly into the portal's database. */
async function fill(dataDir: string) {
  const connection = runningConnection(dataDir)
  if (connection === undefined) throw new Error('The portal has no database of its own')
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(
      `insert into service_requests (id, business_name, first_name, last_name, email, phone, services, service_names, needs_description,
         business_goals, created_at, updated_at)
       select uuidv7(), 'Business ' || n || ' of many', 'Noor', 'Haddad', 'noor' || n || '@journey.example', '(540) 555-0142',
         array['hr-consulting'], array['HR Consulting'], 'Everything', 'More', now(), now()
       from generate_series(1, $1::integer) n`,
      [many],
    )
    await client.query(
      `insert into client_folders (id, name, client_id, assigned_staff_id, services, created_by_id, created_at, updated_at)
       select uuidv7(), 'Folder ' || n, client.id, staff.id, 'HR Consulting', staff.id, now(), now()
       from users client, users staff, generate_series(1, $1::integer) n
       where client.username = 'client' and staff.username = 'staff'`,
      [many],
    )
  } finally {
    await client.end()
  }
}

test('a firm’s name of ten characters is shown whole next to the navigation', async ({ ownPortal, person }) => {
  const portal = await ownPortal()
  const admin = await callerFor(portal, demonstration('admin'))
  const { identity } = await admin<{ identity: object }>('GET', '/api/firm-settings')
  await admin('PATCH', '/api/firm-settings', { identity: { ...identity, name: 'Potomac HR' } })
  const { page } = await person('desk')
  await signInAs(page, portal, demonstration('admin'))
  const name = page.getByRole('link', { name: 'Potomac HR' }).filter({ visible: true }).getByText('Potomac HR')
  await expect.poll(() => name.evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true)
})
