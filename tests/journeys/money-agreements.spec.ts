// Money on both sides, first part: proposals, contracts, installments, and recurring invoices.
import { addPerson, demonstration } from '../e2e/people.ts'
import { inDays } from '../e2e/portal.ts'
import { addAdministrator, officeFor, signedContract } from './offices.ts'
import { expect, type Person, test } from './recorder.ts'
import { confirm, dialogOf, expectToast, openPart, sign, workItem } from './screens.ts'

const billing = 'Agreements and billing'

/** From the client's home page. */
const openContract = (client: Person) =>
  client.step('Opens the contract', async () => {
    await client.click(client.page.getByRole('main').getByRole('link', { name: /^Sign/ }).last())
    await expect(client.page.getByRole('heading', { name: /^Contract PROHR-/, level: 1 })).toBeVisible()
  })

test.describe('Money: agreements', () => {
  test('a proposal with optional services is approved, and becomes a contract', async ({ portal, person }) => {
    const office = await officeFor(portal, 'Lindqvist Tannery')
    const alice = await addAdministrator(portal, office.admin)
    const title = 'Handbook for the tannery'
    const sam = await person('Consultant', portal, office.sam, `/client-folders/${office.folderId}`)
    const form = dialogOf(sam, 'Create Proposal')
    await sam.step('Opens the form in the folder', async () => {
      await openPart(sam, billing)
      await sam.click(sam.page.getByRole('button', { name: 'Create Proposal' }))
      await sam.fill(form.getByLabel('Title'), title)
      await sam.fill(form.getByLabel('Description').first(), 'A handbook, and more if you want it.')
      await sam.fill(form.getByLabel('Valid until'), inDays(30))
    })
    const services = [
      ['Handbook', '125'],
      ['Supervisor training', '150.50'],
      ['Pay audit', '99'],
    ] as const
    for (const [index, [service, rate]] of services.entries())
      await sam.step(index === 0 ? 'Adds a service' : 'Adds an optional service', async () => {
        const line = form.getByRole('group', { name: `Line ${index + 1}`, exact: true })
        await sam.click(form.getByRole('button', { name: 'Add a custom line' }))
        await sam.fill(line.getByLabel('Service'), service)
        await sam.fill(line.getByLabel('Hours'), '10')
        await sam.fill(line.getByLabel('Rate'), rate)
        if (index > 0) await sam.click(line.getByRole('checkbox', { name: /^Optional/ }))
      })
    await sam.step('Creates the proposal', async () => {
      await expect(form.getByText('$3,745.00 with optional services')).toBeVisible()
      await sam.click(form.getByRole('button', { name: 'Create Proposal' }))
      await expect(form).toBeHidden()
    })
    await sam.step('Sends it', async () => {
      await sam.click(sam.page.getByRole('link', { name: title }))
      await confirm(sam, 'Send to client', 'Send proposal')
      await expectToast(sam, 'Proposal sent successfully')
    })

    const ann = await person('Client', portal, office.ann)
    const proposal = dialogOf(ann, title)
    await ann.step('Opens the proposal', async () => {
      await ann.click(ann.page.getByRole('button', { name: /^Review/ }))
      await expect(proposal.getByRole('article')).toContainText('Pay audit')
    })
    await ann.step('Chooses an optional service', async () => {
      await ann.click(proposal.getByRole('checkbox', { name: 'Supervisor training (optional)' }))
      await expect(proposal.getByLabel('Total of this proposal')).toHaveText('$2,755.00')
    })
    const answer = dialogOf(ann, 'Approve this proposal')
    await ann.step('Approves it', async () => {
      await ann.click(proposal.getByRole('button', { name: 'Approve', exact: true }))
      await ann.click(answer.getByRole('button', { name: 'Approve proposal' }))
      await expectToast(ann, 'Proposal approved successfully')
    })

    const administrator = await person('Administrator', portal, alice)
    const contract = dialogOf(administrator, 'Create contract')
    await administrator.step('Opens the approved proposal', async () => {
      await administrator.click(workItem(administrator, title).getByRole('button', { name: /^Create contract/ }))
      await expect(dialogOf(administrator, title).getByRole('article')).toContainText('Supervisor training')
    })
    await administrator.step('Creates the contract', async () => {
      await administrator.click(dialogOf(administrator, title).getByRole('button', { name: 'Create contract' }))
      await administrator.click(contract.getByRole('button', { name: 'Create contract' }))
      await expect(administrator.page.getByRole('heading', { name: /^Contract PROHR-/, level: 1 })).toBeVisible()
      await expect(administrator.page.getByRole('article')).toContainText('$2,755.00')
    })
  })

  test('a contract is signed by the firm and by two people of the client', async ({ ownPortal, person }) => {
    const portal = await ownPortal()
    const office = await officeFor(portal, 'Bluefield Cabinet Works')
    const { admin, ann: annsAccount, folderId, name } = office
    await admin('PATCH', '/api/firm-settings', { contracts: { firmSigns: true } })
    const bensAccount = await addPerson(portal, admin, { role: 'client', firstName: 'Ben', lastName: 'Ortiz' })
    const rights = { money: true, documents: true, messages: true, sign: true }
    const contact = { name: 'Ben Ortiz', email: bensAccount.email, ...rights }
    await admin('POST', `/api/client-folders/${folderId}/contacts`, contact)

    const administrator = await person('Administrator', portal, demonstration('admin'))
    const { page } = administrator
    const form = dialogOf(administrator, 'Create Contract')
    await administrator.step('Opens the form of a contract', async () => {
      await administrator.goTo('Contracts')
      await administrator.click(page.getByRole('button', { name: 'Create Contract' }).first())
      await administrator.pick(form.getByRole('combobox', { name: 'Client folder' }), 'Bluefield', new RegExp(name))
      await administrator.fill(form.getByLabel('Total value'), '4500')
    })
    await administrator.step('Chooses two signers, signs for the firm, and sends it', async () => {
      await administrator.choose(form.getByLabel('Add signer'), 'Ben Ortiz (contact)')
      await administrator.fill(form.getByLabel('Your password'), demonstration('admin').password)
      await administrator.click(form.getByRole('button', { name: 'Sign and send' }))
      await expectToast(administrator, 'Contract created successfully')
      await expect(form).toBeHidden()
    })

    const ann = await person('Client', portal, annsAccount)
    await openContract(ann)
    await ann.step('Signs it', async () => {
      await sign(ann, annsAccount.password)
      await expect(ann.page.getByText(/You’ve signed it. Waiting for Ben Ortiz/)).toBeVisible()
    })
    const ben = await person('Second signer', portal, bensAccount)
    await openContract(ben)
    await ben.step('Signs it as the last one', async () => {
      await sign(ben, bensAccount.password)
      await expect(ben.page.getByRole('heading', { name: 'Signed', level: 1 })).toBeVisible()
    })
    await administrator.step('Sees that all have signed', async () => {
      await administrator.click(page.getByRole('link', { name: /^PROHR-/ }).first())
      await expect(page.getByText(/Ann Lindqvist and Ben Ortiz signed it on/)).toBeVisible()
    })
  })

  test('a signed contract is billed in installments', async ({ portal, person }) => {
    const office = await officeFor(portal, 'Bristow Sailmakers')
    const { id } = await signedContract(portal, office)
    const alice = await addAdministrator(portal, office.admin)
    const administrator = await person('Administrator', portal, alice, `/contracts/${id}`)
    const { page } = administrator
    const form = dialogOf(administrator, 'Create Invoice')
    await administrator.step('Chooses installments', async () => {
      await administrator.click(page.getByRole('button', { name: 'Create invoice', exact: true }))
      await administrator.click(form.getByRole('radio', { name: /^Installments/ }))
      await expect(form.getByRole('list', { name: 'Installments' }).getByRole('listitem')).toHaveCount(3)
    })
    await administrator.step('Creates the invoices', async () => {
      await administrator.click(form.getByRole('button', { name: 'Create invoices' }))
      await expectToast(administrator, '3 draft invoices created')
      await expect(page.locator('#invoices').getByRole('listitem')).toHaveCount(3)
    })
    await administrator.step('Sends the first one', async () => {
      await administrator.click(page.locator('#invoices').getByRole('link').first())
      await confirm(administrator, 'Send invoice')
      await expectToast(administrator, 'Invoice sent')
    })
    const ann = await person('Client', portal, office.ann)
    await ann.step('Finds it under Agreements', async () => {
      await ann.goTo('Agreements')
      const agreements = ann.page.getByRole('list', { name: 'Agreements' })
      await ann.click(agreements.getByRole('link', { name: /^Invoice INV-/ }))
      await expect(ann.page.getByRole('navigation', { name: 'Related agreements' })).toContainText('PROHR-')
    })
  })

  test('invoices repeat every three months', async ({ portal, person }) => {
    const office = await officeFor(portal, 'Lindqvist Foundry')
    const alice = await addAdministrator(portal, office.admin)
    const administrator = await person('Administrator', portal, alice, `/client-folders/${office.folderId}`)
    const { page } = administrator
    const form = dialogOf(administrator, 'New recurring invoices')
    await administrator.step('Opens the form', async () => {
      await openPart(administrator, billing, 'Recurring')
      await administrator.click(page.getByRole('button', { name: 'New recurring invoices' }))
      await expect(form.getByLabel('Repeats')).toBeVisible()
    })
    await administrator.step('Fills it in', async () => {
      await administrator.choose(form.getByLabel('Repeats'), 'Every 3 months')
      await administrator.fill(form.getByLabel('Day of the month'), '15')
      await administrator.click(form.getByRole('button', { name: 'Add line' }))
      const line = form.getByRole('group', { name: 'Line 1', exact: true })
      await administrator.fill(line.getByLabel('Description'), 'HR on call, quarterly')
      await administrator.fill(line.getByLabel('Rate'), '1500')
    })
    await administrator.step('Creates the plan', async () => {
      await administrator.click(form.getByRole('button', { name: 'Create recurring invoices' }))
      await expectToast(administrator, 'Recurring invoices created')
      await expect(page.getByRole('list', { name: 'Recurring invoices' })).toContainText('HR on call, quarterly')
    })
  })
})
