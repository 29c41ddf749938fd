// Online payments, with a server in place of Stripe: the client pays, and the office refunds part of it, or applies what was
// more than the balance due.
import { secretKey, startStripeServer, webhookSecret } from '../stripe-server.ts'
import { addFolder, addPerson, callerFor, demonstration, signInAs } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, startPortal, test, toastOf } from './portal.ts'

/** An invoice for $1,057.50 that Ann pays on Stripe’s page; the portal gets the event from `report`. */
async function openPaidAtStripe() {
  const stripe = await startStripeServer()
  const portal = await startPortal({
    DEMO: 'on',
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: stripe.url,
  })
  const admin = await callerFor(portal, demonstration('admin'))
  const staff = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Oduya' })
  const ann = await addPerson(portal, admin, { role: 'client', firstName: 'Ann', lastName: 'Marchetti' })
  const folder = await addFolder(admin, { name: 'Marchetti Roofing', client: ann, staff })
  const send = async (quantity: number) => {
    const invoice = await admin<{ id: string; invoiceNumber: string }>('POST', '/api/invoices', {
      clientFolderId: folder.id,
      lineItems: [{ description: 'Consulting', quantity, rate: 12_500 }],
      dueDate: '2099-12-31',
    })
    await admin('PATCH', `/api/invoices/${invoice.id}/status`, { status: 'sent' })
    return invoice
  }
  const invoice = await send(8)
  await (
    await callerFor(portal, ann)
  )('POST', `/api/invoices/${invoice.id}/online-payments`, {})
  const [sessionId = ''] = stripe.sessions.keys()
  stripe.pay(sessionId)
  const report = async () => {
    const { body, signature } = stripe.signed('checkout.session.completed', stripe.sessions.get(sessionId) ?? {})
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    expect((await fetch(`${portal.url}/api/stripe-events`, { method: 'POST', headers, body })).status).toBe(200)
  }
  const stop = async () => {
    await portal.stop()
    await stripe.close()
  }
  return { portal, admin, ann, invoice, send, report, stop }
}

test('an administrator refunds part of an online payment, and the client sees the refund', async ({ person }) => {
  const { portal, ann, invoice, report, stop } = await openPaidAtStripe()
  await report()

  const { page, expectFault } = await person()
  await signInAs(page, portal, demonstration('admin'), `/invoices/${invoice.id}`)
  const payments = page.getByRole('list', { name: 'Payments' }).getByRole('listitem')
  await payments.getByRole('button', { name: /^More about the entry/ }).click()
  await page.getByRole('menuitem', { name: 'Refund online' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('$1,057.50 of this payment can be refunded.')
  await dialog.getByRole('button', { name: 'Refund payment' }).click()
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription('Enter a reason.')
  await expectAccessible(page, 'a refund without a reason')
  await dialog.getByLabel('Reason').fill('The second workshop was canceled')
  expectFault(/status of 409/)
  await dialog.getByLabel('Amount').fill('2000')
  await dialog.getByRole('button', { name: 'Refund payment' }).click()
  await expect(dialog.getByLabel('Amount')).toHaveAccessibleDescription(/more than the \$1,057\.50/)
  await dialog.getByLabel('Amount').fill('57.50')
  await dialog.getByRole('button', { name: 'Refund payment' }).click()
  await expect(toastOf(page)).toContainText('Payment refunded')
  await expect(payments).toHaveCount(3)
  await expect(payments.nth(1)).toContainText('Reason: The second workshop was canceled')
  await expect(payments.nth(2)).toContainText('$57.50 refunded')

  const client = await person('phone')
  await signInAs(client.page, portal, ann, `/invoices/${invoice.id}`)
  await expect(client.page.getByRole('list', { name: 'Payments' }).getByRole('listitem')).toHaveCount(3)
  await expectNoSidewaysScroll(client.page)
  // An open page would notice that the portal stops.
  await page.goto('about:blank')
  await client.page.goto('about:blank')
  await stop()
})

test('an administrator applies an online payment that followed a check to another invoice, and refunds the rest', async ({
  person,
}) => {
  const { portal, admin, invoice, send, report, stop } = await openPaidAtStripe()
  await admin('POST', `/api/invoices/${invoice.id}/payments`, { amount: 105_750, method: 'check' })
  await report()
  const other = await send(4)

  const { page } = await person()
  await signInAs(page, portal, demonstration('admin'), '/invoices')
  const waiting = page.getByRole('list', { name: 'Unapplied online payments' }).getByRole('listitem')
  await expect(waiting).toContainText('$1,057.50')
  await expect(waiting).toContainText('Marchetti Roofing')
  await expect(waiting).toContainText(`Paid for ${invoice.invoiceNumber}`)
  await expectAccessible(page, 'unapplied online payments')
  await waiting.getByRole('button', { name: /^Apply to invoice/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Apply payment' }).click()
  await expect(dialog.getByLabel('Invoice')).toHaveAccessibleDescription('Choose an invoice.')
  await expectAccessible(page, 'applying without an invoice')
  await dialog.getByLabel('Invoice').selectOption({ label: `${other.invoiceNumber}, $528.75 due` })
  await dialog.getByRole('button', { name: 'Apply payment' }).click()
  await expect(toastOf(page)).toContainText('Payment applied. $528.75 is left to apply or refund.')
  await expect(waiting).toContainText(`Of $1,057.50 paid for ${invoice.invoiceNumber}`)

  await waiting.getByRole('button', { name: /^Refund online/ }).click()
  await dialog.getByLabel('Reason').fill('Paid by check')
  await dialog.getByRole('button', { name: 'Refund payment' }).click()
  await expect(waiting).toHaveCount(0)
  await page.goto(`${portal.url}/invoices/${other.id}`)
  await expect(page.getByText(/^Paid in full/)).toBeVisible()
  await expectNoSidewaysScroll(page)
  await page.goto('about:blank')
  await stop()
})
