// Exporting lists for a spreadsheet: filtered as on the screen, and never more than the reader may see.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addFolder, addPerson, callerFor, demonstration, signInAs } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, type Portal, signIn, test } from './portal.ts'

async function twoFolders(portal: Portal, word: string) {
  const admin = await callerFor(portal, demonstration('admin'))
  const sam = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: word })
  const sue = await addPerson(portal, admin, { role: 'staff', firstName: 'Sue', lastName: word })
  const ann = await addPerson(portal, admin, { role: 'client', firstName: 'Ann', lastName: word })
  const mine = await addFolder(admin, { name: `${word} Mill`, client: ann, staff: sam })
  const theirs = await addFolder(admin, { name: `${word} Mine`, staff: sue })
  for (const { id } of [mine, theirs]) {
    const invoice = await admin('POST', '/api/invoices', {
      clientFolderId: id,
      lineItems: [{ description: 'Consulting', quantity: 8, rate: 12_500 }],
      dueDate: '2099-12-31',
    })
    await admin('PATCH', `/api/invoices/${invoice.id}/status`, { status: 'sent' })
  }
  return { sam, ann }
}

/** A phone shows the filters and the export of a list on request. */
async function showFilters(page: Page, size: 'desk' | 'phone') {
  if (size === 'phone') await page.getByRole('button', { name: 'Filters' }).click()
}

for (const size of ['desk', 'phone'] as const)
  test(`lists are exported as shown, at the ${size}`, async ({ portal, person }) => {
    const word = `Larder${size}`
    const { sam, ann } = await twoFolders(portal, word)
    const { page } = await person(size)
    await signInAs(page, portal, sam, '/client-folders')
    await showFilters(page, size)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export CSV of these client folders' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/\.csv$/)
    const folders = await readFile(await file.path(), 'utf8')
    expect(folders).toContain(`${word} Mill`)
    expect(folders).not.toContain(`${word} Mine`)
    await expectAccessible(page, `a list to take along, ${size}`)
    await expectNoSidewaysScroll(page)
    // The export follows the search.
    await page.getByRole('searchbox').fill('no such folder')
    await expect(page.getByText('No matching folders')).toBeVisible()
    const none = page.getByRole('link', { name: 'Export CSV of these client folders' })
    const answer = await page.request.get(portal.url + (await none.getAttribute('href')))
    expect((await answer.text()).trim().split('\r\n')).toHaveLength(1)

    const office = await person(size)
    await signIn(office.page, portal, 'admin')
    for (const [path, what] of [
      ['/user-management', 'users'],
      ['/client-folders', 'client folders'],
    ] as const) {
      await office.page.goto(portal.url + path)
      await showFilters(office.page, size)
      await office.page.getByRole('searchbox').fill(word)
      const link = office.page.getByRole('link', { name: `CSV of these ${what}` })
      await expect(link).toHaveAttribute('href', new RegExp(word))
      const all = await office.page.request.get(portal.url + (await link.getAttribute('href')))
      expect(all.headers()['content-type']).toContain('text/csv')
      const lines = (await all.text()).trim().split('\r\n').slice(1)
      expect(lines).toHaveLength(what === 'users' ? 3 : 2)
      expect(lines.every((line) => line.includes(word))).toBe(true)
    }

    // A client is offered only their own exports.
    const client = await person(size)
    await signInAs(client.page, portal, ann, '/hr-forms')
    await expect(client.page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const path of [
      '/api/users/csv',
      '/api/client-folders/csv',
      '/api/service-requests/csv',
      '/api/invoices/csv',
    ]) {
      const given = await client.page.request.get(portal.url + path)
      if (given.ok()) expect(await given.text(), path).not.toContain(`${word} Mine`)
      else expect([403, 404], path).toContain(given.status())
    }
  })
