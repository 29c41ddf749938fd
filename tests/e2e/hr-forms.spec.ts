// HR forms: filled in with mistakes, continued after a reload, submitted, filled in as a PDF, and shown to people with
// access.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { filled } from '../pdf/fill.ts'
import { addFolder, addPerson, callerFor, demonstration, type Someone, signInAs } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, type Portal, test, toastOf } from './portal.ts'

const cards = (page: Page) => page.getByRole('list', { name: 'Forms', exact: true }).getByRole('listitem')
const submitted = (page: Page) => page.getByRole('list', { name: 'Submitted forms' }).getByRole('listitem')

/** A client with a folder, and its staff member. */
async function company(portal: Portal, lastName: string): Promise<{ client: Someone; staff: Someone }> {
  const admin = await callerFor(portal, demonstration('admin'))
  const client = await addPerson(portal, admin, { role: 'client', firstName: 'Iris', lastName })
  const staff = await addPerson(portal, admin, { role: 'staff', firstName: 'Paul', lastName })
  await addFolder(admin, { name: `${lastName} Works`, client, staff })
  return { client, staff }
}

async function openForms(page: Page, portal: Portal, query = '') {
  await page.goto(`${portal.url}/hr-forms${query}`)
  await expect(page.getByRole('heading', { name: 'Virginia HR Forms', level: 1 })).toBeVisible()
  await expect(cards(page).first()).toBeVisible()
}

test('an employee fills in the application with three mistakes, sees the errors, and loses nothing', async ({
  portal,
  person,
}) => {
  const { client, staff } = await company(portal, 'Applegate')
  const { page } = await person()
  await signInAs(page, portal, client)
  await page.getByRole('button', { name: 'HR library' }).click()
  await page.getByRole('menuitem', { name: 'Forms' }).click()
  await expect(cards(page)).toHaveCount(12)
  await expect(page.getByText('No submitted forms yet')).toBeVisible()
  await expectAccessible(page, 'the forms')

  await page.getByRole('button', { name: 'Fill Form Employment application' }).click()
  const dialog = page.getByRole('dialog', { name: 'Employment application' })
  await expect(dialog.getByLabel('State')).toBeDisabled()
  await expect(dialog.getByLabel('State')).toHaveValue('Virginia')
  await expect(dialog.getByRole('radio', { name: 'Yes' })).toBeChecked()
  await expect(dialog.getByLabel('First name')).toBeFocused()
  await dialog.getByLabel('First name').fill('Nora')
  await dialog.getByLabel('Last name').fill('Quist')
  await dialog.getByLabel('Email').fill('nora at example')
  await dialog.getByLabel('Phone').fill('555-0142')
  await dialog.getByLabel('Address', { exact: true }).fill('77 Cary Street')
  await dialog.getByLabel('City').fill('Richmond')
  await dialog.getByLabel('ZIP code').fill('232')
  await dialog.getByLabel('Position applied for').fill('Bookkeeper')
  await dialog.getByLabel('Available start date').fill('2026-12-01')
  await dialog.getByRole('button', { name: 'Submit Form' }).click()
  await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription('Valid email is required')
  await expect(dialog.getByLabel('Phone')).toHaveAccessibleDescription('Phone number is required')
  await expect(dialog.getByLabel('ZIP code')).toHaveAccessibleDescription('ZIP code is required')
  await expect(dialog.locator('[aria-invalid=true]')).toHaveCount(3)
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await expectAccessible(page, 'an application with mistakes')
  await expect(dialog.getByText('Draft saved')).toBeVisible()

  // After a reload, what was typed is still there.
  await page.reload()
  await page.getByRole('button', { name: 'Fill Form Employment application' }).click()
  await expect(dialog.getByText('You started this form but haven’t submitted it.')).toBeVisible()
  await expect(dialog.getByLabel('Email')).toHaveValue('nora at example')
  await dialog.getByLabel('Email').fill('nora@example.com')
  await dialog.getByLabel('Phone').fill('(804) 555-0142')
  // Closed right away by keyboard: the last word is saved as well.
  await dialog.getByLabel('ZIP code').fill('23219')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Fill Form Employment application' })).toBeFocused()
  const keeper = await callerFor(portal, client)
  await expect
    .poll(() =>
      keeper<{ formData: Record<string, string> }>('GET', '/api/hr-forms/employment-application/draft').then(
        ({ formData }) => formData.zipCode,
      ),
    )
    .toBe('23219')
  await page.getByRole('button', { name: 'Fill Form Employment application' }).click()
  await expect(dialog.getByLabel('ZIP code')).toHaveValue('23219')
  await dialog.getByRole('button', { name: 'Submit Form' }).click()
  await expect(toastOf(page)).toContainText('Form submitted successfully')
  await expect(dialog).toBeHidden()
  await expect(submitted(page)).toHaveCount(1)
  await expect(submitted(page)).toContainText('Nora Quist')
  await expect(submitted(page)).toContainText('Submitted by Iris Applegate')

  // Started again, the form is empty.
  await page.getByRole('button', { name: 'Fill Form Employment application' }).click()
  await expect(dialog.getByLabel('First name')).toHaveValue('')
  await page.keyboard.press('Escape')

  const { page: desk } = await person()
  await signInAs(desk, portal, staff)
  await openForms(desk, portal)
  await expect(submitted(desk)).toContainText('Nora Quist')
  const pdf = await desk
    .getByRole('link', { name: 'Preview Employment application of Nora Quist' })
    .getAttribute('href')
  const answer = await desk.request.get(portal.url + pdf)
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf'])
})

