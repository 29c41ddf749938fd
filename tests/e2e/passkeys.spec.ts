// A passkey on a virtual authenticator (Chromium's WebAuthn protocol domain): added, used to sign in, declined,
// removed.
import type { Page } from '@playwright/test'
import type { PasskeyCreation } from '../../domain/passkey.ts'
import { makePasskey } from '../authenticator.ts'
import { addPerson, callerFor, demonstration, signInAs } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signOut, test } from './portal.ts'

/**
 * A virtual device with a fingerprint reader in this page's browser; returns a function that sets whether verification
 * succeeds.
 */
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

test('someone adds a passkey, signs in with it alone, and removes it on a phone', async ({ portal, person }) => {
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
  await expect(dialog.getByText('No passkey was created. Try again when you’re ready.')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toHaveValue('Desk “key” 🔑')
  await expectAccessible(page, 'adding a passkey')
  await verify(true)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  const row = page.getByRole('list', { name: 'Your passkeys' }).getByRole('listitem')
  await expect(row).toContainText('not used yet')
  await expectAccessible(page, 'an account with a passkey')

  await signOut(page, portal)
  await page.goto(`${portal.url}/?signin&next=/account`)
  await expect(page.getByRole('dialog').getByLabel('Username')).toBeFocused()
  await page.getByRole('dialog').getByRole('button', { name: 'Use a passkey' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Account settings', level: 1 })).toBeVisible()
  await expect(row).toContainText('last used')

  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await row.getByRole('button', { name: 'Remove the passkey Desk “key” 🔑' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No passkeys yet')).toBeVisible()
})

test('the second step after a password accepts only that person’s passkey on a shared device', async ({
  portal,
  person,
}) => {
  const admin = await callerFor(portal, demonstration('admin'))
  const noor = await addPerson(portal, admin, { role: 'staff', firstName: 'Noor', lastName: 'Aldana' })
  const sue = await addPerson(portal, admin, { role: 'staff', firstName: 'Sue', lastName: 'Brandt' })
  const noorElsewhere = await callerFor(portal, noor)
  const { credential } = makePasskey(await noorElsewhere<PasskeyCreation>('POST', '/api/passkeys/creation'), portal.url)
  const { recoveryCodes } = await noorElsewhere<{ recoveryCodes: string[] }>('POST', '/api/passkeys', {
    name: 'Her phone',
    credential,
  })
  const { page, expectFault } = await person()
  expectFault(/status of 401 .*\/api\/login\)$/)
  await plugIn(page)
  await signInAs(page, portal, sue, '/account')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Front desk')
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  const passkeys = page.getByRole('list', { name: 'Your passkeys' })
  await expect(passkeys).toContainText('Front desk')

  const dialog = page.getByRole('dialog', { name: 'Enter your code' })
  const enterPassword = async ({ username, password }: typeof noor) => {
    await signOut(page, portal)
    await page.goto(`${portal.url}/?signin&next=/account`)
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(dialog.getByText('Password accepted. One more step.')).toBeVisible()
  }
  await enterPassword(noor)
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(dialog.getByText('This isn’t one of your passkeys')).toBeVisible()
  await dialog.getByLabel('Code').fill(recoveryCodes[0] as string)
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByLabel('First name')).toHaveValue('Noor')
  await expect(passkeys).toContainText('Her phone')

  await enterPassword(sue)
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByLabel('First name')).toHaveValue('Sue')
})
