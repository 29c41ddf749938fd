// A company of two: its client sees the to-dos and shares the folder with the bookkeeper, who sees only amounts.
import { addFolder, addPerson, callerFor, demonstration, signInAs } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './portal.ts'

for (const size of ['desk', 'phone'] as const)
  test(`a client completes to-dos, and shares the folder with a bookkeeper, at the ${size}`, async ({
    portal,
    person,
  }) => {
    const admin = await callerFor(portal, demonstration('admin'))
    const consultant = await addPerson(portal, admin, { role: 'staff', firstName: 'Omar', lastName: 'Diaz' })
    const client = await addPerson(portal, admin, { role: 'client', firstName: 'Ida', lastName: 'Holm' })
    const bookkeeper = await addPerson(portal, admin, { role: 'client', firstName: 'Cora', lastName: 'Lind' })
    const { id } = await addFolder(admin, { name: 'Holm Joinery', client, staff: consultant })
    const path = `/api/client-folders/${id}`
    await admin('POST', `${path}/messages`, { content: 'Good morning, Ida.' })
    const invoice = await admin('POST', '/api/invoices', {
      clientFolderId: id,
      lineItems: [{ description: 'Consulting', quantity: 1, rate: 12_500 }],
      dueDate: '2099-12-31',
    })
    await admin('PATCH', `/api/invoices/${invoice.id}/status`, { status: 'sent' })

    const { page } = await person(size)
    await signInAs(page, portal, client)
    const waiting = page.getByRole('list', { name: 'Waiting for you' })
    await expect(page.getByRole('heading', { name: '3 items are waiting for you' })).toBeVisible()
    await expect(page.getByRole('heading', { name: /^Pay invoice INV-/ })).toBeVisible()
    await expect(waiting.getByRole('listitem')).toHaveCount(2)
    await expectAccessible(page, 'what waits')
    await expectNoSidewaysScroll(page)
    // By keyboard to the reply field; a read message is no longer pending.
    await waiting.getByRole('button', { name: /^Read the message/ }).focus()
    await page.keyboard.press('Enter')
    const messages = page.getByRole('dialog', { name: 'Messages' })
    await expect(messages.getByText('Good morning, Ida.')).toBeVisible()
    await expect(messages.getByLabel('Your message')).toBeVisible()
    await expectAccessible(page, 'messages beside the list')
    await page.keyboard.press('Escape')
    await expect(messages).toHaveCount(0)
    await expect(page.getByRole('heading', { name: '2 items are waiting for you' })).toBeVisible()
    await expect(waiting.getByRole('listitem')).toHaveCount(1)

    const add = page.getByRole('button', { name: 'Add contact' })
    await add.click()
    const dialog = page.getByRole('dialog', { name: 'Add contact' })
    await dialog.getByRole('button', { name: 'Add contact' }).click()
    await expect(dialog.getByText('Name is required')).toBeVisible()
    await dialog.getByLabel('Name').fill('Our bookkeeper')
    await dialog.getByLabel('Email').fill(bookkeeper.email)
    await dialog.getByLabel('Proposals, contracts, invoices, and statements').check()
    await dialog.getByLabel(/^Documents, document requests/).uncheck()
    await dialog.getByLabel('Messages').uncheck()
    await expectAccessible(page, 'adding a person')
    await dialog.getByRole('button', { name: 'Add contact' }).click()
    await expect(toastOf(page)).toContainText('Contact added successfully')
    await expect(page.getByRole('list', { name: 'People with access' })).toContainText('Our bookkeeper')

    const bookkeepers = await person(size)
    const theirs = bookkeepers.page
    await signInAs(theirs, portal, bookkeeper)
    await expect(theirs.getByRole('heading', { name: 'Holm Joinery' })).toBeVisible()
    await expect(theirs.getByRole('tab')).toHaveCount(0)
    await expect(theirs.getByText('No documents or messages here')).toBeVisible()
    await expect(theirs.getByRole('heading', { name: '1 item is waiting for you' })).toBeVisible()
    await expect(theirs.getByRole('heading', { name: /^Pay invoice INV-/ })).toBeVisible()
    await expectAccessible(theirs, 'a folder that somebody shares')

    // They read a proposal, and who can respond to it.
    const proposal = await admin('POST', '/api/proposals', {
      clientFolderId: id,
      title: 'Employee handbook',
      description: 'A handbook for the workshop.',
      validUntil: '2099-12-31',
      services: [{ customName: 'Handbook', estimatedHours: 1, hourlyRate: 12_500 }],
    })
    await admin('PATCH', `/api/proposals/${proposal.id}/status`, { status: 'sent' })
    await theirs.goto(`${portal.url}/proposals/${proposal.id}`)
    await expect(theirs.getByText('Only Ida Holm can approve or decline this proposal.')).toBeVisible()
    await expect(theirs.getByText('Awaiting response').first()).toBeVisible()
    await expect(theirs.getByRole('button', { name: 'Approve' })).toHaveCount(0)
    await theirs.goto(portal.url)

    // A refresh that the open page had started may get a 404.
    bookkeepers.allowFault(/404/)
    await page.getByRole('button', { name: 'Change Our bookkeeper' }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(toastOf(page)).toContainText('Contact removed successfully')
    // It disappears from the open page live.
    await expect(theirs.getByText("You don't have a client folder assigned yet.")).toBeVisible()
  })