test('forms can be searched by tab on a phone, and each has its PDF', async ({ portal, person }) => {
  const { client } = await company(portal, 'Birch')
  const { page } = await person('narrow')
  await signInAs(page, portal, client)
  await openForms(page, portal)
  await expectNoSidewaysScroll(page)
  await page.getByRole('tab', { name: 'Growth' }).click()
  await expect(cards(page)).toHaveCount(4)
  await expect(page).toHaveURL(/tab=growth/)
  await page.getByLabel('Search forms').fill('handbook')
  await expect(page.getByText('No forms found')).toBeVisible()
  await page.getByRole('tab', { name: 'Startup' }).click()
  await expect(cards(page)).toHaveCount(1)
  await expect(cards(page)).toContainText('Onboarding')
  await expect(cards(page)).toContainText('Required')
  await page.getByRole('button', { name: 'Fill Form Employee handbook acknowledgment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Employee handbook acknowledgment' })
  await expect(dialog.getByLabel('Date')).not.toHaveValue('')
  await expectNoSidewaysScroll(page)
  await dialog.getByRole('button', { name: 'Submit Form' }).click()
  await expect(dialog.getByText('Digital signature is required')).toBeVisible()
  await dialog.getByLabel('Employee name').fill('Iris')
  await expect(dialog.getByText('Draft saved')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Fill Form Employee handbook acknowledgment' }).click()
  await dialog.getByRole('button', { name: 'Start over' }).click()
  await expect(dialog.getByLabel('Employee name')).toHaveValue('')
  await expect(dialog.getByText('You started this form')).toBeHidden()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Clear the search' }).first().click()
  await page.getByRole('tab', { name: 'All Forms' }).click()
  await expect(cards(page)).toHaveCount(12)
  for (const link of await page.getByRole('link', { name: /^Preview / }).all()) {
    const answer = await page.request.get(portal.url + (await link.getAttribute('href')))
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf'])
  }
})

test('a form filled in as a PDF is uploaded, after it was refused for missing answers', async ({ portal, person }) => {
  const { client } = await company(portal, 'Cedar')
  const { page, expectFault } = await person()
  await signInAs(page, portal, client)
  await openForms(page, portal)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download Vacation request' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('vacation_request.pdf')
  const blank = await readFile(await download.path())
  const values = {
    employeeName: 'Iris Cedar',
    supervisor: 'Paul Cedar',
    firstDay: '12/21/2026',
    lastDay: '12/24/2026',
    hours: '32',
    employeeSignature: 'Iris Cedar',
  }
  const file = (bytes: Buffer) => ({ name: 'vacation_request.pdf', mimeType: 'application/pdf', buffer: bytes })
  await page.getByRole('button', { name: 'Submit a completed PDF' }).click()
  const dialog = page.getByRole('dialog', { name: 'Submit a completed PDF' })
  await expect(dialog.getByRole('button', { name: 'Send form' })).toBeDisabled()
  await dialog.getByLabel('Form').selectOption({ label: 'Vacation request' })
  await dialog.getByLabel('Completed PDF').setInputFiles(file(await filled(blank, values)))
  expectFault(/status of 400/)
  await dialog.getByRole('button', { name: 'Send form' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Fill in “Date.”')
  await expectAccessible(page, 'a PDF with a field left out')
  await dialog
    .getByLabel('Completed PDF')
    .setInputFiles(file(await filled(blank, { ...values, requestedOn: '11/20/2026' })))
  await dialog.getByRole('button', { name: 'Send form' }).click()
  await expect(toastOf(page)).toContainText('Form submitted successfully')
  await expect(submitted(page)).toContainText('Iris Cedar')
  await expect(submitted(page)).toContainText('as a PDF')
  await expectAccessible(page, 'a submitted form')
})
