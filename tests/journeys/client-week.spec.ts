// The same week on the side of the client.
import { sentInvoice } from '../e2e/invoices.ts'
import { addDocument, openBooking } from '../e2e/people.ts'
import { inDays } from '../e2e/portal.ts'
import { fields } from '../handbooks.ts'
import { emailTo, fileOf, officeFor, unsignedContract } from './offices.ts'
import { expect, test } from './recorder.ts'
import { chooseTime, dialogOf, expectToast, sign } from './screens.ts'

test.describe('A client’s week', () => {
  test('Monday: a sign-in link from an email, and a contract to sign', async ({ portal, person }) => {
    const office = await officeFor(portal, 'Lindqvist Orchard')
    await unsignedContract(office)
    const { email, password } = office.ann
    const ann = await person('Client', portal)
    const { page } = ann
    await ann.step('Opens the sign-in', async () => {
      if (ann.isPhone) await ann.click(page.getByRole('banner').getByLabel('Menu'))
      await ann.click(page.getByRole('banner').getByRole('button', { name: 'Client sign-in' }))
      await expect(dialogOf(ann, 'Client sign-in')).toBeVisible()
    })
    const byEmail = dialogOf(ann, 'Sign in by email')
    await ann.step('Requests a link instead of typing a password', async () => {
      await ann.click(page.getByRole('dialog').getByRole('button', { name: 'Email me a sign-in link' }))
      await ann.fill(byEmail.getByLabel('Email'), email)
      await ann.click(byEmail.getByRole('button', { name: 'Send link' }))
      await expect(byEmail.getByText(`If there’s a client account for ${email}`)).toBeVisible()
    })
    const link = await emailTo(office.admin, email, '/sign-in/')
    await ann.step('Reads the email', () => ann.openEmail(link.html))
    await ann.step('Follows its link, and signs in', async () => {
      await ann.click(page.getByRole('link').first())
      await ann.click(page.getByRole('button', { name: 'Sign In' }))
      await expect(page.getByRole('heading', { name: 'Client Dashboard' })).toBeVisible()
    })
    await ann.step('Opens the contract', async () => {
      await ann.click(page.getByRole('main').getByRole('link', { name: /^Sign/ }).first())
      await expect(page.getByRole('heading', { name: /^Contract PROHR-/, level: 1 })).toBeVisible()
    })
    await ann.step('Reads and signs it', async () => {
      await sign(ann, password)
      await expect(page.getByRole('heading', { name: 'Signed', level: 1 })).toBeVisible()
    })
    await ann.step('Is back at home', async () => {
      await ann.click(page.getByRole('link', { name: 'Client Dashboard' }))
      await expect(page.getByRole('heading', { name: 'Client Dashboard' })).toBeVisible()
    })
  })

  test('Tuesday: an invoice, a document, and a message', async ({ portal, person }) => {
    const office = await officeFor(portal, 'Lindqvist Pottery')
    const within = `/api/client-folders/${office.folderId}`
    const { invoiceNumber } = await sentInvoice(office, inDays(20))
    await office.team('POST', `${within}/document-requests`, { title: 'Employee list' })
    await office.team('POST', `${within}/messages`, { content: 'Good morning. Does the draft fit your team?' })
    const ann = await person('Client', portal, office.ann)
    const { page } = ann
    await ann.step('Opens the invoice', async () => {
      await ann.click(page.getByRole('button', { name: /^View: Pay invoice/ }))
      await expect(dialogOf(ann, invoiceNumber)).toBeVisible()
    })
    await ann.step('Sees how to pay without a card', async () => {
      await ann.click(dialogOf(ann, invoiceNumber).getByRole('link', { name: 'Pay', exact: true }))
      await expect(page.getByRole('heading', { name: /^Pay invoice/, level: 1 })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'How to pay' })).toBeVisible()
    })
    const request = dialogOf(ann, 'Employee list')
    await ann.step('Uploads the requested document', async () => {
      await ann.goTo('Home')
      await ann.click(page.getByRole('button', { name: /^Upload.*Employee list/ }))
      await ann.upload(request.getByRole('button', { name: /^Upload/ }), fileOf('Employees.pdf'))
      await expect(request).toContainText('Submitted')
    })
    const conversation = dialogOf(ann, 'Messages')
    await ann.step('Opens the message', async () => {
      await ann.click(request.getByRole('button', { name: 'Close', exact: true }).first())
      await ann.click(page.getByRole('button', { name: /^Read.*message/ }).last())
      await expect(conversation.getByLabel('Message thread')).toContainText('Does the draft fit your team?')
    })
    await ann.step('Answers it', async () => {
      await ann.fill(conversation.getByLabel('Your message'), 'It does. Please add our holidays.')
      await ann.click(conversation.getByRole('button', { name: 'Send message' }))
      await expect(conversation.getByLabel('Message thread')).toContainText('Please add our holidays.')
    })
  })

  test('Wednesday: an appointment', async ({ ownPortal, person }) => {
    const portal = await ownPortal()
    const office = await officeFor(portal, 'Lindqvist Dairy')
    await openBooking(office.admin, office.sam)
    const ann = await person('Client', portal, office.ann)
    const { page } = ann
    const booking = dialogOf(ann, 'Book an appointment')
    await ann.step('Opens the form', async () => {
      await ann.click(page.getByRole('link', { name: 'Book an appointment' }))
      await expect(booking.getByLabel('What is it about?')).toBeVisible()
    })
    await ann.step('Chooses a time', async () => {
      await ann.fill(booking.getByLabel('What is it about?'), 'The leave policy')
      await chooseTime(ann, booking)
    })
    await ann.step('Books it', async () => {
      await ann.click(booking.getByRole('button', { name: 'Book appointment' }))
      await expectToast(ann, 'Appointment booked')
      await expect(page.getByRole('list', { name: 'Appointments' })).toContainText('Sam Okafor')
    })
  })

  test('Thursday: a policy, the handbook, and a document to sign', async ({ portal, person }) => {
    const office = await officeFor(portal, 'Lindqvist Mill')
    const handbook = await office.team('POST', `/api/client-folders/${office.folderId}/handbooks`, {
      title: 'Employee Handbook',
      items: [{ source: 'model', id: 'code-of-conduct' }],
      fields: { ...fields, employer: 'Lindqvist Mill' },
      headCount: 12,
      sector: 'private',
    })
    await office.team('POST', `/api/handbooks/${handbook.id}/versions`)
    await addDocument(portal, office.team, office.folderId, { name: 'Dress code.pdf', requiresSignature: true })
    const { password } = office.ann
    const ann = await person('Client', portal, office.ann)
    const { page } = ann
    const main = page.getByRole('main')
    await ann.step('Opens the handbook', async () => {
      await ann.click(main.getByRole('link', { name: /^Sign.*Employee Handbook/ }).last())
      await expect(page.getByRole('heading', { name: /^Employee Handbook/, level: 1 })).toBeVisible()
    })
    await ann.step('Reads and acknowledges it', async () => {
      await sign(ann, password, 'document')
      await expect(page.getByRole('heading', { name: 'Signed', level: 1 })).toBeVisible()
    })
    await ann.step('Opens the document to sign', async () => {
      await ann.click(page.getByRole('link', { name: 'Client Dashboard' }))
      await ann.click(main.getByRole('link', { name: /^Sign.*Dress code/ }).last())
      await expect(page.getByRole('heading', { name: 'Dress code.pdf', level: 1 })).toBeVisible()
    })
    await ann.step('Reads and signs it', async () => {
      await sign(ann, password, 'document')
      await expect(page.getByRole('heading', { name: 'Signed', level: 1 })).toBeVisible()
    })
    await ann.step('Opens the policies to acknowledge', async () => {
      await ann.click(page.getByRole('link', { name: 'Client Dashboard' }))
      await ann.click(main.getByRole('link', { name: /^Read.*acknowledge \d+ policies/ }).last())
      await expect(page.getByRole('heading', { name: 'Virginia HR Policies & Regulations', level: 1 })).toBeVisible()
    })
    await ann.step('Reads one', async () => {
      const policies = page.getByRole('list', { name: 'Policies', exact: true })
      await ann.click(policies.getByRole('link', { name: 'Wage and Hour', exact: true }))
      await expect(page.getByRole('heading', { name: 'Wage and Hour', level: 1 })).toBeVisible()
    })
    await ann.step('Acknowledges it', async () => {
      await ann.click(page.getByRole('button', { name: 'Acknowledge version 1' }))
      await expect(page.getByText('You acknowledged version 1.')).toBeVisible()
    })
  })

  test('Friday: a question that the assistant does not answer', async ({ portal, person }) => {
    const office = await officeFor(portal, 'Lindqvist Boats')
    const ann = await person('Client', portal, office.ann)
    const { page } = ann
    const ask = async (question: string) => {
      await ann.fill(page.getByLabel('Your question'), question)
      await ann.click(page.getByRole('button', { name: /Ask Assistant/ }))
      await expect(page.getByRole('article')).toContainText(question)
    }
    await ann.step('Asks about pay days', async () => {
      await ann.goTo('Ask HR')
      await ask('How often must hourly staff be paid?')
    })
    const question = 'Which planet has the most moons?'
    await ann.step('Asks what the library does not know', () => ask(question))
    const escalation = dialogOf(ann, 'Ask a consultant')
    await ann.step('Sends the question to the consultant', async () => {
      await ann.click(page.getByRole('button', { name: 'Ask a consultant' }))
      await ann.fill(escalation.getByLabel('Anything to add?'), 'It is for a quiz.')
      await ann.click(escalation.getByRole('button', { name: 'Ask a consultant' }))
      await expect(page.getByText(/^Sent to your consultant on /)).toBeVisible()
    })
    await ann.step('Finds it in the messages', async () => {
      await ann.goTo('Messages')
      await expect(page.getByLabel('Message thread')).toContainText(question)
    })
  })
})
