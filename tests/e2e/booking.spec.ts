// Booking an appointment: a visitor on the public site, and a client with their consultant.
import type { Locator, Page } from '@playwright/test'
import { openEveryDay } from '../bookings.ts'
import { addFolder, addPerson, callerFor, demonstration, emailsOf, openBooking, signInAs } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './portal.ts'

/** Chooses a time of the second day that is offered, since the first may be almost over. */
async function chooseTime(scope: Page | Locator, at: number) {
  const day = scope.getByRole('radiogroup', { name: 'Time (Eastern Time)' }).locator('details').nth(1)
  await day.locator('summary').click()
  await day.getByRole('radio').nth(at).check()
}

for (const device of ['desk', 'phone'] as const)
  test(`a visitor books, reschedules, and cancels an appointment, at the ${device}`, async ({ ownPortal, person }) => {
    const portal = await ownPortal()
    const admin = await callerFor(portal, demonstration('admin'))
    const { page } = await person(device)
    await page.goto(portal.url)
    await expect(page.getByRole('link', { name: 'Book an appointment' })).toHaveCount(0)

    const staff = await addPerson(portal, admin, { role: 'staff', firstName: 'Tess', lastName: 'Rivers' })
    await openBooking(admin, staff)
    await page.reload()
    await page.getByRole('link', { name: 'Book an appointment' }).click()
    await expect(page).toHaveURL(`${portal.url}/book`)
    const form = page.getByRole('form', { name: 'Book an appointment' })
    await form.getByRole('button', { name: 'Book appointment' }).click()
    await expect(form.getByLabel('Your name')).toHaveAccessibleDescription('Enter your name.')
    await expect(form.getByRole('radiogroup', { name: 'Time (Eastern Time)' })).toBeFocused()
    await expect(form.getByText('Choose a time.')).toBeVisible()
    await expectAccessible(page, `the booking page with what is missing, ${device}`)
    await expectNoSidewaysScroll(page)

    await chooseTime(form, 5)
    await form.getByLabel('Your name').fill('Lena Brook')
    await form.getByLabel('Email').fill('lena@oysters.example')
    await form.getByLabel('What is it about?').fill('A handbook for nine employees.')
    await form.getByRole('button', { name: 'Book appointment' }).click()
    await expect(page.getByRole('heading', { name: 'Your appointment is booked' })).toBeFocused()
    await expect(page.getByRole('main')).toContainText('with Tess Rivers')
    await expect(page.getByLabel('Your private link')).toHaveValue(/\/bookings\/[\w-]{43}$/)
    await expectAccessible(page, `a booked appointment, ${device}`)

    await page.getByRole('link', { name: 'View appointment' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your appointment')
    await expect(page.getByRole('main')).not.toContainText('Lena')
    const another = page.getByRole('button', { name: 'Choose another time' })
    await expect(another).toBeVisible()
    const before = await page.getByRole('status').first().innerText()
    await another.click()
    const dialog = page.getByRole('dialog', { name: 'Choose another time' })
    await chooseTime(dialog, 9)
    await expectAccessible(page, `another time, ${device}`)
    await dialog.getByRole('button', { name: 'Reschedule' }).click()
    await expect(toastOf(page)).toContainText('Appointment rescheduled')
    await expect(page.getByRole('status').first()).not.toHaveText(before)

    await page.getByRole('button', { name: 'Cancel appointment' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel appointment' }).click()
    await expect(toastOf(page)).toContainText('Appointment canceled')
    await expect(another).toHaveCount(0)
    await expect(page.getByText('Canceled', { exact: true })).toBeVisible()
    await expectNoSidewaysScroll(page)
  })

test('a client books their consultant, who cancels with a reason', async ({ ownPortal, person }) => {
  const portal = await ownPortal()
  const admin = await callerFor(portal, demonstration('admin'))
  const staff = await addPerson(portal, admin, { role: 'staff', firstName: 'Tess', lastName: 'Rivers' })
  const client = await addPerson(portal, admin, { role: 'client', firstName: 'Ann', lastName: 'Booker' })
  await addFolder(admin, { name: 'Potomac Millwork', staff, client })
  await admin('PATCH', '/api/firm-settings', { officeHours: openEveryDay })

  const dana = await person()
  await signInAs(dana.page, portal, demonstration('admin'), '/firm-settings?tab=booking')
  await dana.page.getByLabel('Online booking').selectOption({ label: 'In the portal' })
  await dana.page.getByLabel('Length (minutes)').fill('5')
  await dana.page.getByRole('button', { name: 'Save changes' }).click()
  await expect(dana.page.getByLabel('Length (minutes)')).toHaveAccessibleDescription(
    'Enter a number of minutes from 15 to 120.',
  )
  await dana.page.getByLabel('Length (minutes)').fill('30')
  await expectAccessible(dana.page, 'the settings of booking')
  await dana.page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toastOf(dana.page)).toContainText('Booking settings saved')

  const tess = await person()
  await signInAs(tess.page, portal, staff, '/bookings')
  await tess.page.getByRole('button', { name: 'Booking hours' }).first().click()
  const hours = tess.page.getByRole('dialog', { name: 'Booking hours' })
  await hours.getByLabel('Can be booked online').check()
  await hours.getByLabel('Hours', { exact: true }).selectOption({ label: 'Custom hours' })
  await hours.getByRole('group', { name: 'Monday' }).getByLabel('To', { exact: true }).fill('18:00')
  await expectAccessible(tess.page, 'booking hours')
  await hours.getByRole('button', { name: 'Save changes' }).click()
  await expect(toastOf(tess.page)).toContainText('Booking hours saved')

  const { page } = await person('phone')
  await signInAs(page, portal, client)
  await page.getByRole('link', { name: 'Book an appointment' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Book an appointment' })
  await dialog.getByLabel('What is it about?').fill('The leave policy')
  await chooseTime(dialog, 3)
  await expectAccessible(page, 'booking as a client')
  await expectNoSidewaysScroll(page)
  await dialog.getByRole('button', { name: 'Book appointment' }).tap()
  await expect(toastOf(page)).toContainText('Appointment booked')
  const list = page.getByRole('list', { name: 'Appointments' })
  await expect(list).toContainText('Tess Rivers')
  await expectAccessible(page, 'the appointments of a client')
  await expectNoSidewaysScroll(page)

  // Live, and by the name of the folder.
  const listed = tess.page.getByRole('list', { name: 'Appointments' })
  await expect(listed).toContainText('Potomac Millwork')
  await expect(listed).toContainText('The leave policy')
  await listed.getByRole('button', { name: 'Cancel Potomac Millwork' }).click()
  const asked = tess.page.getByRole('dialog', { name: 'Cancel this appointment?' })
  await asked.getByRole('button', { name: 'Cancel appointment' }).click()
  await expect(asked.getByLabel('Reason')).toHaveAccessibleDescription('Enter a reason.')
  await asked.getByLabel('Reason').fill('A school board meeting')
  await asked.getByRole('button', { name: 'Cancel appointment' }).click()
  await expect(toastOf(tess.page)).toContainText('Appointment canceled')
  await expect(tess.page.getByText('No upcoming appointments')).toBeVisible()

  await page.getByRole('button', { name: 'Canceled' }).tap()
  await expect(list).toContainText('A school board meeting')
})

for (const device of ['desk', 'phone'] as const)
  test(`a consultant books appointments with a client from the folder and from the list, at the ${device}`, async ({
    ownPortal,
    person,
  }) => {
    const portal = await ownPortal()
    const admin = await callerFor(portal, demonstration('admin'))
    const staff = await addPerson(portal, admin, { role: 'staff', firstName: 'Tess', lastName: 'Rivers' })
    const client = await addPerson(portal, admin, { role: 'client', firstName: 'Ann', lastName: 'Booker' })
    const folder = await addFolder(admin, { name: 'Potomac Millwork', staff, client })
    await openBooking(admin, staff)
    const { page } = await person(device)
    await signInAs(page, portal, staff, `/client-folders/${folder.id}`)

    await page.getByRole('button', { name: 'Book appointment' }).click()
    const inFolder = page.getByRole('dialog', { name: 'Book an appointment with Potomac Millwork' })
    await inFolder.getByLabel('What is it about?').fill('The leave policy')
    await chooseTime(inFolder, 3)
    await expectAccessible(page, `booking in a folder, ${device}`)
    await expectNoSidewaysScroll(page)
    await inFolder.getByRole('button', { name: 'Book appointment' }).click()
    await expect(toastOf(page)).toContainText('Appointment booked')

    await page.goto(`${portal.url}/bookings`)
    await page.getByRole('button', { name: 'Book an appointment' }).click()
    const inList = page.getByRole('dialog', { name: 'Book an appointment with a client' })
    await expect(inList.getByRole('button', { name: 'Book appointment' })).toBeDisabled()
    await inList.getByRole('combobox', { name: 'Client folder' }).fill('Potomac')
    await page.getByRole('option', { name: 'Potomac Millwork' }).click()
    await inList.getByLabel('What is it about?').fill('The handbook')
    await chooseTime(inList, 6)
    await expectAccessible(page, `booking with a client, ${device}`)
    await inList.getByRole('button', { name: 'Book appointment' }).click()
    await expect(page.getByRole('list', { name: 'Appointments' }).getByRole('listitem')).toHaveCount(2)

    const emails = await emailsOf(admin)
    expect(emails.filter(({ subject }) => subject.endsWith('your appointment is booked'))).toHaveLength(2)
    expect(emails.filter(({ subject }) => subject.endsWith('an appointment was booked'))).toHaveLength(0)
  })
