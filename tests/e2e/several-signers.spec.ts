// Two people of a client's company sign a contract one after the other, and a team member signs last.
import type { Page } from '@playwright/test'
import { addDocument, addFolder, addPerson, callerFor, demonstration, signInAs } from './people.ts'
import { picture } from './pictures.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, expectReceived, test, toastOf } from './portal.ts'

/** On the signing page: reads to the end, agrees, and signs. */
async function sign(page: Page, name: string, password: string) {
  await expectReceived(page)
  await page.getByRole('checkbox', { name: /^I have read/ }).check()
  await page.getByRole('textbox', { name: 'Your full name' }).fill(name)
  await page.getByLabel('Your password').fill(password)
  await page.locator('#sign-here').scrollIntoViewIfNeeded()
  await picture(page, `sign-${name.split(' ')[0]}`)
  await page.getByRole('button', { name: 'Sign contract' }).click()
}

test('two people of the client and a team member sign a contract in their order', async ({ ownPortal, person }) => {
  test.slow()
  const portal = await ownPortal()
  const admin = await callerFor(portal, demonstration('admin'))
  const staff = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Whitlock' })
  const client = await addPerson(portal, admin, { role: 'client', firstName: 'Ann', lastName: 'Bluefield' })
  const partner = await addPerson(portal, admin, { role: 'client', firstName: 'Ben', lastName: 'Ortiz' })
  const { id: folderId } = await addFolder(admin, { name: 'Bluefield Cabinet Works', client, staff })

  // The client gives a contact the right to sign.
  const home = await person()
  await signInAs(home.page, portal, client)
  await home.page.getByRole('button', { name: 'Add contact' }).click()
  const contact = home.page.getByRole('dialog', { name: 'Add contact' })
  await contact.getByLabel('Name').fill('Ben Ortiz')
  await contact.getByLabel('Email').fill(partner.email)
  await contact.getByLabel('Proposals, contracts, invoices, and statements').check()
  await contact.getByLabel(/^Can be chosen to sign/).check()
  await expectAccessible(home.page, 'giving the right to sign')
  await picture(home.page, 'contact')
  await contact.getByRole('button', { name: 'Add contact' }).click()
  await expect(toastOf(home.page)).toContainText('Contact added successfully')

  // The administrator sends a contract to both, and to a team member.
  const office = await person()
  const { page } = office
  await signInAs(page, portal, demonstration('admin'), '/contracts')
  await page.getByRole('button', { name: 'Create Contract' }).first().click()
  const dialog = page.getByRole('dialog')
  const folder = dialog.getByRole('combobox', { name: 'Client folder' })
  await folder.click()
  await folder.fill('Bluefield')
  await page.getByRole('option', { name: /Bluefield/ }).click()
  await dialog.getByLabel('Total value').fill('4500')
  const add = dialog.getByLabel('Add signer')
  await add.selectOption({ label: 'Ben Ortiz (contact)' })
  await add.selectOption({ label: 'Sam Whitlock (ProHR)' })
  await dialog.getByRole('button', { name: 'Move Ben Ortiz up' }).click()
  await dialog.getByLabel('Sign by').fill('2099-12-31')
  await expect(dialog.getByRole('listitem').first()).toContainText('Ben Ortiz')
  await expectAccessible(page, 'choosing who signs')
  await dialog.getByText('Signers, in order').scrollIntoViewIfNeeded()
  await picture(page, 'dialog')
  await dialog.getByRole('button', { name: 'Create Contract' }).click()
  await expect(toastOf(page)).toContainText('Contract created successfully')
  const [contract] = await admin<{ id: string }[]>('GET', `/api/contracts?clientFolderId=${folderId}`)
  const path = `/contracts/${contract?.id}`
  await page.goto(portal.url + path)
  await expect(page.getByText('Waiting for Ben Ortiz.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Signers' })).toContainText('Waiting')
  await expectAccessible(page, 'a contract with three signers')
  await picture(page, 'contract')

  // It isn't the client's turn yet.
  await home.page.goto(`${portal.url}${path}/sign`)
  await expect(home.page.getByText(/It isn’t your turn to sign yet. Waiting for Ben Ortiz/)).toBeVisible()
  await expectNoSidewaysScroll(home.page)
  await picture(home.page, 'waiting')

  const partnersHome = await person()
  await signInAs(partnersHome.page, portal, partner, `${path}/sign`)
  await sign(partnersHome.page, 'Ben Ortiz', partner.password)
  await expect(partnersHome.page.getByText(/You’ve signed it. Waiting for Ann Bluefield/)).toBeVisible()

  // The client's page follows without being loaded again.
  await expect(home.page.getByRole('heading', { name: 'Sign this contract' })).toBeVisible()
  await sign(home.page, 'Ann Bluefield', client.password)
  await expect(home.page.getByRole('heading', { name: 'Signed' })).toBeVisible()
  await expect(home.page.getByRole('link', { name: 'Certificate' })).toBeVisible()
  await expect(page.getByText(/Ben Ortiz and Ann Bluefield signed it on/)).toBeVisible()

  const team = await person()
  await signInAs(team.page, portal, staff, path)
  await team.page.getByRole('link', { name: 'Sign contract' }).click()
  await expect(team.page.getByRole('button', { name: 'Decline' })).toHaveCount(0)
  await sign(team.page, 'Sam Whitlock', staff.password)
  await expect(team.page.getByRole('heading', { name: 'Signed' })).toBeVisible()
  await expect(team.page.getByRole('link', { name: 'Certificate' })).toBeVisible()
  await picture(team.page, 'signed')
  await page.goto(portal.url + path)
  await expect(page.getByRole('list', { name: 'Signers' }).getByText(/^Signed/)).toHaveCount(3)
  await expect(page.getByText(/Ben Ortiz, Ann Bluefield, and Sam Whitlock signed it on/)).toBeVisible()
  await picture(page, 'contract-signed')
})

