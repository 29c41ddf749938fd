// The user's own account: two-step sign-in with an authenticator app; and an administrator who views as a client.
import { createHmac } from 'node:crypto'
import { addFolder, addPerson, callerFor, demonstration, signInAs } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './portal.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The authenticator app's code (RFC 6238), some steps from now. */
function shown(key: string, steps = 0): string {
  const bits = Array.from(key.replaceAll(/\s/g, ''), (letter) =>
    letters.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('')
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const number = mac.readUInt32BE(mac.readUInt8(19) & 15) & 0x7f_ff_ff_ff
  return String(number % 1_000_000).padStart(6, '0')
}

for (const size of ['desk', 'phone'] as const)
  test(`someone sets up two-factor authentication, saves the codes, and signs in with the next one, at the ${size}`, async ({
    portal,
    person,
  }) => {
    const admin = await callerFor(portal, demonstration('admin'))
    const noor = await addPerson(portal, admin, { role: 'staff', firstName: 'Noor', lastName: 'Haddad' })
    const { page, expectFault } = await person(size)
    await signInAs(page, portal, noor, '/account')
    await page.getByRole('button', { name: 'Set up' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
    await expect(dialog.getByLabel('Code', { exact: true })).toBeFocused()
    await expectAccessible(page, 'setting up two-step sign-in')
    await expectNoSidewaysScroll(page)
    const key = (await dialog.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4}){7}$/).textContent()) ?? ''
    expectFault(/status of 400 .*second-factor\/confirmation\)$/)
    await dialog.getByLabel('Code', { exact: true }).fill('12345')
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(/This code isn’t correct/)
    await dialog.getByLabel('Code', { exact: true }).fill(shown(key))
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
    await expectAccessible(page, 'recovery codes')
    const recovery = await dialog
      .getByRole('list', { name: 'Recovery codes' })
      .getByRole('listitem')
      .first()
      .textContent()
    await dialog.getByRole('button', { name: 'I’ve saved them' }).click()
    await expect(page.getByText('10 recovery codes left.')).toBeVisible()

    const elsewhere = await person(size)
    elsewhere.expectFault(/status of 401 .*\/api\/login\)$/)
    await elsewhere.page.goto(`${portal.url}/?signin`)
    const signIn = elsewhere.page.getByRole('dialog')
    await signIn.getByLabel('Username').fill(noor.username)
    await signIn.getByLabel('Password', { exact: true }).fill(noor.password)
    await elsewhere.page.keyboard.press('Enter')
    await expect(signIn.getByLabel('Code')).toBeFocused()
    await expectAccessible(elsewhere.page, 'the second step')
    await signIn.getByLabel('Code').fill(recovery ?? '')
    await elsewhere.page.keyboard.press('Enter')
    await expect(elsewhere.page.getByRole('heading', { name: 'Staff Dashboard', level: 1 })).toBeVisible()
  })

for (const size of ['desk', 'phone'] as const)
  test(`an administrator views as a client, cannot write, and stops, at the ${size}`, async ({ portal, person }) => {
    const admin = await callerFor(portal, demonstration('admin'))
    const staff = await addPerson(portal, admin, { role: 'staff', firstName: 'Sol', lastName: 'Reyes' })
    const client = await addPerson(portal, admin, { role: 'client', firstName: 'Vera', lastName: 'Quill' })
    const { id } = await addFolder(admin, { name: `Quill Bindery ${size}`, client, staff })
    const alice = await addPerson(portal, admin, { role: 'admin', firstName: 'Alma', lastName: 'Voss' })
    const office = await person(size)
    const { page } = office
    // What the administrator's page was reading when the view changed is answered as to the client.
    office.allowFault(/status of 40[34] .*\/api\/users/)
    await signInAs(page, portal, alice, `/user-management?user=${client.id}`)
    await page.getByRole('button', { name: 'View as this client' }).click()
    const banner = page.getByRole('region', { name: 'Viewing as a client' })
    await expect(banner).toContainText('You’re viewing as Vera Quill. You can’t make changes.')
    await expect(page.getByText(`Quill Bindery ${size}`).first()).toBeVisible()
    await page.goto(`${portal.url}/user-management`)
    await expect(page.getByRole('heading', { name: 'You don’t have access to this page' })).toBeVisible()
    await expect(banner).toBeVisible()
    await expectAccessible(page, 'viewing as a client')
    await expectNoSidewaysScroll(page)
    await banner.getByRole('button', { name: 'Stop viewing' }).click()
    await expect(page.getByRole('heading', { name: 'User Management', level: 1 })).toBeVisible()
    await expect(banner).toBeHidden()
    await page.goto(`${portal.url}/client-folders/${id}`)
    await page.getByRole('button', { name: 'View as this client' }).click()
    await expect(banner).toBeVisible()
    await expect(page).toHaveURL(`${portal.url}/?folder=${id}`)
    await banner.getByRole('button', { name: 'Stop viewing' }).click()
    await expect(page).toHaveURL(`${portal.url}/client-folders/${id}`)
    await expect(page.getByRole('tab', { name: /Assignments/ })).toBeVisible()
  })
