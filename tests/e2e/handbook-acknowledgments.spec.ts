// The employees of a client acknowledge its handbook with the link in their email, without an account.
import { fields } from '../handbooks.ts'
import { addFolder, addPerson, callerFor, demonstration, emailsOf, signInAs } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './portal.ts'

const employees = [
  { name: 'Nora Quist', email: 'nora@millwork.example', jobTitle: 'Bookkeeper' },
  { name: 'Maximiliano Fitzwilliam-Castellanos', email: 'max@millwork.example', jobTitle: 'Cabinetmaker' },
  { name: 'Otis Bell', email: '', jobTitle: 'Driver' },
]

for (const device of ['desk', 'phone'] as const)
  test(`a client sends the handbook to employees, and one acknowledges it on the ${device}`, async ({
    portal,
    person,
  }) => {
    const admin = await callerFor(portal, demonstration('admin'))
    const owner = await addPerson(portal, admin, { role: 'client', firstName: 'Rosa', lastName: `Lind ${device}` })
    const staff = await addPerson(portal, admin, { role: 'staff', firstName: 'Dana', lastName: device })
    const folder = await addFolder(admin, { name: `Old Dominion Millwork ${device}`, client: owner, staff })
    const within = `/api/client-folders/${folder.id}`
    const items = [
      { source: 'model', id: 'employee-handbook' },
      { source: 'model', id: 'code-of-conduct' },
    ]
    const handbook = await admin('POST', `${within}/handbooks`, {
      title: 'Employee Handbook',
      items,
      fields: { ...fields, employer: 'Old Dominion Millwork' },
      headCount: 12,
      sector: 'private',
    })
    await admin('POST', `/api/handbooks/${handbook.id}/versions`)
    for (const { email, ...employee } of employees)
      await admin('POST', `${within}/employees`, {
        ...employee,
        email: email.replace('@', `-${device}@`),
        workType: 'full-time',
        startDate: '2026-01-05',
      })

    const client = await person(device)
    await signInAs(client.page, portal, owner, `/?folder=${folder.id}&tab=employees`)
    const strip = client.page.getByRole('region', { name: 'Handbook acknowledgments' })
    await expect(strip).toContainText('No employee has been asked to acknowledge version 1')
    await strip.getByRole('button', { name: 'Send to employees' }).click()
    const dialog = client.page.getByRole('dialog', { name: 'Handbook acknowledgments' })
    await expect(dialog.getByRole('checkbox', { name: /Otis Bell/ })).toBeDisabled()
    await expectAccessible(client.page, `the acknowledgments, ${device}`)
    await expectNoSidewaysScroll(client.page)
    await dialog.getByRole('button', { name: 'Send to 2 employees' }).click()
    await expect(toastOf(client.page)).toContainText('Handbook sent to 2 employees')
    await expect(strip).toContainText('0 of 2')

    const [email] = await emailsOf(admin, `?q=nora-${device}@millwork.example`)
    const link = /https?:\/\/\S+\/employee-handbook\/[\w-]+/.exec(email?.text ?? '')?.[0] ?? ''
    const employee = await person(device)
    await employee.page.goto(link)
    await expect(employee.page.getByRole('heading', { name: 'Employee Handbook', level: 1 })).toBeVisible()
    await expect(employee.page.getByText('Old Dominion Millwork').first()).toBeVisible()
    await expectAccessible(employee.page, `the employee’s handbook, ${device}`)
    await expectNoSidewaysScroll(employee.page)
    await employee.page.getByRole('link', { name: 'confirm that you received it' }).click()
    await employee.page.getByRole('button', { name: 'I acknowledge' }).click()
    await expect(employee.page.getByText('Enter your name.')).toBeVisible()
    await employee.page.getByLabel('Your full name').fill('Nora Quist')
    await employee.page.getByRole('button', { name: 'I acknowledge' }).click()
    await expect(employee.page.getByText(/^Acknowledged by Nora Quist on /).first()).toBeVisible()

    await expect(strip).toContainText('1 of 2')
    await strip.getByRole('button', { name: 'Acknowledgments' }).click()
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Nora Quist' })).toContainText('Acknowledged')
    await employee.page.reload()
    await expect(employee.page.getByText(/^Acknowledged by Nora Quist on /).first()).toBeVisible()
  })

