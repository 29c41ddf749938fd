// An administrator creates a key for another program, sees its last use, and deletes it.
import { callerFor, demonstration, signInAs } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './portal.ts'

for (const size of ['desk', 'phone'] as const)
  test(`an administrator creates an API key, uses it, and deletes it, at the ${size}`, async ({ portal, person }) => {
    const admin = await callerFor(portal, demonstration('admin'))
    const { page } = await person(size)
    await signInAs(page, portal, demonstration('admin'), '/api-keys')
    await page.getByRole('button', { name: 'New API key' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New API key' })
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription(/Enter a name/)
    await expect(dialog.getByText('Choose at least one scope.')).toBeVisible()
    await expectAccessible(page, 'a new API key with what is missing')
    await expectNoSidewaysScroll(page)
    const name = `Time clock ${size}`
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel('Clients and employees').selectOption('Read')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const key = await page.getByRole('dialog').getByLabel(name).inputValue()
    await page.getByRole('button', { name: 'Done' }).click()

    const call = (path: string) => fetch(`${portal.url}${path}`, { headers: { authorization: `Bearer ${key}` } })
    const folders = await call('/api/client-folders')
    expect([folders.status, (await call('/api/invoices')).status]).toEqual([200, 403])
    expect(await folders.json()).toEqual(await admin('GET', '/api/client-folders'))

    await page.reload()
    const row = page.getByRole('list', { name: 'API keys' }).getByRole('listitem').filter({ hasText: name })
    await expect(row).toContainText('Read: Clients and employees.')
    await expect(row).not.toContainText('Never used')
    await expectAccessible(page, 'the API keys')
    await expectNoSidewaysScroll(page)
    await row.getByRole('button', { name: `Delete ${name}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete key' }).click()
    await expect(toastOf(page)).toContainText('API key deleted')
    await expect(row).toHaveCount(0)
    expect((await call('/api/client-folders')).status).toBe(401)
  })
