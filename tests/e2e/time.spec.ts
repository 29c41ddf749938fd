// Time: recorded from any page by hand or with a timer, reviewed by week, and never seen by the client.
import { addFolder, addPerson, callerFor, demonstration, signInAs } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './portal.ts'

test('a consultant records time by hand and with the timer, corrects it, and reviews the week', async ({
  person,
  ownPortal,
}) => {
  const portal = await ownPortal()
  const admin = await callerFor(portal, demonstration('admin'))
  const staff = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Rivers' })
  const client = await addPerson(portal, admin, { role: 'client', firstName: 'Ann', lastName: 'Keller' })
  const name = 'Chesapeake and Potomac Regional Millwork and Cabinetry Company'
  const folder = await addFolder(admin, { name, staff, client })
  await admin('POST', '/api/service-rates', {
    serviceName: 'HR advice',
    serviceType: 'hr-consulting',
    description: 'Advice by the hour.',
    hourlyRate: 12_000,
  })

  const { page } = await person()
  await signInAs(page, portal, staff, `/client-folders/${folder.id}`)
  await page.getByRole('button', { name: 'Record time' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record time' })
  await expect(dialog.getByRole('combobox', { name: 'Client folder' })).toHaveValue(name)
  await dialog.getByLabel('Service').selectOption({ label: 'HR advice, $120/hr' })
  await dialog.getByLabel('Time').fill('soon')
  await dialog.getByRole('button', { name: 'Record time' }).click()
  await expect(dialog.getByLabel('Time')).toHaveAccessibleDescription('Enter a time such as 1:30, 1.5, or 45m.')
  await expectAccessible(page, 'recording time')
  await dialog.getByLabel('Time').fill('1:30')
  await dialog.getByLabel('Description').fill('Reviewed the handbook with the office manager')
  await dialog.getByRole('button', { name: 'Record time' }).click()
  await expect(toastOf(page)).toContainText(`1 hr 30 min recorded for ${name}`)

  // The next entry needs one key, the time, and Enter: client and service are those of the last one.
  await page.goto(`${portal.url}/time`)
  await expect(page.getByText('Reviewed the handbook with the office manager')).toBeVisible()
  await page.keyboard.press('t')
  await expect(dialog.getByRole('combobox', { name: 'Client folder' })).toHaveValue(name)
  await expect(dialog.getByLabel('Service').locator('option:checked')).toHaveText('HR advice, $120/hr')
  await expect(dialog.getByLabel('Time')).toBeFocused()
  await page.keyboard.type('45m')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Week' })).toContainText('2 hr 15 min, $270.00 billable')

  await page.getByRole('button', { name: 'Record time' }).first().click()
  await dialog.getByRole('button', { name: 'Start timer' }).click()
  await expect(toastOf(page)).toContainText('Timer started')
  await page.reload()
  await page.getByRole('button', { name: /^Stop timer, 0:01/ }).click()
  const stop = page.getByRole('dialog', { name: 'Stop timer' })
  await expect(stop.getByLabel('Time')).toHaveValue('1 min')
  await stop.getByLabel('Time').fill('0:20')
  await stop.getByLabel('Billable').uncheck()
  await stop.getByRole('button', { name: 'Stop and record' }).click()
  await expect(toastOf(page)).toContainText('20 min recorded')
  await expect(page.getByRole('listitem').getByText('Not billable', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Edit 45 min of HR advice' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit time' })
  await expect(edit.getByLabel('Time')).toHaveValue('45 min')
  await edit.getByLabel('Time').fill('1h')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('region', { name: 'Week' })).toContainText('2 hr 50 min, $300.00 billable')
  await expectAccessible(page, 'the week')

  await page.getByRole('button', { name: 'Delete 1 hr of HR advice' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete time' }).click()
  await expect(toastOf(page)).toContainText('Time deleted')
  await page.getByRole('button', { name: 'Previous week' }).click()
  await expect(page.getByText('No time this week')).toBeVisible()

  await page.goto(`${portal.url}/client-folders/${folder.id}?tab=time`)
  await expect(page.getByText('1 hr 50 min recorded, 1 hr 30 min not invoiced ($180.00)')).toBeVisible()
  await expectAccessible(page, 'the time of a client')

  const ann = await person()
  await signInAs(ann.page, portal, client)
  await expect(ann.page.getByRole('button', { name: 'Record time' })).toBeHidden()
  await expect(ann.page.getByText('Reviewed the handbook')).toBeHidden()
})

test('an administrator adds time to an invoice, removes its line, and the time is available again', async ({
  person,
  ownPortal,
}) => {
  const portal = await ownPortal()
  const admin = await callerFor(portal, demonstration('admin'))
  const staff = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Rivers' })
  const folder = await addFolder(admin, { name: 'Quarry Mill', staff })
  const card = { serviceType: 'hr-consulting', description: 'By the hour.', hourlyRate: 12_000 }
  const serviceRateId = (await admin('POST', '/api/service-rates', { ...card, serviceName: 'HR advice' })).id
  const sam = await callerFor(portal, staff)
  for (const [minutes, description] of [
    [90, 'Reviewed the handbook'],
    [50, 'Call about leave'],
  ])
    await sam('POST', '/api/time-entries', {
      clientFolderId: folder.id,
      serviceRateId,
      date: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
      minutes,
      description,
    })

  const { page } = await person()
  await signInAs(page, portal, demonstration('admin'), `/client-folders/${folder.id}?tab=time`)
  await page.getByRole('button', { name: 'Add time to invoice' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add time to invoice' })
  await expect(dialog.getByText('2 hr 20 min, $280.00')).toBeVisible()
  await expectAccessible(page, 'adding time to an invoice')
  await dialog.getByRole('checkbox', { name: /^Call about leave/ }).uncheck()
  await expect(dialog.getByText('1 hr 30 min, $180.00')).toBeVisible()
  await dialog.getByRole('checkbox', { name: /^Call about leave/ }).check()
  await dialog.getByLabel('One line for each entry').check()
  await dialog.getByRole('button', { name: 'Create Invoice' }).click()
  await expect(page).toHaveURL(/\/invoices\//)
  await expect(page.getByRole('row', { name: /Call about leave/ })).toBeVisible()

  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const edit = page.getByRole('dialog', { name: /^Edit INV-/ })
  await expect(edit.getByText('Recorded time. Its quantity and rate can’t be changed.')).toHaveCount(2)
  await edit.getByRole('button', { name: 'Remove line 1' }).click()
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(toastOf(page)).toContainText('Invoice updated successfully')
  await page.goto(`${portal.url}/client-folders/${folder.id}?tab=time`)
  await expect(page.getByText(/^2 hr 20 min recorded, .* not invoiced/)).toBeVisible()
  await expect(page.getByRole('link', { name: /^INV-/ })).toHaveCount(1)

  const phone = await person('narrow')
  await signInAs(phone.page, portal, staff, '/time?view=all')
  await expect(phone.page.getByText('Reviewed the handbook')).toBeVisible()
  await expectNoSidewaysScroll(phone.page)
  await expectAccessible(phone.page, 'time on a phone')
})

test('an administrator sets up recurring invoices, pauses, resumes, edits, and ends them', async ({
  person,
  ownPortal,
}) => {
  const portal = await ownPortal()
  const admin = await callerFor(portal, demonstration('admin'))
  const staff = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Rivers' })
  const folder = await addFolder(admin, { name: 'Quarry Mill', staff })
  const { page } = await person()
  await signInAs(page, portal, demonstration('admin'), `/client-folders/${folder.id}?tab=recurring`)
  await expect(page.getByText('No recurring invoices yet')).toBeVisible()
  await page.getByRole('button', { name: 'New recurring invoices' }).click()
  const dialog = page.getByRole('dialog', { name: 'New recurring invoices' })
  await dialog.getByLabel('Repeats').selectOption({ label: 'Every 3 months' })
  await dialog.getByLabel('Day of the month').fill('40')
  await dialog.getByRole('button', { name: 'Add line' }).click()
  await dialog.getByLabel('Description').last().fill('HR on call, quarterly')
  await dialog.getByLabel('Rate', { exact: true }).fill('1500')
  await dialog.getByRole('button', { name: 'Create recurring invoices' }).click()
  await expect(dialog.getByLabel('Day of the month')).toHaveAccessibleDescription('Enter a day from 1 to 31.')
  await expectAccessible(page, 'new recurring invoices')
  await dialog.getByLabel('Day of the month').fill('15')
  await dialog.getByRole('button', { name: 'Create recurring invoices' }).click()
  await expect(toastOf(page)).toContainText('Recurring invoices created')
  const row = page.getByRole('list', { name: 'Recurring invoices' }).getByRole('listitem')
  await expect(row).toContainText(/Creates a draft every 3 months on the 15th\. Next: .*\$1,500\.00 ?before tax/)
  await page.getByRole('button', { name: 'Pause HR on call, quarterly' }).click()
  await expect(row).toContainText('Paused')
  await page.getByRole('button', { name: 'Resume HR on call, quarterly' }).click()
  await expect(row).toContainText('Active')
  await expectAccessible(page, 'recurring invoices')
  await page.getByRole('button', { name: 'Edit HR on call, quarterly' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit recurring invoices' })
  await expect(editing.getByLabel('Day of the month')).toHaveValue('15')
  await editing.getByLabel('Day of the month').fill('20')
  await editing.getByLabel('Days until due').fill('366')
  await editing.getByRole('button', { name: 'Save changes' }).click()
  await expect(editing.getByLabel('Days until due')).toHaveAccessibleDescription(
    'Enter a number of days from 0 to 365.',
  )
  await expectAccessible(page, 'edit recurring invoices')
  await editing.getByLabel('Days until due').fill('10')
  await editing.getByRole('button', { name: 'Save changes' }).click()
  await expect(toastOf(page)).toContainText('Recurring invoices updated. The next one is on')
  await expect(row).toContainText(/Creates a draft every 3 months on the 20th\. Next: .*\. Due after 10 days\./)
  await page.getByRole('button', { name: 'End HR on call, quarterly' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End recurring invoices' }).click()
  await expect(row).toContainText('Ended')
})

test('an administrator agrees on a price with a client, and the time recorded from then on uses it', async ({
  person,
  ownPortal,
}) => {
  const portal = await ownPortal()
  const admin = await callerFor(portal, demonstration('admin'))
  const staff = await addPerson(portal, admin, { role: 'staff', firstName: 'Sam', lastName: 'Rivers' })
  const folder = await addFolder(admin, { name: 'Quarry Mill', staff })
  const card = { serviceType: 'hr-consulting', description: 'By the hour.', hourlyRate: 12_000 }
  await admin('POST', '/api/service-rates', { ...card, serviceName: 'HR advice' })

  const { page } = await person()
  await signInAs(page, portal, demonstration('admin'), `/client-folders/${folder.id}?tab=prices`)
  await expect(page.getByText('No client prices yet')).toBeVisible()
  await page.getByRole('button', { name: 'New client price' }).click()
  const dialog = page.getByRole('dialog', { name: 'New client price' })
  await dialog.getByRole('button', { name: 'Save client price' }).click()
  await expect(dialog.getByLabel('Service')).toHaveAccessibleDescription('Choose a rate card.')
  await dialog.getByLabel('Service').selectOption({ label: 'HR advice, $120/hr' })
  await dialog.getByLabel('Hourly rate for this client').fill('90')
  await expectAccessible(page, 'a new client price')
  await dialog.getByRole('button', { name: 'Save client price' }).click()
  await expect(toastOf(page)).toContainText('Client price saved')
  const row = page.getByRole('list', { name: 'Client prices' }).getByRole('listitem')
  await expect(row).toContainText(/HR advice\s*Current[\s\S]*\$90\/hr/)

  const phone = await person('narrow')
  await signInAs(phone.page, portal, staff, `/client-folders/${folder.id}?tab=time`)
  await phone.page.getByRole('button', { name: 'Record time' }).last().click()
  const recording = phone.page.getByRole('dialog', { name: 'Record time' })
  await recording.getByLabel('Service').selectOption({ label: 'HR advice, $90/hr for this client' })
  await recording.getByLabel('Time').fill('1:00')
  await recording.getByRole('button', { name: 'Record time' }).click()
  await expect(phone.page.getByText('$90.00/hr, client price')).toBeVisible()
  await phone.page.goto(`${portal.url}/client-folders/${folder.id}?tab=prices`)
  await expect(phone.page.getByText('$90/hr')).toBeVisible()
  await expect(phone.page.getByRole('button', { name: 'New client price' })).toBeHidden()
  await expectNoSidewaysScroll(phone.page)
  await expectAccessible(phone.page, 'client prices on a phone')

  await page.getByRole('button', { name: 'End HR advice' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End client price' }).click()
  await expect(toastOf(page)).toContainText('Client price ended')
  await expect(row).toContainText('Standard rate')
})
