// Optional services: staff mark them, the client chooses, and the contract contains what was chosen.
import { addFolder, addPerson, callerFor, demonstration, signInAs } from './people.ts'
import { picture } from './pictures.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './portal.ts'

test('staff offer optional services, the client chooses one on a phone, and the contract contains it', async ({
  portal,
  person,
}) => {
  const admin = await callerFor(portal, demonstration('admin'))
  const sam = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Okafor' })
  const ann = await addPerson(portal, admin, { role: 'client', firstName: 'Ann', lastName: 'Lindqvist' })
  const { id: clientFolderId } = await addFolder(admin, { name: 'Lindqvist Tannery', client: ann, staff: sam })
  const staff = await callerFor(portal, sam)
  const service = (customName: string, hourlyRate: number) => ({ customName, estimatedHours: 10, hourlyRate })
  const { id } = await staff('POST', '/api/proposals', {
    clientFolderId,
    title: 'Tannery handbook',
    description: 'A handbook, and more if you want it.',
    services: [service('Handbook', 12_500), service('Supervisor training', 15_050), service('Pay audit', 9_900)],
    validUntil: '2099-12-31',
  })
  const office = await person()
  await signInAs(office.page, portal, sam, `/proposals/${id}`)
  await office.page.getByRole('button', { name: 'Edit' }).click()
  const edit = office.page.getByRole('dialog', { name: 'Edit proposal' })
  for (const number of [2, 3])
    await edit
      .getByRole('group', { name: `Line ${number}`, exact: true })
      .getByRole('checkbox', { name: /^Optional/ })
      .check()
  await expect(edit.getByLabel('Total', { exact: true })).toHaveText('$1,250.00')
  await expect(edit.getByText('$3,745.00 with optional services')).toBeVisible()
  await expectAccessible(office.page, 'optional services in the form of a proposal')
  await expectNoSidewaysScroll(office.page)
  await picture(office.page, 'proposal-form-options')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(office.page.getByRole('article')).toContainText('Total without optional services')
  await office.page.getByRole('button', { name: 'Send to client' }).click()
  await office.page.getByRole('alertdialog').getByRole('button', { name: 'Send proposal' }).click()
  await expect(toastOf(office.page)).toContainText('Proposal sent successfully')
  await picture(office.page, 'proposal-sent-options')

  const client = await person('phone')
  await signInAs(client.page, portal, ann, `/proposals/${id}`)
  const total = client.page.getByLabel('Total of this proposal')
  await expect(total).toHaveText('$1,250.00')
  const training = client.page.getByRole('checkbox', { name: 'Supervisor training (optional)' })
  const audit = client.page.getByRole('checkbox', { name: 'Pay audit (optional)' })
  await training.check()
  await expect(total).toHaveText('$2,755.00')
  await audit.check()
  await expect(total).toHaveText('$3,745.00')
  await training.uncheck()
  await expect(total).toHaveText('$2,240.00')
  await training.check()
  await audit.uncheck()
  await expect(client.page.getByText(/Your total is \$2,755\.00\./)).toBeAttached()
  await expectAccessible(client.page, 'the choice of optional services')
  await expectNoSidewaysScroll(client.page)
  await picture(client.page, 'proposal-choice')
  await client.page.getByRole('button', { name: 'Approve' }).click()
  const dialog = client.page.getByRole('dialog', { name: 'Approve this proposal' })
  await expect(dialog).toContainText('Tannery handbook, $2,755.00. With Supervisor training.')
  await picture(client.page, 'proposal-choice-dialog')
  await dialog.getByRole('button', { name: 'Approve proposal' }).click()
  await expect(toastOf(client.page)).toContainText('Proposal approved successfully')
  await expect(client.page.getByRole('row', { name: /Pay audit/ })).toContainText('Optional, not chosen')
  await expect(client.page.getByRole('row', { name: /Supervisor training/ })).toContainText('Optional, chosen')
  await expect(client.page.getByRole('checkbox')).toHaveCount(0)
  await expect(total).toHaveText('$2,755.00')
  await expectAccessible(client.page, 'a proposal after the choice')
  await picture(client.page, 'proposal-chosen')

  const alice = await person()
  await signInAs(alice.page, portal, demonstration('admin'), `/proposals/${id}`)
  await alice.page.getByRole('button', { name: 'Create contract' }).click()
  await alice.page.getByRole('dialog').getByRole('button', { name: 'Create contract' }).click()
  await expect(alice.page).toHaveURL(/\/contracts\//)
  const contract = alice.page.getByRole('article')
  await expect(contract).toContainText('Supervisor training')
  await expect(contract).not.toContainText('Pay audit')
  await expect(contract).toContainText('$2,755.00')
})
