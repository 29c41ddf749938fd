// The main job, with a visitor, staff, and a client in separate browsers, the client on a phone.
import { callerFor, demonstration, emailsOf } from './people.ts'
import { pdf } from '../samples.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test, toastOf } from './portal.ts'

test('a visitor submits a request, staff create a folder, and the client and staff work in it, live', async ({
  portal,
  person,
}) => {
  const business = 'Shenandoah Valley Dental'

  // A visitor on a phone submits a request.
  const visitor = await person('phone')
  await visitor.page.goto(portal.url)
  await expectAccessible(visitor.page, 'the landing page')
  await expectNoSidewaysScroll(visitor.page)

  // Staff have their dashboard open.
  const staff = await person('desk')
  await signIn(staff.page, portal, 'staff')
  await expect(staff.page.getByRole('heading', { name: 'Staff Dashboard' })).toBeVisible()
  await expectAccessible(staff.page, 'the staff dashboard')

  await visitor.page.getByRole('link', { name: 'Get Started' }).first().click()
  await visitor.page.getByRole('button', { name: 'Submit request' }).click()
  await expect(visitor.page.getByText('Please select at least one service')).toBeVisible()
  await visitor.page.getByLabel('Business name').fill(business)
  await visitor.page.getByLabel('First name').fill('Priya')
  await visitor.page.getByLabel('Last name').fill('Raman')
  await visitor.page.getByLabel('Email').fill('priya@dental.example')
  await visitor.page.getByLabel('Phone').fill('(540) 555-0117')
  await visitor.page.getByRole('checkbox', { name: /HR Consulting/ }).check()
  await visitor.page
    .getByLabel('What do you need help with?')
    .fill('A first handbook, and coaching for a new office manager.')
  await visitor.page.getByLabel('What are your business goals?').fill('Open a second practice in spring.')
  await visitor.page.getByRole('button', { name: 'Submit request' }).click()
  await expect(visitor.page.getByRole('heading', { name: /We will contact you within 24 hours/ })).toBeVisible()

  // It appears live; staff accept it and create a folder from it without typing anything again.
  const row = staff.page.getByRole('listitem').filter({ hasText: business })
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: 'Accept Request' }).click()
  await expect(toastOf(staff.page)).toContainText('Service request updated successfully')
  const accepted = staff.page.getByRole('status').filter({ hasText: `${business} accepted.` })
  await accepted.getByRole('button', { name: 'Create folder' }).click()
  await expect(staff.page.getByLabel('Client name')).toHaveValue(business)
  await expectAccessible(staff.page, 'the form of a new client')
  await staff.page.getByRole('button', { name: 'Create folder' }).click()
  await expect(staff.page.getByRole('heading', { name: business })).toBeVisible()
  await expectAccessible(staff.page, 'the folder, for staff')

  // An administrator finds the invitation in the email log, because this portal has no mail server.
  const admin = await person('desk')
  await signIn(admin.page, portal, 'admin')
  await expect(admin.page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  await expectAccessible(admin.page, 'the admin dashboard')
  const emails = await emailsOf(await callerFor(portal, demonstration('admin')), '?q=priya')
  const email = emails.find(({ text }) => text.includes('/invitation/'))
  const invitation = /\/invitation\/\S+/.exec(email?.text ?? '')?.[0] ?? ''

  // The client, on a phone, chooses a password and sees the folder.
  const client = await person('phone')
  await client.page.goto(portal.url + invitation)
  await expectAccessible(client.page, 'the invitation')
  await client.page
    .getByLabel(/password/i)
    .first()
    .fill('seven kettles near a window')
  await client.page
    .getByRole('button', { name: /password|folder|account/i })
    .last()
    .click()
  await expect(client.page.getByRole('heading', { name: 'Client Dashboard' })).toBeVisible()
  await expect(client.page.getByText(business).first()).toBeVisible()
  await expect(client.page.getByText('No assignments yet')).toBeVisible()
  await expectAccessible(client.page, 'the client dashboard')
  await expectNoSidewaysScroll(client.page)

  // The client uploads a document.
  await client.page.getByRole('tab', { name: /Upload Files/ }).click()
  const chooser = client.page.waitForEvent('filechooser')
  await client.page.getByRole('button', { name: /Choose files/ }).click()
  await (await chooser).setFiles({ name: 'Salary bands.pdf', mimeType: 'application/pdf', buffer: pdf('Salary bands') })
  await client.page.getByRole('button', { name: 'Upload file' }).click()
  await expect(toastOf(client.page)).toContainText('Document uploaded successfully')
  await expectAccessible(client.page, 'uploading')

  // Staff see it arrive, send a message, and create an assignment.
  await staff.page.getByRole('tab', { name: /Documents/ }).click()
  await expect(staff.page.getByText('Salary bands.pdf').first()).toBeVisible()
  await staff.page.getByRole('tab', { name: /Messages/ }).click()
  await client.page.getByRole('tab', { name: /Messages/ }).click()
  await expect(client.page.getByText('No messages yet')).toBeVisible()
  await staff.page.getByLabel('Your message').fill('Thank you. I’ll have a draft on Monday.')
  await staff.page.getByRole('button', { name: /Send/ }).click()
  await expect(client.page.getByText('I’ll have a draft on Monday.').first()).toBeVisible()
  await client.page.getByLabel('Your message').fill('Wonderful.')
  await client.page.getByRole('button', { name: /Send/ }).click()
  await expect(staff.page.getByText('Wonderful.', { exact: true })).toBeVisible()
  await expectAccessible(client.page, 'the thread')

  await staff.page.getByRole('tab', { name: /Assignments/ }).click()
  await staff.page
    .getByRole('button', { name: /New assignment/ })
    .first()
    .click()
  await staff.page.getByRole('dialog').getByLabel('Title').fill('Read the draft handbook')
  await staff.page.getByRole('dialog').getByLabel('Description').fill('Mark what does not fit your practice.')
  await expectAccessible(staff.page, 'the dialog of an assignment')
  await staff.page
    .getByRole('dialog')
    .getByRole('button', { name: /Create|Give/ })
    .click()
  await client.page.getByRole('tab', { name: /Assignments/ }).click()
  const assignments = client.page.getByRole('tabpanel', { name: 'Assignments' })
  await expect(assignments.getByText('Read the draft handbook', { exact: true })).toBeVisible()
  await client.page.getByRole('button', { name: /View Details/ }).click()
  await client.page
    .getByRole('dialog')
    .getByRole('button', { name: /done|Complete/i })
    .click()
  await expect(staff.page.getByText('Completed').first()).toBeVisible()
})
