// An administrator creates a webhook for another program, sees what was sent, turns it off, and deletes it.
import { demonstration, signInAs } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './portal.ts'

for (const size of ['desk', 'phone'] as const)
  test(`an administrator creates a webhook, tests it, and deletes it, at the ${size}`, async ({ portal, person }) => {
    const admin = await person(size)
    const { page } = admin
    admin.expectFault(/400 \(Bad Request\).*\/api\/webhooks/)
    await signInAs(page, portal, demonstration('admin'), '/webhooks')
    await page.getByRole('button', { name: 'New webhook' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New webhook' })
    await dialog.getByLabel('Address').fill('https://10.0.0.1/hook')
    await dialog.getByRole('button', { name: 'Create webhook' }).click()
    await expect(dialog.getByText('Choose at least one event.')).toBeVisible()
    await dialog.getByLabel('Contract signed').check()
    await dialog.getByLabel('Invoice paid').check()
    await dialog.getByRole('button', { name: 'Create webhook' }).click()
    await expect(dialog.getByText('Enter a public address, not one on your own network.')).toBeVisible()
    await expectAccessible(page, 'a new webhook with a wrong address')
    await expectNoSidewaysScroll(page)
    // No name under .invalid exists, so the delivery fails without leaving the machine.
    const url = `https://${size}.hooks.invalid/portal`
    await dialog.getByLabel('Address').fill(url)
    await dialog.getByRole('button', { name: 'Create webhook' }).click()
    await expect(page.getByRole('dialog').getByLabel('Signing secret')).toHaveValue(/^whsec_/)
    await expectAccessible(page, 'the secret of a webhook')
    await page.getByRole('button', { name: 'Done' }).click()

    const row = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem').filter({ hasText: url })
    await expect(row).toContainText('Contract signed, Invoice paid')
    await row.getByRole('button', { name: `Deliveries ${url}` }).click()
    const deliveries = page.getByRole('dialog', { name: 'Deliveries' })
    await expect(deliveries.getByText('No deliveries yet')).toBeVisible()
    await deliveries.getByRole('button', { name: 'Send test' }).click()
    await expect(deliveries.getByRole('listitem')).toContainText('The receiver couldn’t be reached')
    await expectAccessible(page, 'the deliveries of a webhook')
    await expectNoSidewaysScroll(page)
    await deliveries.getByRole('button', { name: 'Close' }).last().click()

    await row.getByRole('button', { name: `Edit ${url}` }).click()
    const edit = page.getByRole('dialog', { name: 'Edit webhook' })
    await edit.getByLabel('Send events to this address').uncheck()
    await edit.getByRole('button', { name: 'Save changes' }).click()
    await expect(toastOf(page)).toContainText('Webhook saved')
    await expect(row).toContainText('Off')
    await expectAccessible(page, 'the webhooks')
    await row.getByRole('button', { name: `Delete ${url}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete webhook' }).click()
    await expect(toastOf(page)).toContainText('Webhook deleted')
    await expect(row).toHaveCount(0)
  })
