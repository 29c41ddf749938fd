// Exporting and deleting: an administrator exports a folder, puts it on hold, and deletes it; a client exports their
// own, and creates a calendar address.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { Download } from '@playwright/test'
import { fromBufferPromise } from 'yauzl'
import { addFolder, addPerson, callerFor, demonstration, signInAs } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, inDays, test, toastOf } from './portal.ts'

/** The content of a ZIP, by name. */
async function filesIn(download: Download): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(await readFile(await download.path()), { lazyEntries: true })
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  return files
}

/** Every file except the checksum list is in the list, with a matching hash. */
function expectHashesAgree(files: Map<string, Buffer>) {
  const hashes = [...files].map(([name, bytes]) => `${createHash('sha256').update(bytes).digest('hex')}  ${name}`)
  const listed = files.get('SHA256SUMS')?.toString().trim().split('\n') ?? []
  expect(listed.length).toBeGreaterThan(3)
  expect(hashes.filter((line) => !line.endsWith('  SHA256SUMS')).toSorted()).toEqual(listed.toSorted())
}

for (const size of ['desk', 'phone'] as const)
  test(`a folder is exported, put on hold, and deleted by name, at the ${size}`, async ({ portal, person }) => {
    const calls = await callerFor(portal, demonstration('admin'))
    const staff = await addPerson(portal, calls, { role: 'staff', firstName: 'Piet', lastName: 'Lunt' })
    const client = await addPerson(portal, calls, { role: 'client', firstName: 'Odile', lastName: 'Marsh' })
    const name = { desk: 'Marsh Chandlery', phone: 'Marsh Sailmakers' }[size]
    const { id } = await addFolder(calls, { name, client, staff })
    await calls('POST', `/api/client-folders/${id}/messages`, { content: 'Good morning' })

    const { page, expectFault } = await person(size)
    await signInAs(page, portal, demonstration('admin'), `/client-folders/${id}`)
    await page.getByRole('button', { name: 'Manage folder' }).click()
    await page.getByRole('menuitem', { name: 'Export folder' }).click()
    await expect(toastOf(page)).toContainText('Export started')
    await page.goto(`${portal.url}/account`)
    const download = page.getByRole('link', { name: `Download the export of ${name}` })
    await expect(download).toBeVisible()
    const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
    expect(file.suggestedFilename()).toMatch(/^Marsh \w+ .*\.zip$/)
    const files = await filesIn(file)
    expectHashesAgree(files)
    expect(files.get('lists/messages.csv')?.toString()).toContain('Good morning')
    // Each export can be downloaded once.
    await expect(page.getByRole('list', { name: 'Your exports' }).getByRole('listitem').first()).toContainText(
      'Downloaded',
    )

    await calls('PATCH', `/api/client-folders/${id}`, { status: 'archived' })
    const hold = await calls('POST', `/api/client-folders/${id}/legal-holds`, { reason: 'A charge is pending.' })
    await page.goto(`${portal.url}/retention`)
    await expect(page.getByRole('list', { name: 'Legal holds' })).toContainText('A charge is pending.')
    await page.getByRole('combobox', { name: 'Client folder' }).fill(name)
    await page.getByRole('option', { name }).click()
    await page.getByRole('button', { name: 'Review deletion' }).click()
    const dialog = page.getByRole('dialog', { name: `Delete client data of ${name}` })
    await expect(dialog).toContainText('This folder is on legal hold: A charge is pending.')
    await expect(dialog.getByRole('button', { name: 'Permanently delete' })).toBeDisabled()
    await expectAccessible(page, 'a dry run that is held')
    await expectNoSidewaysScroll(page)
    await page.keyboard.press('Escape')

    await calls('POST', `/api/legal-holds/${hold.id}/release`, { releaseReason: 'Settled.' })
    await page.getByRole('button', { name: 'Review deletion' }).click()
    expectFault(/400 .*\/erasure/)
    await dialog.getByLabel(/Type the name of the folder/).fill('Marsh')
    await dialog.getByRole('button', { name: 'Permanently delete' }).click()
    await expect(dialog).toContainText('That doesn’t match the name of the folder. Nothing was deleted.')
    await dialog.getByLabel(/Type the name of the folder/).fill(name)
    await dialog.getByRole('button', { name: 'Permanently delete' }).click()
    await expect(page.getByRole('list', { name: 'Deletions' })).toContainText('A folder and its client')
    await expectAccessible(page, 'retention')
  })

for (const size of ['desk', 'phone'] as const)
  test(`a client exports their folder, and creates and ends a calendar address, at the ${size}`, async ({
    portal,
    person,
  }) => {
    const calls = await callerFor(portal, demonstration('admin'))
    const staff = await addPerson(portal, calls, { role: 'staff', firstName: 'Piet', lastName: 'Tarrant' })
    const client = await addPerson(portal, calls, { role: 'client', firstName: 'Wim', lastName: 'Tarrant' })
    const { id } = await addFolder(calls, { name: 'Tarrant Tulips', client, staff })
    const task = { title: 'Name a contact', description: 'Who opens the door.', dueDate: inDays(20) }
    await calls('POST', `/api/client-folders/${id}/assignments`, task)
    await calls('POST', `/api/client-folders/${id}/staff-notes`, { content: 'They were fined.' })

    const { page } = await person(size)
    await signInAs(page, portal, client, '/account')
    await page.getByRole('button', { name: 'Export folder Tarrant Tulips' }).click()
    const download = page.getByRole('link', { name: 'Download the export of Tarrant Tulips' })
    await expect(download).toBeVisible()
    await page.getByRole('button', { name: 'Create link' }).click()
    const address = await page.getByLabel('Your private link').inputValue()
    await expectAccessible(page, `copies and the calendar, ${size}`)
    await expectNoSidewaysScroll(page)
    const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
    const files = await filesIn(file)
    expectHashesAgree(files)
    // No internal content of the team.
    expect([...files.values()].some((bytes) => bytes.includes('They were fined.'))).toBe(false)

    const feed = await fetch(address)
    expect([feed.status, feed.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect((await feed.text()).match(/BEGIN:V(EVENT|TODO)/g)).toHaveLength(1)
    await page.getByRole('button', { name: 'Create a new link' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Create new link' }).click()
    await expect(page.getByLabel('Your private link')).not.toHaveValue(address)
    expect((await fetch(address)).status).toBe(404)
    const second = await page.getByLabel('Your private link').inputValue()
    expect((await fetch(second)).status).toBe(200)
    await page.getByRole('button', { name: 'Delete link' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete link' }).click()
    await expect(page.getByRole('button', { name: 'Create link' })).toBeVisible()
    expect((await fetch(second)).status).toBe(404)
  })
