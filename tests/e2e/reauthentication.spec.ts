// Actions that open accounts or give access require the password if the last one is older than ten minutes, and then
// continue.
import type { Page } from '@playwright/test'
import pg from 'pg'
import { runningConnection } from '../../server/embedded-postgres/supervisor.ts'
import { addFolder, addPerson, type Caller, callerFor, demonstration, signInAs, type Someone } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, itemsOf, type Portal, test } from './portal.ts'

/** Moves this person's password entry eleven minutes back. */
async function elevenMinutesLater(portal: Portal, { id }: Someone) {
  const client = new pg.Client(runningConnection(portal.dataDir))
  await client.connect()
  await client.query(`update sessions set reauthenticated_at = now() - interval '11 minutes' where user_id = $1`, [id])
  await client.end()
}

const question = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' })

async function confirm(page: Page, { password }: Someone) {
  await question(page).getByLabel('Password', { exact: true }).fill(password)
  await question(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(question(page)).toBeHidden()
}

let count = 0
const newAdmin = (portal: Portal, admin: Caller) =>
  addPerson(portal, admin, { role: 'admin', firstName: 'Ida', lastName: `Voss${++count}` })

for (const size of ['desk', 'phone'] as const)
  test(`reading an email’s text requires reauthentication, at the ${size}`, async ({ portal, person }) => {
    const ida = await newAdmin(portal, await callerFor(portal, demonstration('admin')))
    const { page, expectFault } = await person(size)
    expectFault(/status of 403 .*\/api\/outbox\//)
    await signInAs(page, portal, ida, '/outbox')
    const own = itemsOf(page, 'Emails').filter({ hasText: ida.email })
    await elevenMinutesLater(portal, ida)
    await own.getByRole('link', { name: /invited you to its portal/ }).click()
    await question(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('reading one needs your password')).toBeVisible()
    await expectAccessible(page, 'an email that needs the password')
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Enter your password' }).click()
    await confirm(page, ida)
    await expect(page.getByRole('article').getByRole('link', { name: /\/invitation\// })).toBeVisible()
  })

test('exporting users and the audit log requires reauthentication', async ({ portal, person }) => {
  const ida = await newAdmin(portal, await callerFor(portal, demonstration('admin')))
  const someone = await person()
  const { page } = someone
  someone.expectFault(/status of 403 .*\/api\/sessions\/proof/)
  // A read on its way while the password is confirmed has the previous cookie, and is sent again.
  someone.allowFault(/status of 401 /)
  await signInAs(page, portal, ida, '/user-management')
  for (const [path, file] of [
    ['/user-management', /users.*\.csv$/],
    ['/audit', /audit.*\.csv$/],
  ] as const) {
    await page.goto(portal.url + path)
    await elevenMinutesLater(portal, ida)
    await page.getByRole('link', { name: /CSV/ }).click()
    const download = page.waitForEvent('download')
    await confirm(page, ida)
    expect((await download).suggestedFilename()).toMatch(file)
    // Within ten minutes it is not required again.
    const again = page.waitForEvent('download')
    await page.getByRole('link', { name: /CSV/ }).click()
    await again
  }
})

test('adding staff, reactivating, viewing as a client, and transferring work require reauthentication', async ({
  portal,
  person,
}) => {
  const admin = await callerFor(portal, demonstration('admin'))
  const ida = await newAdmin(portal, admin)
  const sol = await addPerson(portal, admin, { role: 'staff', firstName: 'Sol', lastName: 'Quarrie' })
  const tia = await addPerson(portal, admin, { role: 'staff', firstName: 'Tia', lastName: 'Quarrie' })
  const vera = await addPerson(portal, admin, { role: 'client', firstName: 'Vera', lastName: 'Quarrie' })
  const folder = await addFolder(admin, { name: 'Quarrie Bindery', client: vera, staff: sol })
  await addFolder(admin, { name: 'Quarrie Press', client: vera, staff: sol })
  const someone = await person()
  const { page } = someone
  someone.allowFault(/status of 403 /)
  await signInAs(page, portal, ida, '/user-management')

  await page.getByRole('button', { name: 'Create User' }).click()
  const create = page.getByRole('dialog', { name: 'Create User' })
  await create.getByLabel('Role').selectOption('staff')
  await create.getByLabel('First name').fill('Rae')
  await create.getByLabel('Last name').fill('Fox')
  await create.getByLabel('Email').fill('rae.fox@journey.example')
  await elevenMinutesLater(portal, ida)
  await create.getByRole('button', { name: 'Create User' }).click()
  await confirm(page, ida)
  await expect(create.getByLabel('Invitation link')).toHaveValue(/\/invitation\//)

  await admin('DELETE', `/api/users/${tia.id}`)
  await page.goto(`${portal.url}/user-management?user=${tia.id}`)
  await page.getByRole('dialog').getByLabel('Status').selectOption('Active')
  await elevenMinutesLater(portal, ida)
  await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click()
  await confirm(page, ida)
  await expect(page.getByRole('dialog')).toBeHidden()
  expect((await admin<{ isActive: boolean }>('GET', `/api/users/${tia.id}`)).isActive).toBe(true)

  await page.goto(`${portal.url}/client-folders/${folder.id}`)
  await page.getByRole('button', { name: 'Manage folder' }).click()
  await page.getByRole('menuitem', { name: 'Reassign' }).click()
  const reassign = page.getByRole('dialog', { name: /Reassign/ })
  await reassign.getByRole('combobox').fill('Tia Quarrie')
  await page.getByRole('option', { name: /Tia Quarrie/ }).click()
  await elevenMinutesLater(portal, ida)
  await reassign.getByRole('button', { name: /^Reassign/ }).click()
  await confirm(page, ida)
  await expect(reassign).toBeHidden()
  const lead = () => admin<{ assignedStaffId: string }>('GET', `/api/client-folders/${folder.id}`)
  expect((await lead()).assignedStaffId).toBe(tia.id)

  await page.goto(`${portal.url}/user-management?user=${sol.id}`)
  await page.getByRole('button', { name: /^(Hand over|Transfer)/ }).click()
  const transfer = page.getByRole('dialog').last()
  await transfer.getByRole('combobox').first().fill('Tia Quarrie')
  await page.getByRole('option', { name: /Tia Quarrie/ }).click()
  await elevenMinutesLater(portal, ida)
  await transfer.getByRole('button', { name: /^(Hand over|Transfer)/ }).click()
  await confirm(page, ida)
  const held = () => admin<{ clientFolders: number }>('GET', `/api/users/${sol.id}/holdings`)
  await expect.poll(async () => (await held()).clientFolders).toBe(0)

  await page.goto(`${portal.url}/user-management?user=${vera.id}`)
  await elevenMinutesLater(portal, ida)
  await page.getByRole('button', { name: /^View as/ }).click()
  await confirm(page, ida)
  await expect(page.getByRole('region', { name: 'Viewing as a client' })).toContainText('Vera Quarrie')
})
