// Money on both sides, second part: credit notes, payments and their corrections, retainers, statements, and closed
// months.
import { sentInvoice } from '../e2e/invoices.ts'
import { demonstration } from '../e2e/people.ts'
import { inDays } from '../e2e/portal.ts'
import { addAdministrator, type Office, officeFor } from './offices.ts'
import { expect, type Person, type Portal, test } from './recorder.ts'
import { chooseMore, confirm, dialogOf, expectToast, openPart } from './screens.ts'

/** A sent invoice of $1,057.50, and an administrator who can correct it. */
async function billed(portal: Portal, name: string) {
  const office = await officeFor(portal, name)
  const invoice = await sentInvoice(office, inDays(20))
  return { office, invoice, alice: await addAdministrator(portal, office.admin) }
}

const paymentsOf = ({ page }: Person) => page.getByRole('list', { name: 'Payments' }).getByRole('listitem')

async function recordPayment(administrator: Person) {
  const { page } = administrator
  await administrator.click(page.getByRole('button', { name: 'Record payment' }))
  await administrator.click(dialogOf(administrator, 'Record payment').getByRole('button', { name: 'Record payment' }))
  await expectToast(administrator, 'The invoice is paid in full.')
}

/** In the list of payments: the entry's menu. */
async function chooseOfEntry(administrator: Person, item: string) {
  const { page } = administrator
  await administrator.click(page.getByRole('button', { name: /^More about the entry of/ }).first())
  await administrator.click(page.getByRole('menuitem', { name: item }))
}

/** From the client's home page. */
const openInvoice = (client: Person, invoiceNumber: string) =>
  client.step('Opens the invoice', async () => {
    await client.goTo('Agreements')
    const agreements = client.page.getByRole('list', { name: 'Agreements' })
    await client.click(agreements.getByRole('link', { name: `Invoice ${invoiceNumber}` }))
    await expect(client.page.getByRole('heading', { name: invoiceNumber, level: 1 })).toBeVisible()
  })

const statementOf = ({ folderId }: Office) => `/client-folders/${folderId}/statement`

