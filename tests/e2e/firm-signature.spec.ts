// The firm signs a contract when it sends it: the dialog, the client's copy, leaving the signature out, and the setting.
import { addFolder, addPerson, callerFor, demonstration, signInAs } from './people.ts'
import { picture } from './pictures.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './portal.ts'

test('an administrator signs and sends a contract, which the client reads, and sends one without signing', async ({
  ownPortal,
  person,
}) => {
  const portal = await ownPortal()
  const admin = await callerFor(portal, demonstration('admin'))
  const staff = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Whitlock' })
  const client = await addPerson(portal, admin, {
    role: 'client',
    firstName: 'Maximiliane-Charlotte',
    lastName: 'Wolfeschlegelstein-Hausenbergerdorff',
  })
  await addFolder(admin, { name: 'Bluefield Cabinet Works', client, staff })

  const { page, expectFault } = await person()
  await signInAs(page, portal, demonstration('admin'), '/contracts')
  await page.getByRole('button', { name: 'Create Contract' }).first().click()
  const dialog = page.getByRole('dialog')
  const folder = dialog.getByRole('combobox', { name: 'Client folder' })
  await folder.click()
  await folder.fill('Bluefield')
  await page.getByRole('option', { name: /Bluefield/ }).click()
  await dialog.getByLabel('Total value').fill('4500')
  await dialog.getByLabel('Client email').fill('not an address')
  await dialog.getByRole('button', { name: 'Create Contract without signing' }).click()
  await expect(dialog.getByText('Enter a valid email address.')).toBeVisible()
  await dialog.getByLabel('Client email').fill('office@bluefield.example')
  await dialog.getByRole('button', { name: 'Sign and send' }).click()
  await expect(dialog.getByText('Password is required')).toBeVisible()
  await picture(page, 'dialog')
  expectFault(/400 \(Bad Request\)/)
  await dialog.getByLabel('Your password').fill('not-the-password')
  await dialog.getByRole('button', { name: 'Sign and send' }).click()
  await expect(dialog.getByText('This isn’t your password.')).toBeVisible()
  await expectAccessible(page, 'the dialog to sign and send a contract')
  await dialog.getByLabel('Your password').fill(demonstration('admin').password)
  await dialog.getByRole('button', { name: 'Sign and send' }).click()
  await expect(toastOf(page)).toContainText('Contract created successfully')
  await page
    .getByRole('link', { name: /^PROHR-/ })
    .first()
    .click()
  const article = page.getByRole('article')
  await expect(article).toContainText('For the provider')
  await expect(page.getByText(/signed it for .+ on/)).toBeVisible()
  await expectAccessible(page, 'a contract that the firm signed')
  await picture(page, 'contract')

  const [contract] = await admin<{ id: string }[]>('GET', '/api/contracts')

  await page.goto(`${portal.url}/contracts`)
  await page.getByRole('button', { name: 'Create Contract' }).first().click()
  await folder.click()
  await folder.fill('Bluefield')
  await page.getByRole('option', { name: /Bluefield/ }).click()
  await dialog.getByLabel('Total value').fill('900')
  await dialog.getByRole('button', { name: 'Create Contract without signing' }).click()
  await expect(toastOf(page)).toContainText('Contract created successfully')
  const [latest] = await admin<{ id: string }[]>('GET', '/api/contracts')
  const unsigned = await admin<object>('GET', `/api/contracts/${latest?.id}`)
  expect(unsigned).toMatchObject({ totalValue: 90_000, firmSignature: null })

  await page.goto(`${portal.url}/firm-settings?tab=contracts`)
  await page.getByLabel('The firm signs contracts when sending them').uncheck()
  await expectAccessible(page, 'the contract settings')
  await picture(page, 'settings')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toastOf(page)).toContainText('Contract settings saved')
  await page.goto(`${portal.url}/contracts`)
  await page.getByRole('button', { name: 'Create Contract' }).first().click()
  await expect(dialog.getByRole('button', { name: 'Create Contract', exact: true })).toBeVisible()
  await expect(dialog.getByLabel('Your password')).toBeHidden()

  const home = await person('phone')
  await signInAs(home.page, portal, client, `/contracts/${contract?.id}`)
  await expect(home.page.getByText('Awaiting your signature.')).toBeVisible()
  await expect(home.page.getByRole('article')).toContainText('For the provider')
  await expectNoSidewaysScroll(home.page)
})