for (const device of ['desk', 'phone'] as const)
  test(`an employee reads and acknowledges the handbook in Spanish on the ${device}`, async ({ portal, person }) => {
    const admin = await callerFor(portal, demonstration('admin'))
    const owner = await addPerson(portal, admin, { role: 'client', firstName: 'Inés', lastName: `Prado ${device}` })
    const staff = await addPerson(portal, admin, { role: 'staff', firstName: 'Iris', lastName: device })
    const folder = await addFolder(admin, { name: `Taller Prado ${device}`, client: owner, staff })
    const within = `/api/client-folders/${folder.id}`
    const handbook = await admin('POST', `${within}/handbooks`, {
      title: 'Employee Handbook',
      items: [{ source: 'model', id: 'code-of-conduct' }],
      fields: { ...fields, employer: 'Taller Prado' },
      headCount: 12,
      sector: 'private',
    })
    await admin('POST', `/api/handbooks/${handbook.id}/versions`)
    const email = `luz-${device}@prado.example`
    const employee = await admin('POST', `${within}/employees`, {
      name: 'Luz Vega',
      email,
      jobTitle: 'Welder',
      workType: 'full-time',
      startDate: '2026-01-05',
    })

    const client = await person(device)
    await signInAs(client.page, portal, owner, `/?folder=${folder.id}&tab=employees`)
    await client.page.getByRole('button', { name: 'Edit Luz Vega' }).click()
    const dialog = client.page.getByRole('dialog', { name: 'Edit employee' })
    await dialog.getByLabel('Email language').selectOption('Spanish')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await expect(client.page.getByText(/emails in Spanish/)).toBeVisible()
    await admin('POST', `/api/handbooks/${handbook.id}/acknowledgments`, { employeeIds: [employee.id] })

    const [sent] = await emailsOf(admin, `?q=${email}`)
    expect(sent?.subject).toContain('manual del empleado de Taller Prado')
    const link = /https?:\/\/\S+\/employee-handbook\/[\w-]+/.exec(sent?.text ?? '')?.[0] ?? ''
    const { page } = await person(device)
    await page.goto(link)
    await expect(page.getByText('El manual está en inglés', { exact: true })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    await expect(page).toHaveTitle(/^Manual del empleado/)
    await expectAccessible(page, `the handbook in Spanish, ${device}`)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Confirmo' }).click()
    await expect(page.getByText('Escriba su nombre.')).toBeVisible()

    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.getByText('Enter your name.')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'I acknowledge' })).toBeVisible()
    await page.getByRole('button', { name: 'Español' }).click()
    await page.getByLabel('Su nombre completo').fill('Luz Vega')
    await page.getByRole('button', { name: 'Confirmo' }).click()
    await expect(page.getByText(/^Confirmado por Luz Vega el /).first()).toBeVisible()
    await client.page.getByRole('button', { name: 'Acknowledgments' }).click()
    await expect(client.page.getByRole('listitem').filter({ hasText: 'Luz Vega' }).last()).toContainText(
      'shown in Spanish',
    )
  })

test('a browser in Spanish gets the page of an old link in Spanish', async ({ portal, person }) => {
  const visitor = await person('phone', { locale: 'es-MX' })
  visitor.expectFault(/404/)
  await visitor.page.goto(`${portal.url}/employee-handbook/${'a'.repeat(43)}`)
  await expect(visitor.page.getByRole('heading', { name: 'Este enlace ya no funciona' })).toBeVisible()
  await expectAccessible(visitor.page, 'an old link in Spanish')
})

test('a link that was replaced says how to get the latest one', async ({ portal, person }) => {
  const visitor = await person()
  visitor.expectFault(/404/)
  await visitor.page.goto(`${portal.url}/employee-handbook/${'a'.repeat(43)}`)
  await expect(visitor.page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
})
