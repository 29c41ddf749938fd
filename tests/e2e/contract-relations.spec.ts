// A contract is renewed and amended in the browser, and each contract links to the others.
import { addFolder, addPerson, callerFor, demonstration, signContractAs, signInAs } from './people.ts'
import { picture } from './pictures.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, type Portal, test, toastOf } from './portal.ts'

interface Made {
  id: string
  contractNumber: string
}

async function signedContract(portal: Portal, name: string) {
  const admin = await callerFor(portal, demonstration('admin'))
  const staff = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Kerr' })
  const ann = await addPerson(portal, admin, { role: 'client', firstName: 'Ann', lastName: 'Bristow' })
  const { id } = await addFolder(admin, { name, client: ann, staff })
  const contract = await admin<Made>('POST', '/api/contracts', {
    clientFolderId: id,
    clientName: 'Ann Bristow',
    clientEmail: ann.email,
    clientCompany: name,
    services: [{ customName: 'HR support', estimatedHours: 10, hourlyRate: 15_000 }],
    startDate: '2026-01-01',
    endDate: '2026-12-31',
  })
  await signContractAs(portal, ann, contract.id)
  return { admin, ann, contract }
}

test('an administrator renews a contract for its next term, and both contracts link to each other', async ({
  portal,
  person,
}) => {
  const { ann, contract } = await signedContract(portal, 'Bristow Cooperage')
  const { page } = await person()
  await signInAs(page, portal, demonstration('admin'), `/contracts/${contract.id}`)
  await page.getByRole('button', { name: 'More' }).click()
  await picture(page, 'contract-more')
  await page.getByRole('menuitem', { name: 'Renew contract' }).click()
  const dialog = page.getByRole('dialog', { name: 'Renew contract' })
  await expect(dialog.getByLabel('Start date')).toHaveValue('2027-01-01')
  await expect(dialog.getByLabel('End date')).toHaveValue('2027-12-31')
  await expect(dialog.getByLabel('Client name')).toHaveValue('Ann Bristow')
  await expect(dialog.getByRole('group', { name: 'Line 1', exact: true }).getByLabel('Service')).toHaveValue(
    'HR support',
  )
  await expect(dialog.getByText(`Renews${contract.contractNumber}`)).toBeAttached()
  await expectAccessible(page, 'the dialog to renew a contract')
  await expectNoSidewaysScroll(page)
  await picture(page, 'renew-contract')
  await dialog.getByRole('group', { name: 'Line 1', exact: true }).getByLabel('Rate').fill('160')
  await dialog.getByRole('button', { name: 'Create renewal' }).click()
  await expect(toastOf(page)).toContainText('Contract created successfully')
  await expect(page).not.toHaveURL(new RegExp(contract.id))
  await expect(page.getByRole('article')).toContainText('$1,600.00')
  await expect(page.getByRole('link', { name: `Renews ${contract.contractNumber}` })).toBeVisible()
  const chain = page.getByRole('navigation', { name: 'Related agreements' })
  await expect(chain.getByRole('link', { name: new RegExp(contract.contractNumber) })).toContainText(
    'Renewed contract, $1,500.00',
  )
  await expectAccessible(page, 'a renewal')
  await picture(page, 'renewal')
  const renewalId = page.url().split('/').at(-1) ?? ''

  await chain.getByRole('link', { name: new RegExp(contract.contractNumber) }).click()
  await expect(chain.getByRole('link', { name: /Renewal, \$1,600\.00/ })).toBeVisible()
  await expect(page.getByText(/Renewal created by/)).toBeVisible()
  await page.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Renew contract' })).toHaveCount(0)
  await picture(page, 'renewed-contract')

  // The client reads and signs it like any contract.
  const phone = await person('phone')
  await signInAs(phone.page, portal, ann, `/contracts/${renewalId}`)
  await expect(phone.page.getByRole('article')).toContainText(`Renews${contract.contractNumber}`)
  await expect(phone.page.getByRole('link', { name: 'Sign contract' })).toBeVisible()
  await expectAccessible(phone.page, 'a renewal on the client’s phone')
  await expectNoSidewaysScroll(phone.page)
})

test('an administrator amends a contract, which stays active, after correcting what is missing', async ({
  portal,
  person,
}) => {
  const { contract } = await signedContract(portal, 'Bristow Ropeworks')
  const { page, expectFault } = await person()
  await signInAs(page, portal, demonstration('admin'), `/contracts/${contract.id}`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Amend contract' }).click()
  const dialog = page.getByRole('dialog', { name: 'Amend contract' })
  await expect(dialog.getByLabel('Terms')).toHaveValue(new RegExp(`amends contract ${contract.contractNumber}`))
  await picture(page, 'amend-contract')
  expectFault(/status of 400 .*\/amendment\)$/)
  await dialog.getByRole('button', { name: 'Create amendment' }).click()
  await expect(dialog.getByLabel('Total value')).toHaveAccessibleDescription(
    'Total value is required when no proposal is chosen',
  )
  await dialog.getByLabel('Total value').fill('250')
  await expectAccessible(page, 'the dialog to amend a contract')
  await dialog.getByRole('button', { name: 'Create amendment' }).click()
  await expect(toastOf(page)).toContainText('Contract created successfully')
  await expect(page.getByRole('link', { name: `Amends ${contract.contractNumber}` })).toBeVisible()
  await picture(page, 'amendment')
  const chain = page.getByRole('navigation', { name: 'Related agreements' })
  await chain.getByRole('link', { name: new RegExp(contract.contractNumber) }).click()
  await expect(chain.getByRole('link', { name: /Amendment, \$250\.00/ })).toBeVisible()
  await expect(chain.locator('[aria-current=page]')).toContainText('Active')
  await expectAccessible(page, 'an amended contract')
})
