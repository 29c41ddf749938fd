// The same for administrators: from a rate card to an invoice.
import { inDays, itemsOf } from '../e2e/portal.ts'
import { addAdministrator, addRateCard, approvedProposal, officeFor, signedContract } from './offices.ts'
import { expect, test } from './recorder.ts'
import { dialogOf } from './screens.ts'

test.describe('Newcomers in the office', () => {
  test('an administrator creates a proposal from a rate card', async ({ portal, person }) => {
    const office = await officeFor(portal, 'Shenandoah Day School')
    await addRateCard(office.admin, 'Handbook for schools')
    const administrator = await person('Administrator', portal, await addAdministrator(portal, office.admin))
    const { page } = administrator
    const dialog = dialogOf(administrator, 'Create Proposal')
    await administrator.step('Opens the form', async () => {
      const actions = page.getByRole('navigation', { name: 'Quick actions' })
      await administrator.click(actions.getByRole('link', { name: 'Proposals' }))
      await expect(dialog.getByLabel('Title')).toBeVisible()
    })
    await administrator.step('Fills it in', async () => {
      await administrator.pick(dialog.getByRole('combobox', { name: 'Client folder' }), 'Shenandoah', /Day School/)
      await administrator.fill(dialog.getByLabel('Valid until'), inDays(30))
      await administrator.fill(dialog.getByLabel('Title'), 'A handbook for the school year')
      await administrator.fill(dialog.getByLabel('Description').first(), 'Written for your teachers and your office.')
      const rates = dialog.getByRole('combobox', { name: /Add from a rate card/ })
      await administrator.pick(rates, 'schools', /Handbook for schools/)
      const line = dialog.getByRole('group', { name: 'Line 1', exact: true })
      await administrator.fill(line.getByLabel('Hours'), '24')
      await expect(dialog.getByLabel('Total', { exact: true })).toHaveText('$3,000.00')
    })
    await administrator.step('Creates it', async () => {
      await administrator.click(dialog.getByRole('button', { name: 'Create Proposal' }))
      await expect(dialog).toBeHidden()
      await expect(itemsOf(page, 'Proposals').filter({ hasText: 'A handbook for the school year' })).toBeVisible()
    })
  })

  test('an approved proposal becomes a contract', async ({ portal, person }) => {
    const office = await officeFor(portal, 'Bluefield Family Dental')
    const id = await approvedProposal(office, 'Handbook for a dental practice')
    const alice = await addAdministrator(portal, office.admin)
    const administrator = await person('Administrator', portal, alice, `/proposals/${id}`)
    const { page } = administrator
    const dialog = dialogOf(administrator, 'Create contract')
    await administrator.step('Opens the preview of the contract', async () => {
      await administrator.click(page.getByRole('button', { name: 'Create contract' }))
      await expect(dialog.getByRole('region', { name: 'Preview', exact: true })).toContainText(/Page 1 of \d+/)
    })
    await administrator.step('Creates it', async () => {
      await administrator.click(dialog.getByRole('button', { name: 'Create contract' }))
      await expect(page.getByRole('heading', { name: /^Contract PROHR-/, level: 1 })).toBeVisible()
    })
  })

  test('a signed contract is invoiced', async ({ portal, person }) => {
    const office = await officeFor(portal, 'Piedmont Montessori')
    const { id } = await signedContract(portal, office)
    const alice = await addAdministrator(portal, office.admin)
    const administrator = await person('Administrator', portal, alice, `/contracts/${id}`)
    const { page } = administrator
    const dialog = dialogOf(administrator, 'Create Invoice')
    await administrator.step('Opens the form, which is filled in', async () => {
      await administrator.click(page.getByRole('button', { name: 'Create invoice', exact: true }))
      const line = dialog.getByRole('group', { name: 'Line 1', exact: true })
      await expect(line.getByLabel('Description')).toHaveValue('Handbook')
    })
    await administrator.step('Creates the invoice', async () => {
      await administrator.click(dialog.getByRole('button', { name: 'Create Invoice' }))
      await expect(page.getByRole('heading', { name: /^INV-/, level: 1 })).toBeVisible()
    })
  })
})
