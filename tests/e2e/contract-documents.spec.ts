// The full process, from a request to a payment: an administrator on a desktop, the client on a phone. Known data
// (company, person, address, services, amounts) is typed once, in the request and in the proposal's lines.
import type { Page } from '@playwright/test'
import { callerFor, demonstration, requestOf, visitorOf, emailsOf } from './people.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectReceived,
  inDays,
  signIn,
  test,
  toastOf,
  itemsOf,
} from './portal.ts'

const business = 'Haddad Cabinetry'

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const agreementLink = (page: Page, name: RegExp) =>
  page.getByRole('list', { name: 'Agreements' }).getByRole('link', { name })

test('a request becomes a paid invoice without entering anything twice', async ({ portal, person }) => {
  const request = { ...requestOf(business), email: 'noor@cabinetry.example' }
  await visitorOf(portal)('POST', '/api/service-requests', request)
  const calls = await callerFor(portal, demonstration('admin'))
  await calls('POST', '/api/service-rates', {
    serviceName: 'Supervisor coaching for cabinetmakers',
    serviceType: 'leadership-coaching',
    description: 'In the workshop.',
    hourlyRate: 12_550,
  })

  // The request becomes a folder, with its visitor as the client.
  const { page } = await person()
  await signIn(page, portal, 'admin', '/?tab=requests')
  const row = page.getByRole('listitem').filter({ hasText: business })
  await row.getByRole('button', { name: 'Accept Request' }).click()
  await page.getByRole('button', { name: 'In progress' }).click()
  await page.getByRole('listitem').filter({ hasText: business }).getByRole('button', { name: 'Create folder' }).click()
  await expect(page.getByLabel('Client name')).toHaveValue(business)
  await page.getByRole('combobox', { name: 'Staff member' }).click()
  await page.getByRole('option').first().click()
  await page.getByRole('button', { name: 'Create folder' }).click()
  await expect(page.getByRole('heading', { name: business })).toBeVisible()
  const emails = await emailsOf(calls, `?q=${encodeURIComponent(request.email)}`)
  const invitation = /\/invitation\/\S+/.exec(emails.map(({ text }) => text).join('\n'))?.[0] ?? ''

  // A proposal in that folder: a title, a line from the rate card, and hours.
  await page.getByRole('tab', { name: 'Agreements and billing' }).click()
  await page.getByRole('button', { name: 'Create Proposal' }).first().click()
  const proposal = page.getByRole('dialog', { name: 'Create Proposal' })
  await proposal.getByLabel('Title').fill('Coaching for four supervisors')
  await proposal.getByLabel('Description').first().fill('Twelve hours in the workshop, then a written plan.')
  await proposal.getByLabel('Valid until').fill(inDays(30))
  await proposal.getByRole('combobox', { name: /Add from a rate card/ }).fill('cabinetmakers')
  await proposal.getByRole('option', { name: /Hourly, \$125\.50\/hr/ }).click()
  await proposal.getByRole('group', { name: 'Line 1', exact: true }).getByLabel('Hours').fill('12')
  await expect(proposal.getByLabel('Total', { exact: true })).toHaveText('$1,506.00')
  await proposal.getByRole('button', { name: 'Create Proposal' }).click()
  await expect(toastOf(page)).toContainText('Proposal created successfully')
  await page.getByRole('link', { name: 'Coaching for four supervisors' }).click()
  await page.getByRole('button', { name: 'Send to client' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send proposal' }).click()
  await expect(toastOf(page)).toContainText('Proposal sent successfully')

  // The client accepts the invitation on a phone, and approves.
  const { page: phone } = await person('phone')
  await phone.goto(portal.url + invitation)
  await phone
    .getByLabel('Choose a password')
    .or(phone.getByLabel('Password', { exact: true }))
    .first()
    .fill('nine planes on a bench')
  await phone
    .getByRole('button', { name: /password|folder|account/i })
    .last()
    .click()
  await expect(phone.getByRole('heading', { name: 'Client Dashboard' })).toBeVisible()
  await phone.getByRole('link', { name: 'Agreements' }).click()
  await agreementLink(phone, /Coaching for four supervisors/).click()
  await expect(phone.getByRole('article')).toContainText('$1,506.00')
  await expectNoSidewaysScroll(phone)
  await phone.getByRole('button', { name: 'Approve' }).click()
  await phone.getByRole('dialog').getByRole('button', { name: 'Approve proposal' }).click()
  await expect(toastOf(phone)).toContainText('Proposal approved successfully')

  // The administrator, who has the proposal open, creates the contract: everything is filled in.
  await page.getByRole('button', { name: 'Create contract' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create contract' }).click()
  await expect(toastOf(page)).toContainText('Contract created successfully')
  const contract = page.getByRole('article')
  for (const known of [business, 'Noor Haddad', request.email, 'Supervisor coaching for cabinetmakers', '$1,506.00'])
    await expect(contract).toContainText(known)

  // The client signs it.
  await main(phone).getByRole('link', { name: 'Agreements' }).click()
  await agreementLink(phone, /^Sign PROHR-/).click()
  await expectReceived(phone)
  await phone.getByRole('checkbox', { name: /^I have read/ }).check()
  await expect(phone.getByRole('textbox', { name: 'Your full name' })).toHaveValue('Noor Haddad')
  await phone.getByRole('textbox', { name: 'Your password' }).fill('nine planes on a bench')
  await expectNoSidewaysScroll(phone)
  await phone.getByRole('button', { name: 'Sign contract' }).click()
  await expect(phone.getByRole('heading', { name: 'Signed', level: 1 })).toBeFocused()
  await expect(phone.getByRole('link', { name: 'Signed contract' })).toBeVisible()
  const sealed = await phone.request.get(
    new URL((await phone.getByRole('link', { name: 'Signed contract' }).getAttribute('href')) ?? '', portal.url).href,
  )
  const verdict = await fetch(`${portal.url}/api/verification`, {
    method: 'POST',
    headers: { 'content-type': 'application/pdf' },
    body: new Uint8Array(await sealed.body()),
  })
  expect(await verdict.json()).toMatchObject({ verdict: 'ours-unchanged', kind: 'contract' })
  await expect(page.getByText('Active', { exact: true }).first()).toBeVisible()

  // The invoice takes its lines from the contract; only the contract is chosen.
  const contractNumber =
    (await page.getByRole('heading', { level: 1 }).textContent())?.match(/PROHR-\d{6}-\d+/)?.[0] ?? ''
  await main(page).getByRole('link', { name: 'Invoices' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Invoice Management')
  await page.getByRole('button', { name: 'Create Invoice' }).first().click()
  const invoice = page.getByRole('dialog', { name: 'Create Invoice' })
  await invoice.getByRole('combobox', { name: 'Client folder' }).fill(business)
  await invoice.getByRole('option', { name: new RegExp(business) }).click()
  await invoice.getByRole('combobox', { name: /^Contract/ }).click()
  await invoice.getByRole('option', { name: contractNumber }).click()
  await expect(invoice.getByRole('group', { name: 'Line 1', exact: true }).getByLabel('Description')).toHaveValue(
    'Supervisor coaching for cabinetmakers',
  )
  await expect(invoice.getByLabel('Total', { exact: true })).toHaveText('$1,592.60')
  await invoice.getByRole('button', { name: 'Create Invoice' }).click()
  await expect(toastOf(page)).toContainText('Invoice created successfully')
  await itemsOf(page, 'Invoices').filter({ hasText: business }).getByRole('link', { name: /^INV-/ }).click()
  await page.getByRole('button', { name: 'Send invoice' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send invoice' }).click()
  await expect(toastOf(page)).toContainText('Invoice sent')

  // The client sees the balance due; the payment is recorded, and both see that it is paid.
  await phone.getByRole('link', { name: 'Client Dashboard' }).click()
  await phone.getByRole('link', { name: 'Agreements' }).click()
  await expect(phone.getByText('Balance due: $1,592.60.')).toBeVisible()
  await agreementLink(phone, /^Invoice INV-/).click()
  await expect(main(phone).getByRole('link', { name: 'Agreements' })).toHaveAttribute('aria-current', 'page')
  await expect(phone.getByText(/^\$1,592\.60 outstanding\. Due /)).toBeVisible()
  await expectAccessible(phone, 'the invoice at the end of the chain')
  await page.getByRole('button', { name: 'Record payment' }).click()
  await expect(page.getByRole('dialog').getByLabel('Amount')).toHaveValue('1,592.60')
  await page.getByRole('dialog').getByRole('button', { name: 'Record payment' }).click()
  await expect(page.getByText('Paid', { exact: true }).filter({ visible: true }).first()).toBeVisible()
  await expect(phone.getByText('Paid', { exact: true }).filter({ visible: true }).first()).toBeVisible()
  await expectNoSidewaysScroll(phone)

  const { whole } = await calls<{ whole: boolean }>('GET', '/api/audit/verification')
  expect(whole).toBe(true)
})
