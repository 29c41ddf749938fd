// The audit log: filtered, verified, and exported by administrators; the history of a folder for its team.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addFolder, addPerson, callerFor, demonstration, signInAs } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, type Portal, signIn, test } from './portal.ts'

/** A folder with entries by an administrator and by its staff. */
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
  test(`an administrator filters, verifies, and exports the audit log, at the ${size}`, async ({ portal, person }) => {
    const { sam, name } = await office(portal, `Ledgerwood-${size}`)
    const { page } = await person(size)
    await signIn(page, portal, 'admin', '/audit')
    const found = sentences(page, 'Audit log')
    if (size === 'phone') await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('combobox', { name: 'Person' }).fill(name)
    await page.getByRole('option', { name }).click()
    await expect(page).toHaveURL(new RegExp(`actorId=${sam.id}`))
    await expect(found.filter({ hasNotText: name })).toHaveCount(0)
    await expect(found.filter({ hasText: name }).first()).toBeVisible()

    // Details, but no text that someone wrote.
    const renamed = found.filter({ hasText: 'renamed the folder' })
    await renamed.getByText('Details').click()
    await expect(renamed.getByRole('definition').filter({ hasText: 'client-folder.changed' })).toBeVisible()
    await expect(renamed).not.toContainText('Orchard')
    await expectAccessible(page, `the audit log, ${size}`)
    await expectNoSidewaysScroll(page)
    const export_ = page.getByRole('link', { name: 'Export filtered entries (CSV)' })
    const [file] = await Promise.all([page.waitForEvent('download'), export_.click()])
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
    expect(lines.length - 1).toBe(await found.count())
    expect(lines.slice(1).every((line) => line.includes(name))).toBe(true)

    await renamed.getByRole('button', { name: 'Show only this record' }).click()
    await expect(page.getByRole('button', { name: 'One record only' })).toBeVisible()
    await page.getByLabel('From').fill('2020-01-02')
    await page.getByLabel('To').fill('2020-01-01')
    await expect(page.getByLabel('To')).toHaveAccessibleDescription('End date must be on or after the start date.')
    await page.getByLabel('From').fill('2020-01-01')
    await expect(page.getByText('No matching entries')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).first().click()
    await expect(page).toHaveURL(`${portal.url}/audit`)
    await expect(page.getByRole('link', { name: 'Export all (CSV)' })).toBeVisible()

    await page.getByRole('button', { name: 'Run check' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'The audit log is intact' })).toContainText(
      'None were changed or are missing',
    )
    await expect(page.getByRole('button', { name: 'Check again' })).toBeVisible()
  })

for (const size of ['desk', 'phone'] as const)
  test(`staff read the history of their folder but not the full audit log, at the ${size}`, async ({
    portal,
    person,
  }) => {
    const { sam, folderId, name } = await office(portal, `Ashgrove-${size}`)
    const { page } = await person(size)
    await signInAs(page, portal, sam, `/client-folders/${folderId}`)
    await page.getByRole('tab', { name: 'History' }).click()
    const found = sentences(page, 'History')
    await expect(found).toHaveCount(3)
    await expect(found.first()).toContainText(/message/)
    // Updates live.
    const staff = await callerFor(portal, sam)
    await staff('POST', `/api/client-folders/${folderId}/messages`, { content: 'Are you there?' })
    await expect(found.first()).toContainText('2 times')
    await expect(found).toHaveCount(3)
    await page.getByLabel('What', { exact: true }).selectOption('Messages')
    await expect(found).toHaveCount(1)
    await expect(page).toHaveURL(/kind=messages/)
    await page.reload()
    await expect(found).toHaveCount(1)
    await expectAccessible(page, `the history of one kind, ${size}`)
    await expectNoSidewaysScroll(page)
    await page.getByLabel('What', { exact: true }).selectOption('Contracts')
    await expect(page.getByText('No matching entries')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByLabel('Who', { exact: true }).selectOption(name)
    await expect(found).toHaveCount(2)

    await page.goto(`${portal.url}/audit`)
    await expect(page.getByRole('heading', { name: 'You don’t have access to this page' })).toBeVisible()
    for (const path of ['/api/audit', '/api/audit/csv', '/api/audit/verification'])
      expect((await page.request.get(portal.url + path)).status()).toBe(403)
  })
