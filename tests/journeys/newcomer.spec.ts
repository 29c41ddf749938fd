// The journeys of someone who sees the portal for the first time, with the same start and end as in the earlier count
// (earlier-counts.ts): visitors, clients, and a consultant.
import { sentInvoice } from '../e2e/invoices.ts'
import { addPerson, callerFor, demonstration, requestOf, visitorOf } from '../e2e/people.ts'
import { inDays } from '../e2e/portal.ts'
import { emailTo, fileOf, officeFor, unsignedContract } from './offices.ts'
import { expect, test } from './recorder.ts'
import { dialogOf, sign, workItem } from './screens.ts'

test.describe('Newcomers', () => {
  test('a visitor asks for service', async ({ portal, person }) => {
    const visitor = await person('Visitor', portal)
    const { page } = visitor
    const form = page.getByRole('form', { name: 'Request Service' })
    await visitor.step('Goes from the first screen to the form', async () => {
      await visitor.click(page.getByRole('link', { name: 'Get Started' }).first())
      await expect(form.getByLabel('Business name')).toBeInViewport()
    })
    await visitor.step('Fills it in', async () => {
      const typed = {
        'Business name': 'Blue Ridge Outfitters',
        'First name': 'Noor',
        'Last name': 'Haddad',
        Email: 'noor@outfitters.example',
        Phone: '(540) 555-0142',
        Website: 'https://outfitters.example',
        'What do you need help with?': 'Two supervisors left in one week.',
        'What are your business goals?': 'A steady team by spring.',
      }
      for (const [label, text] of Object.entries(typed)) await visitor.fill(form.getByLabel(label), text)
      await visitor.choose(form.getByLabel('Industry'), 'Retail')
      await visitor.click(form.getByRole('checkbox', { name: /HR Consulting/ }))
    })
    await visitor.step('Sends it', async () => {
      await visitor.click(form.getByRole('button', { name: 'Submit request' }))
      await expect(page.getByRole('heading', { name: /We will contact you within 24 hours/ })).toBeVisible()
    })
  })

  test('a consultant accepts a request and opens its folder', async ({ portal, person }) => {
    const business = 'Rappahannock Oyster House'
    const admin = await callerFor(portal, demonstration('admin'))
    const sam = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Okafor' })
    await visitorOf(portal)('POST', '/api/service-requests', {
      ...requestOf(business),
      email: 'owner@rappahannock.example',
    })
    const consultant = await person('Consultant', portal, sam)
    const { page } = consultant
    await consultant.step('Accepts the request in the work queue', async () => {
      await consultant.click(workItem(consultant, business).getByRole('button', { name: /^Accept Request/ }))
      await expect(page.getByRole('status').filter({ hasText: `${business} accepted.` })).toBeVisible()
    })
    await consultant.step('Opens the form of its folder', async () => {
      const strip = page.getByRole('status').filter({ hasText: `${business} accepted.` })
      await consultant.click(strip.getByRole('button', { name: 'Create folder' }))
      await expect(page.getByLabel('Client name')).toHaveValue(business)
    })
    await consultant.step('Creates the folder', async () => {
      await consultant.click(page.getByRole('button', { name: 'Create folder' }))
      await expect(page.getByRole('heading', { name: business, level: 1 })).toBeVisible()
    })
  })

  test('a client follows the invitation', async ({ portal, person }) => {
    const admin = await callerFor(portal, demonstration('admin'))
    const sam = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Okafor' })
    const email = `renee.castillo.${process.pid}@tidewater.example`
    const renee = { role: 'client', firstName: 'Renee', lastName: 'Castillo', email }
    const { id: clientId } = await admin('POST', '/api/users', renee)
    await admin('POST', '/api/client-folders', {
      name: 'Tidewater Marine Supply',
      services: 'HR Consulting',
      assignedStaffId: sam.id,
      clientId,
    })
    const invitation = await emailTo(admin, email, '/invitation/')
    const client = await person('Client', portal, null, null)
    const { page } = client
    await client.step('Reads the email', () => client.openEmail(invitation.html))
    await client.step('Follows its link', async () => {
      await client.click(page.getByRole('link').first())
      await expect(page.getByRole('heading', { name: /^Welcome to / })).toBeVisible()
    })
    await client.step('Chooses a password', async () => {
      await client.fill(page.getByLabel('Password', { exact: true }), 'seven kettles near a window')
      await client.click(page.getByRole('button', { name: 'Save password and sign in' }))
      await expect(page.getByRole('heading', { name: 'Client Dashboard' })).toBeVisible()
    })
  })

  test('a client uploads a requested document', async ({ portal, person }) => {
    const title = 'Last three payroll registers'
    const office = await officeFor(portal, 'Hollis Bindery')
    await office.team('POST', `/api/client-folders/${office.folderId}/document-requests`, { title })
    const client = await person('Client', portal, office.ann)
    const panel = dialogOf(client, title)
    await client.step('Opens the request', async () => {
      await client.click(client.page.getByRole('button', { name: new RegExp(`^Upload.*${title}`) }))
      await expect(panel.getByRole('button', { name: /^Upload/ })).toBeVisible()
    })
    await client.step('Uploads the file', async () => {
      await client.upload(panel.getByRole('button', { name: /^Upload/ }), fileOf('Payroll registers.pdf'))
      await expect(panel).toContainText('Submitted')
    })
  })

  test('a client signs a contract', async ({ portal, person }) => {
    const office = await officeFor(portal, 'Lindqvist Joinery')
    await unsignedContract(office)
    const client = await person('Client', portal, office.ann)
    const { page } = client
    await client.step('Opens the contract', async () => {
      await client.click(page.getByRole('main').getByRole('link', { name: /^Sign/ }).first())
      await expect(page.getByRole('heading', { name: /^Contract PROHR-/, level: 1 })).toBeVisible()
    })
    await client.step('Reads and signs it', async () => {
      await sign(client, office.ann.password)
      await expect(page.getByRole('heading', { name: 'Signed', level: 1 })).toBeVisible()
    })
  })

  test('a client finds out how to pay an invoice', async ({ portal, person }) => {
    const office = await officeFor(portal, 'Marchetti Roofing')
    const { invoiceNumber } = await sentInvoice(office, inDays(20))
    const client = await person('Client', portal, office.ann)
    const { page } = client
    await client.step('Opens the invoice', async () => {
      await client.click(page.getByRole('button', { name: /^View: Pay invoice/ }))
      await expect(dialogOf(client, invoiceNumber)).toBeVisible()
    })
    await client.step('Sees how to pay', async () => {
      await client.click(dialogOf(client, invoiceNumber).getByRole('link', { name: 'Pay', exact: true }))
      await expect(page.getByRole('heading', { name: /^Pay invoice/, level: 1 })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'How to pay' })).toBeVisible()
    })
  })

  test('a client reads a policy and opens a form', async ({ portal, person }) => {
    const office = await officeFor(portal, 'Birch Works')
    const client = await person('Client', portal, office.ann)
    const { page } = client
    await client.step('Opens the policies', async () => {
      await client.goTo('Policies')
      await expect(page.getByRole('heading', { name: 'Virginia HR Policies & Regulations', level: 1 })).toBeVisible()
    })
    await client.step('Reads one', async () => {
      const policies = page.getByRole('list', { name: 'Policies', exact: true })
      await client.click(policies.getByRole('link', { name: 'Wage and Hour', exact: true }))
      await expect(page.getByRole('heading', { name: 'Wage and Hour', level: 1 })).toBeVisible()
    })
    await client.step('Opens the forms', async () => {
      await client.goTo('Forms')
      await expect(page.getByRole('heading', { name: 'Virginia HR Forms', level: 1 })).toBeVisible()
    })
    await client.step('Begins to fill one in', async () => {
      await client.click(page.getByRole('button', { name: 'Fill Form Performance review' }))
      await expect(dialogOf(client, 'Performance review')).toBeVisible()
    })
  })

  test('a client asks the assistant five questions', async ({ portal, person }) => {
    const office = await officeFor(portal, 'Lindqvist Bakery')
    const client = await person('Client', portal, office.ann)
    const { page } = client
    await client.step('Opens the assistant', async () => {
      await client.goTo('Ask HR')
      await expect(page.getByRole('heading', { name: 'HR Assistant', level: 1 })).toBeVisible()
    })
    const questions = [
      'How much notice do we have to give before we fire someone?',
      'We have 12 employees. Do we have to give paid sick leave?',
      'What is the minimum wage in Virginia?',
      'Can we enforce a non-compete agreement?',
      'How much vacation do employees get in Germany?',
    ]
    for (const question of questions)
      await client.step(question, async () => {
        await client.fill(page.getByLabel('Your question'), question)
        await client.click(page.getByRole('button', { name: /Ask Assistant/ }))
        await expect(page.getByRole('article')).toContainText(question)
      })
  })
})
