// Wednesday of a consultant’s week: time, and with an administrator a contract, an invoice, and a payment.
import { addAdministrator, addRateCard, approvedProposal, officeFor } from './offices.ts'
import { expect, test } from './recorder.ts'
import { confirm, dialogOf, expectToast, openPart, workItem } from './screens.ts'

test.describe('A consultant’s week', () => {
  test('Wednesday: time, a contract, an invoice, and a payment', async ({ portal, person }) => {
    const office = await officeFor(portal, 'Quarry Mill')
    const { admin, folderId, name } = office
    await addRateCard(admin, 'Advice for mills')
    const title = 'Handbook for the mill'
    await approvedProposal(office, title)
    const alice = await addAdministrator(portal, admin)

    const sam = await person('Consultant', portal, office.sam, `/client-folders/${folderId}`)
    const time = dialogOf(sam, 'Record time')
    await sam.stepOf('Record time', 'Records time', async () => {
      await sam.click(sam.page.getByRole('button', { name: 'Record time' }))
      await sam.choose(time.getByLabel('Service'), 'Advice for mills, $125/hr')
      await sam.fill(time.getByLabel('Time'), '1:30')
      await sam.fill(time.getByLabel('Description'), 'Reviewed the handbook with the office manager')
      await sam.click(time.getByRole('button', { name: 'Record time' }))
      await expectToast(sam, `1 hr 30 min recorded for ${name}`)
    })
    await sam.step('Starts the timer', async () => {
      await sam.click(sam.page.getByRole('button', { name: 'Record time' }))
      await sam.click(time.getByRole('button', { name: 'Start timer' }))
      await expectToast(sam, 'Timer started')
    })
    const stop = dialogOf(sam, 'Stop timer')
    await sam.step('Stops it', async () => {
      await sam.click(sam.page.getByRole('button', { name: /^Stop timer/ }))
      await sam.click(stop.getByRole('button', { name: 'Stop and record' }))
      await expectToast(sam, /min recorded for/)
    })

    const administrator = await person('Administrator', portal, alice)
    const { page } = administrator
    const contract = dialogOf(administrator, 'Create contract')
    const act = 'Create a contract from a proposal'
    await administrator.stepOf(act, 'Opens the approved proposal in the work queue', async () => {
      await administrator.click(workItem(administrator, title).getByRole('button', { name: /^Create contract/ }))
      await expect(dialogOf(administrator, title).getByRole('button', { name: 'Create contract' })).toBeVisible()
    })
    await administrator.stepOf(act, 'Sees the contract before it is created', async () => {
      await administrator.click(dialogOf(administrator, title).getByRole('button', { name: 'Create contract' }))
      await expect(contract.getByRole('region', { name: 'Preview', exact: true })).toContainText(/Page 1 of \d+/)
    })
    await administrator.stepOf(act, 'Creates it', async () => {
      await administrator.click(contract.getByRole('button', { name: 'Create contract' }))
      await expect(page.getByRole('heading', { name: /^Contract PROHR-/, level: 1 })).toBeVisible()
    })

    await administrator.step('Opens the time of the client', async () => {
      await administrator.goTo('Clients')
      await administrator.click(page.getByRole('link', { name: new RegExp(`^${name}`) }))
      await openPart(administrator, 'Agreements and billing', 'Time')
      await expect(page.getByText(/recorded, .+ not invoiced/)).toBeVisible()
    })
    const invoice = dialogOf(administrator, 'Add time to invoice')
    await administrator.stepOf('Create and send an invoice', 'Creates an invoice from it', async () => {
      await administrator.click(page.getByRole('button', { name: 'Add time to invoice' }))
      await administrator.click(invoice.getByRole('button', { name: 'Create Invoice' }))
      await expect(page.getByRole('heading', { name: /^INV-/, level: 1 })).toBeVisible()
    })
    await administrator.stepOf('Create and send an invoice', 'Sends it', async () => {
      await confirm(administrator, 'Send invoice')
      await expectToast(administrator, 'Invoice sent')
    })
    const payment = dialogOf(administrator, 'Record payment')
    await administrator.stepOf('Record a payment', 'Records the payment', async () => {
      await administrator.click(page.getByRole('button', { name: 'Record payment' }))
      await administrator.click(payment.getByRole('button', { name: 'Record payment' }))
      await expectToast(administrator, 'The invoice is paid in full.')
    })
  })
})
