// Who did what: the whole trail for administrators, found, checked and taken along; the history of a folder for its team.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addFolder, addPerson, callerFor, demonstration, signInAs } from './cast.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, type Portal, signIn, test } from './portal.ts'

/** A folder in which something happened, by an administrator and by its staff. */
async function office(portal: Portal, lastName: string) {
  const admin = await callerFor(portal, demonstration('admin'))
  const sam = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName })
  const { id } = await addFolder(admin, { name: `${lastName} Orchard`, staff: sam })
  const staff = await callerFor(portal, sam)
  await staff('PATCH', `/api/client-folders/${id}`, { name: `${lastName} Cider` })
  await staff('POST', `/api/client-folders/${id}/messages`, { content: 'Good morning' })
  return { sam, folderId: id, name: `Sam ${lastName}` }
}

const sentences = (page: Page, list: string) =>
  page
    .getByRole('list', { name: list, exact: true })
    .getByRole('listitem')
    .filter({ has: page.locator('> time') })

for (const size of ['desk', 'phone'] as const)
  test(`an administrator finds who did what, has the trail checked and takes it along, at the ${size}`, async ({
    portal,
    person,
  }) => {
    const { sam, name } = await office(portal, `Ledgerwood-${size}`)
    const { page } = await person(size)
    await signIn(page, portal, 'admin', '/audit')
    const found = sentences(page, 'Audit trail')
    await page.getByRole('combobox', { name: 'Person' }).fill(name)
    await page.getByRole('option', { name }).click()
    await expect(page).toHaveURL(new RegExp(`actorId=${sam.id}`))
    await expect(found.first()).toContainText(name)
    for (const sentence of await found.all()) await expect(sentence).toContainText(name)

    // What exactly, without what somebody wrote.
    const renamed = found.filter({ hasText: 'renamed the folder' })
    await renamed.getByText('Details').click()
    await expect(renamed.getByRole('definition').filter({ hasText: 'client-folder.changed' })).toBeVisible()
    await expect(renamed).not.toContainText('Orchard')
    await expectAccessible(page, `the trail, ${size}`)
    await expectNoSidewaysScroll(page)
    const export_ = page.getByRole('link', { name: 'Export what is shown (CSV)' })
    const [file] = await Promise.all([page.waitForEvent('download'), export_.click()])
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
    expect(lines.length - 1).toBe(await found.count())
    expect(lines.slice(1).every((line) => line.includes(name))).toBe(true)

    await renamed.getByRole('button', { name: 'Show only this thing' }).click()
    await expect(page.getByRole('button', { name: 'Only one thing' })).toBeVisible()
    await page.getByLabel('From').fill('2020-01-02')
    await page.getByLabel('To').fill('2020-01-01')
    await expect(page.getByLabel('To')).toHaveAccessibleDescription('This day is before the first one.')
    await page.getByLabel('From').fill('2020-01-01')
    await expect(page.getByText('No entry matches')).toBeVisible()
    await page.getByRole('button', { name: 'Show everything' }).first().click()
    await expect(page).toHaveURL(`${portal.url}/audit`)
    await expect(page.getByRole('link', { name: 'Export all (CSV)' })).toBeVisible()

    await page.getByRole('button', { name: 'Check the trail' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'The trail is whole' })).toContainText('none missing')
    await expect(page.getByRole('button', { name: 'Check again' })).toBeVisible()
  })

for (const size of ['desk', 'phone'] as const)
  test(`staff read the history of their folder and not the whole trail, at the ${size}`, async ({ portal, person }) => {
    const { sam, folderId, name } = await office(portal, `Ashgrove-${size}`)
    const { page } = await person(size)
    await signInAs(page, portal, sam, `/client-folders/${folderId}`)
    await page.getByRole('tab', { name: 'History' }).click()
    const found = sentences(page, 'History')
    await expect(found).toHaveCount(3)
    await expect(found.first()).toContainText(/message/)
    // It goes on by itself.
    const staff = await callerFor(portal, sam)
    await staff('POST', `/api/client-folders/${folderId}/messages`, { content: 'Are you there?' })
    await expect(found).toHaveCount(4)
    await page.getByLabel('What').selectOption('Messages')
    await expect(found).toHaveCount(2)
    await expect(page).toHaveURL(/kind=messages/)
    await page.reload()
    await expect(found).toHaveCount(2)
    await expectAccessible(page, `the history of one kind, ${size}`)
    await expectNoSidewaysScroll(page)
    await page.getByLabel('What').selectOption('Contracts')
    await expect(page.getByText('Nothing of that kind')).toBeVisible()
    await page.getByRole('button', { name: 'Show everything' }).click()
    await page.getByLabel('Who', { exact: true }).selectOption(name)
    await expect(found).toHaveCount(3)

    await page.goto(`${portal.url}/audit`)
    await expect(page.getByRole('heading', { name: "You don't have access to this page" })).toBeVisible()
    for (const path of ['/api/audit', '/api/audit/csv', '/api/audit/verification'])
      expect((await page.request.get(portal.url + path)).status()).toBe(403)
  })
