// A week of a consultant, one journey for each day; Wednesday is in consultant-billing.spec.ts.
import { addFolder, addPerson, openBooking } from '../e2e/people.ts'
import { inDays, itemsOf } from '../e2e/portal.ts'
import { fileOf, officeFor } from './offices.ts'
import { expect, test } from './recorder.ts'
import { chooseTime, confirm, dialogOf, expectToast, openPart, workItem } from './screens.ts'

test.describe('A consultant’s week', () => {
  test('Monday: the work queue, a reply, and requests for documents', async ({ portal, person }) => {
    const office = await officeFor(portal, 'Bristow Boatyard')
    const { folderId, name } = office
    const question = 'When can we start with the handbook?'
    await office.client('POST', `/api/client-folders/${folderId}/messages`, { content: question })
    await office.team('POST', `/api/client-folders/${folderId}/assignments`, {
      title: 'Name a contact for payroll',
      description: 'Who answers our questions about pay?',
      dueDate: inDays(0),
    })
    const sam = await person('Consultant', portal, office.sam)
    const { page } = sam
    const conversation = dialogOf(sam, name)
    await sam.stepOf('Reply to a message', 'Opens the message in the work queue', async () => {
      await sam.click(workItem(sam, question).getByRole('button', { name: /^Reply/ }))
      await expect(conversation.getByLabel('Message thread')).toContainText(question)
    })
    await sam.stepOf('Reply to a message', 'Replies', async () => {
      await sam.fill(conversation.getByLabel('Your message'), 'On Monday. I’ll send you a list of documents today.')
      await sam.click(conversation.getByRole('button', { name: 'Send message' }))
      await expect(conversation.getByLabel('Message thread')).toContainText('I’ll send you a list')
    })
    await sam.step('Closes the conversation, and is back at the queue', async () => {
      await sam.click(conversation.getByRole('button', { name: 'Close', exact: true }).first())
      await expect(conversation).toBeHidden()
      await expect(workItem(sam, question)).toHaveCount(0)
    })
    await sam.step('Opens the client’s folder', async () => {
      await sam.goTo('Clients')
      await sam.click(page.getByRole('link', { name: new RegExp(`^${name}`) }))
      await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    })
    const request = dialogOf(sam, 'Request a document')
    await sam.stepOf('Request a document', 'Requests a document', async () => {
      await openPart(sam, 'Documents', 'Requests')
      await sam.click(page.getByRole('button', { name: 'Request a document' }))
      await sam.fill(request.getByLabel('Title'), 'Current employee handbook')
      await sam.click(request.getByRole('button', { name: 'Request document' }))
      await expectToast(sam, 'Document request created successfully')
    })
    const several = dialogOf(sam, 'Request several documents')
    await sam.step('Requests a set of documents', async () => {
      await sam.click(page.getByRole('button', { name: 'Request several' }))
      await sam.choose(several.getByLabel('Set'), 'Records check')
      await sam.click(several.getByRole('button', { name: /^Request \d+ documents$/ }))
      await expectToast(sam, /\d+ documents requested/)
    })
  })

  test('Tuesday: documents to sign, and a proposal from a template', async ({ portal, person }) => {
    const office = await officeFor(portal, 'Proposer Pianos')
    const { admin, folderId, name } = office
    const ben = await addPerson(portal, admin, { role: 'client', firstName: 'Ben', lastName: 'Ortiz' })
    const rights = { money: true, documents: true, messages: true, sign: true }
    const contact = { name: 'Ben Ortiz', email: ben.email, ...rights }
    await admin('POST', `/api/client-folders/${folderId}/contacts`, contact)
    const sam = await person('Consultant', portal, office.sam, `/client-folders/${folderId}`)
    const { page } = sam
    await sam.stepOf('Upload a document for signature', 'Uploads a document to be signed by the client', async () => {
      await openPart(sam, 'Documents', 'Upload Files')
      await sam.upload(page.getByRole('button', { name: 'Choose files' }), fileOf('Leave policy.pdf'))
      await sam.click(page.getByRole('checkbox', { name: /^Request the client’s signature/ }))
      await sam.click(page.getByRole('button', { name: 'Upload file', exact: true }))
      await expectToast(sam, 'Document uploaded successfully')
    })
    await sam.step('Uploads another document', async () => {
      await sam.click(page.getByRole('navigation', { name: 'Documents' }).getByRole('button', { name: /^Documents/ }))
      await sam.upload(page.getByRole('button', { name: 'Add files' }), fileOf('Code of conduct.pdf'))
      await expect(itemsOf(page, 'Documents').filter({ hasText: 'Code of conduct.pdf' })).toBeVisible()
    })
    const signers = dialogOf(sam, 'Request signatures?')
    await sam.step('Requests the signatures of two people', async () => {
      await sam.click(page.getByRole('button', { name: 'More about Code of conduct.pdf' }))
      await sam.click(page.getByRole('menuitem', { name: 'Request signature' }))
      await sam.choose(signers.getByLabel('Add signer'), 'Ben Ortiz (contact)')
      await sam.click(signers.getByRole('button', { name: 'Request signatures' }))
      await expectToast(sam, 'Signature requested')
    })
    const title = 'Handbook and supervisor training'
    const proposal = dialogOf(sam, 'Create Proposal')
    await sam.stepOf('Create and send a proposal', 'Opens the form of a proposal', async () => {
      await sam.goTo('Proposals')
      await sam.click(page.getByRole('button', { name: 'Create Proposal' }).first())
      await expect(proposal.getByLabel('Title')).toBeVisible()
    })
    await sam.stepOf('Create and send a proposal', 'Fills it in from a template', async () => {
      await sam.pick(proposal.getByRole('combobox', { name: 'Client folder' }), name, new RegExp(name))
      await sam.fill(proposal.getByLabel('Valid until'), inDays(30))
      await sam.fill(proposal.getByLabel('Title'), title)
      await sam.fill(proposal.getByLabel('Description').first(), 'A handbook, and two days of training.')
      await sam.click(proposal.getByRole('button', { name: 'Add a custom line' }))
      const line = proposal.getByRole('group', { name: 'Line 1', exact: true })
      await sam.fill(line.getByLabel('Service'), 'Handbook')
      await sam.fill(line.getByLabel('Hours'), '24')
      await sam.fill(line.getByLabel('Rate'), '125')
      await sam.choose(proposal.getByLabel('Template'), 'Project terms')
      await sam.click(proposal.getByLabel('On-site days'))
    })
    await sam.stepOf('Create and send a proposal', 'Creates it', async () => {
      await sam.click(proposal.getByRole('button', { name: 'Create Proposal' }))
      await expectToast(sam, 'Proposal created successfully')
      await expect(proposal).toBeHidden()
    })
    await sam.stepOf('Create and send a proposal', 'Opens and sends it', async () => {
      await sam.click(itemsOf(page, 'Proposals').getByRole('link', { name: title }))
      await confirm(sam, 'Send to client', 'Send proposal')
      await expectToast(sam, 'Proposal sent successfully')
    })
  })

  test('Thursday: tasks, a job, and a message to several clients', async ({ portal, person }) => {
    const office = await officeFor(portal, 'Larkspur Bakery')
    const { admin, ann, sam: samsAccount, folderId, name } = office
    await addFolder(admin, { name: 'Larkspur Brewery', client: ann, staff: samsAccount })
    await admin('POST', '/api/job-templates', {
      name: 'Leave policy check',
      steps: [
        { kind: 'task', title: 'Compare the leave policy with the law', dueInDays: 10 },
        { kind: 'document-request', title: 'Current leave policy' },
      ],
    })
    const sam = await person('Consultant', portal, samsAccount, `/client-folders/${folderId}`)
    const { page } = sam
    await sam.stepOf('Create a task', 'Creates a task in the folder', async () => {
      await sam.fill(page.getByRole('textbox', { name: 'Add a task for yourself' }), 'Call about the leave policy')
      await sam.press('Enter')
      await expectToast(sam, 'Task created')
    })
    const job = dialogOf(sam, 'Start a job')
    await sam.step('Starts a job from a template', async () => {
      await sam.click(page.getByRole('button', { name: 'Start a job' }))
      await sam.choose(job.getByLabel('Template'), 'Leave policy check')
      await expect(job.getByRole('region', { name: 'What will be created' }).getByRole('listitem')).toHaveCount(2)
      await sam.click(job.getByRole('button', { name: 'Start job' }))
      await expectToast(sam, 'Job started: 1 task and 1 document request created')
    })
    await sam.step('Opens the board of tasks', async () => {
      await sam.goTo('Tasks')
      await sam.click(page.getByRole('button', { name: 'Board' }))
      await expect(page.getByRole('region', { name: 'To do' })).toContainText('Call about the leave policy')
    })
    await sam.step('Starts a task on the board', async () => {
      const card = page.getByRole('region', { name: 'To do' }).getByRole('listitem').filter({ hasText: 'Call about' })
      await sam.click(card.getByRole('button', { name: /^Start/ }))
      await expect(page.getByRole('region', { name: 'In progress' })).toContainText('Call about the leave policy')
    })
    await sam.step('Finds the clients of a message', async () => {
      await sam.goTo('Clients')
      await sam.fill(page.getByLabel('Search client folders'), 'Larkspur')
      if (!sam.isPhone) await expect(page.getByRole('button', { name: 'Clear filters' })).toBeVisible()
      await expect(itemsOf(page, 'Client folders')).toHaveCount(2)
    })
    const message = dialogOf(sam, 'Send a message to 2 clients')
    await sam.step('Opens the message', async () => {
      if (sam.isPhone) {
        await sam.click(page.getByRole('button', { name: 'Filters' }))
        await sam.click(page.getByRole('button', { name: 'Send to all matching' }))
        await sam.click(page.getByRole('menuitem', { name: 'Send message' }))
      } else {
        await sam.click(page.getByLabel('Select all client folders'))
        await sam.click(page.getByRole('button', { name: 'Actions', exact: true }))
        await sam.click(page.getByRole('menuitem', { name: 'Send message (2)' }))
      }
      await expect(message).toBeVisible()
    })
    await sam.step('Sends it, and watches its progress', async () => {
      await sam.fill(message.getByRole('textbox', { name: 'Message' }), 'Our office is closed on Friday.')
      await sam.click(message.getByRole('button', { name: 'Send message' }))
      await expect(page.getByText('2 of 2 done')).toBeVisible()
    })
    await sam.step('Opens the folder again', async () => {
      await sam.click(page.getByRole('list', { name: 'Recipients' }).getByRole('link', { name }))
      await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    })
  })

  test('Friday: an appointment, a law update, reminders, and the report', async ({ ownPortal, person }) => {
    const portal = await ownPortal()
    const office = await officeFor(portal, 'Potomac Millwork')
    const { admin, folderId, name } = office
    await openBooking(admin, office.sam)
    await admin('PATCH', `/api/client-folders/${folderId}`, { headCount: 30, sector: 'private' })
    const requests = `/api/client-folders/${folderId}/document-requests`
    await office.team('POST', requests, { title: 'Payroll registers', dueDate: inDays(5) })
    const sam = await person('Consultant', portal, office.sam, `/client-folders/${folderId}`)
    const { page } = sam
    const booking = dialogOf(sam, `Book an appointment with ${name}`)
    await sam.stepOf('Book an appointment', 'Books an appointment with the client', async () => {
      await sam.click(page.getByRole('button', { name: 'Book appointment' }))
      await sam.fill(booking.getByLabel('What is it about?'), 'The leave policy')
      await chooseTime(sam, booking)
      await sam.click(booking.getByRole('button', { name: 'Book appointment' }))
      await expectToast(sam, 'Appointment booked')
    })
    await sam.step('Looks at the coming law updates', async () => {
      await sam.goTo('Law updates')
      await expect(page.getByRole('list', { name: 'Upcoming' })).toBeVisible()
    })
    const change = 'Paid sick leave for employers with 25 or more'
    const update = dialogOf(sam, 'Send a law update to 1 client')
    await sam.step('Opens the message to the affected clients', async () => {
      await sam.click(page.getByRole('button', { name: `Notify clients about ${change}` }))
      await expect(update.getByRole('textbox', { name: 'Message' })).toHaveValue(new RegExp(change))
    })
    await sam.step('Sends it', async () => {
      await sam.click(update.getByRole('button', { name: 'Send law update' }))
      await expect(page.getByText('1 of 1 done')).toBeVisible()
    })
    await sam.step('Sees which reminders the portal will send', async () => {
      await sam.goTo('Follow-up')
      await expect(page.getByText('Payroll registers').first()).toBeVisible()
    })
    await sam.step('Reads the report of the week', async () => {
      await sam.goTo('Reports')
      await expect(page.getByRole('heading', { name: 'Reports', level: 1 })).toBeVisible()
    })
  })
})