test.describe('Money: payments', () => {
  test('a credit note corrects an invoice', async ({ portal, person }) => {
    const { office, invoice, alice } = await billed(portal, 'Piedmont Pottery')
    const administrator = await person('Administrator', portal, alice, `/invoices/${invoice.id}`)
    const { page } = administrator
    const form = dialogOf(administrator, 'New credit note')
    await administrator.step('Opens the form', async () => {
      await chooseMore(administrator, 'Create credit note')
      await expect(form.getByLabel('Amount')).toBeVisible()
    })
    await administrator.step('Creates the credit note', async () => {
      await administrator.fill(form.getByLabel('Amount'), '57.50')
      await administrator.fill(form.getByLabel('Reason'), 'Half an hour was billed twice')
      await administrator.click(form.getByRole('button', { name: 'Create credit note' }))
      await expect(page.getByRole('list', { name: 'Credit notes' })).toContainText('Half an hour was billed twice')
    })
    const ann = await person('Client', portal, office.ann)
    await openInvoice(ann, invoice.invoiceNumber)
    await ann.step('Downloads the credit note', async () => {
      const notes = ann.page.getByRole('list', { name: 'Credit notes' })
      await ann.download(notes.getByRole('link', { name: /^Download PDF CN-/ }))
    })
  })

  test('a payment is recorded and reversed', async ({ portal, person }) => {
    const { office, invoice, alice } = await billed(portal, 'Oduya Printing')
    const administrator = await person('Administrator', portal, alice, `/invoices/${invoice.id}`)
    await administrator.step('Records the payment', () => recordPayment(administrator))
    const form = dialogOf(administrator, /^Reverse the entry for/)
    await administrator.step('Opens the reversal of it', async () => {
      await chooseOfEntry(administrator, 'Reverse entry')
      await expect(form.getByLabel('Reason')).toBeVisible()
    })
    await administrator.step('Reverses it', async () => {
      await administrator.fill(form.getByLabel('Reason'), 'The check was returned')
      await administrator.click(form.getByRole('button', { name: 'Reverse entry' }))
      await expectToast(administrator, 'Entry reversed.')
      await expect(paymentsOf(administrator)).toHaveCount(2)
    })
    const ann = await person('Client', portal, office.ann)
    await openInvoice(ann, invoice.invoiceNumber)
  })

  test('a payment is refunded in part', async ({ portal, person }) => {
    const { office, invoice, alice } = await billed(portal, 'Tidewater Tiles')
    const administrator = await person('Administrator', portal, alice, `/invoices/${invoice.id}`)
    await administrator.step('Records the payment', () => recordPayment(administrator))
    const form = dialogOf(administrator, 'Record refund')
    await administrator.step('Opens the refund of it', async () => {
      await chooseOfEntry(administrator, 'Record refund')
      await expect(form.getByLabel('Reason')).toBeVisible()
    })
    await administrator.step('Records the refund', async () => {
      await administrator.fill(form.getByLabel('Amount'), '57.50')
      await administrator.fill(form.getByLabel('Reason'), 'The second workshop was canceled')
      await administrator.click(form.getByRole('button', { name: 'Record refund' }))
      await expectToast(administrator, 'Refund recorded')
    })
    const ann = await person('Client', portal, office.ann)
    await openInvoice(ann, invoice.invoiceNumber)
    await ann.step('Downloads the receipt', async () => {
      const refund = paymentsOf(ann).filter({ hasText: 'Refund, Check' })
      await ann.download(refund.getByRole('link', { name: /^Receipt/ }))
    })
  })

  test('a retainer is billed, paid, and applied, and the statement shows it', async ({ portal, person }) => {
    const { office, invoice, alice } = await billed(portal, 'Loudoun Lumber')
    const administrator = await person('Administrator', portal, alice, `/client-folders/${office.folderId}`)
    const { page } = administrator
    const form = dialogOf(administrator, 'Bill retainer')
    await administrator.step('Opens the statement', async () => {
      await openPart(administrator, 'Agreements and billing', 'Invoices')
      await administrator.click(page.getByRole('tabpanel').getByRole('link', { name: 'Statement' }))
      await expect(page.getByRole('heading', { name: 'Statement', level: 1 })).toBeVisible()
    })
    await administrator.step('Bills a retainer', async () => {
      await administrator.click(page.getByRole('button', { name: 'Bill retainer' }))
      await administrator.fill(form.getByLabel('Amount'), '2000')
      await administrator.click(form.getByRole('button', { name: 'Create Invoice' }))
      await expect(page.getByRole('heading', { name: /^INV-/, level: 1 })).toBeVisible()
    })
    await administrator.step('Sends its invoice', async () => {
      await confirm(administrator, 'Send invoice')
      await expectToast(administrator, 'Invoice sent')
    })
    await administrator.step('Records its payment', () => recordPayment(administrator))
    const applying = dialogOf(administrator, 'Apply retainer')
    await administrator.step('Applies the retainer to the other invoice', async () => {
      await administrator.click(page.getByRole('link', { name: /^Statement of / }))
      await expect(page.getByLabel('Retainer', { exact: true })).toContainText('$2,000.00')
      await administrator.click(page.getByRole('button', { name: 'Apply to invoice' }).first())
      await administrator.click(applying.getByRole('button', { name: 'Apply retainer' }))
      await expectToast(administrator, 'Retainer applied. $942.50 left.')
    })
    await administrator.step('Downloads the statement', async () => {
      await administrator.download(page.getByRole('link', { name: 'Download', exact: true }))
    })
    const ann = await person('Client', portal, office.ann)
    await ann.step('Sees the balance under Agreements', async () => {
      await ann.goTo('Agreements')
      await expect(ann.page.getByRole('main')).toContainText(invoice.invoiceNumber)
      await expect(ann.page.getByText('Retainer balance')).toBeVisible()
    })
    await ann.step('Opens the statement', async () => {
      await ann.click(ann.page.getByRole('link', { name: 'Retainer balance' }))
      await expect(ann.page).toHaveURL(new RegExp(`${statementOf(office)}$`))
      await expect(ann.page.getByLabel('Retainer', { exact: true })).toContainText('$942.50')
    })
  })

  test('the books are exported, and a month is closed', async ({ ownPortal, person }) => {
    const portal = await ownPortal()
    const { invoice } = await billed(portal, 'Blue Ridge Bakery')
    const administrator = await person('Administrator', portal, demonstration('admin'))
    const { page } = administrator
    const exporting = dialogOf(administrator, 'Export for accounting')
    await administrator.step('Opens the export', async () => {
      await administrator.goTo('Reports')
      await administrator.click(page.getByRole('button', { name: 'Export for accounting' }))
      await expect(exporting.getByRole('link', { name: /QuickBooks Desktop/ })).toBeVisible()
    })
    await administrator.step('Downloads it', async () => {
      await administrator.download(exporting.getByRole('link', { name: /QuickBooks Desktop/ }))
    })
    const closing = dialogOf(administrator, 'Close a month')
    await administrator.step('Closes last month', async () => {
      await administrator.click(exporting.getByRole('button', { name: 'Close' }))
      await administrator.click(page.getByRole('button', { name: 'Close month' }))
      await administrator.click(closing.getByRole('button', { name: 'Close month' }))
      await expectToast(administrator, 'Month closed')
      await expect(page.getByRole('list', { name: 'Closed months' }).getByRole('listitem')).toHaveCount(1)
    })
    const payment = dialogOf(administrator, 'Record payment')
    await administrator.step('Is refused a payment in that month', async () => {
      await administrator.goTo('Invoices')
      await administrator.click(page.getByRole('link', { name: new RegExp(`^${invoice.invoiceNumber}`) }))
      await administrator.click(page.getByRole('button', { name: 'Record payment' }))
      await administrator.fill(payment.getByLabel('Date received'), inDays(-new Date().getUTCDate()))
      await administrator.click(payment.getByRole('button', { name: 'Record payment' }))
      await expect(payment.getByText(/is closed/).first()).toBeVisible()
    })
  })
})