test('the team chooses another signer after one lost the right to sign', async ({ portal, person }) => {
  test.slow()
  const admin = await callerFor(portal, demonstration('admin'))
  const staff = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Whitlock' })
  const client = await addPerson(portal, admin, { role: 'client', firstName: 'Ann', lastName: 'Bluefield' })
  const partner = await addPerson(portal, admin, { role: 'client', firstName: 'Ben', lastName: 'Ortiz' })
  const { id: clientFolderId } = await addFolder(admin, { name: 'Bluefield Cabinet Works', client, staff })
  const rights = { money: true, documents: true, messages: true, sign: true }
  const contacts = `/api/client-folders/${clientFolderId}/contacts`
  const contact = await admin('POST', contacts, { name: 'Ben Ortiz', email: partner.email, ...rights })
  const signers = [{ userId: partner.id, position: 1 }]
  const facts = { clientName: 'Ann Bluefield', clientEmail: client.email, totalValue: 450_000, startDate: '2026-12-01' }
  await admin('POST', '/api/contracts', { clientFolderId, ...facts, signers, signBy: '2099-12-31' })
  const consultant = await callerFor(portal, staff)
  const document = await addDocument(portal, consultant, clientFolderId)
  await consultant('PATCH', `/api/documents/${document.id}`, { requiresSignature: true, signers })
  // The client, since no one is notified of their own change.
  await (
    await callerFor(portal, client)
  )('DELETE', `/api/folder-contacts/${contact.id}`)

  /** From the notification to the new signer. */
  const replaceIn = async (page: Page, name: string) => {
    const notification = page.getByRole('link', { name: `Ben Ortiz can no longer sign ${name}` })
    await expect(notification).toBeVisible()
    await picture(page, `lost-signer-notification-${name}`)
    await notification.click()
    const dialog = page.getByRole('dialog', { name: 'Change signers?' })
    await expect(dialog.getByText('Someone who can’t sign anymore')).toBeVisible()
    await expectAccessible(page, `changing the signers of a ${name}`)
    await expectNoSidewaysScroll(page)
    await picture(page, `lost-signer-dialog-${name}`)
    await dialog.getByRole('button', { name: 'Remove Someone who can’t sign anymore' }).click()
    await dialog.getByLabel('Add signer').selectOption({ label: 'Ann Bluefield (client)' })
    await dialog.getByRole('button', { name: 'Save signers' }).click()
    await expect(toastOf(page)).toContainText('Signers updated')
    await expect(dialog).toHaveCount(0)
    await expect(page).not.toHaveURL(/open=/)
  }
  const office = await person()
  await signInAs(office.page, portal, demonstration('admin'), '/notifications')
  await replaceIn(office.page, 'contract')
  await expect(office.page.getByText('Waiting for Ann Bluefield.')).toBeVisible()
  const desk = await person()
  await signInAs(desk.page, portal, staff, '/notifications')
  await replaceIn(desk.page, 'document')
})
