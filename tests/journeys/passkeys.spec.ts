// A passkey on a device that Chromium plays (the WebAuthn domain of its protocol): added, used to sign in, declined, removed.
import type { Page } from '@playwright/test'
import { addPerson, callerFor, demonstration, signInAs } from './cast.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './portal.ts'

/** A device with a fingerprint reader in this page's browser; answers how to make its holder fail or pass. */
async function plugIn(page: Page): Promise<(isVerified: boolean) => Promise<void>> {
  const line = await page.context().newCDPSession(page)
  await line.send('WebAuthn.enable')
  const { authenticatorId } = await line.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return async (isUserVerified) =>
    void (await line.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }))
}

test('somebody adds a passkey, signs in with it alone, and removes it on a phone', async ({ portal, person }) => {
  const admin = await callerFor(portal, demonstration('admin'))
  const noor = await addPerson(portal, admin, { role: 'staff', firstName: 'Noor', lastName: 'Aldana' })
  const { page } = await person()
  const verify = await plugIn(page)
  await signInAs(page, portal, noor)
  await page.goto(`${portal.url}/account`)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Desk “key” 🔑')
  await verify(false)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('No passkey was made. Try again when you are ready.')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toHaveValue('Desk “key” 🔑')
  await expectAccessible(page, 'adding a passkey')
  await verify(true)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await page.getByRole('button', { name: 'I have kept them' }).click()
  const row = page.getByRole('list', { name: 'Your passkeys' }).getByRole('listitem')
  await expect(row).toContainText('not used yet')
  await expectAccessible(page, 'an account with a passkey')

  await page.goto(`${portal.url}/api/logout`)
  await page.goto(`${portal.url}/?signin&next=/account`)
  await page.getByRole('dialog').getByRole('button', { name: 'Use a passkey' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible()
  await expect(row).toContainText('last used')

  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await row.getByRole('button', { name: 'Remove the passkey Desk “key” 🔑' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No passkeys yet')).toBeVisible()
})
