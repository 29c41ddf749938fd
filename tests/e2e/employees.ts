// Employees of a client, added in a folder's list of employees.
import type { Page } from '@playwright/test'
import { picture } from './pictures.ts'
import { expect, expectAccessible, toastOf } from './portal.ts'

export const emailOf = (name: string) => `${name.toLowerCase().replaceAll(' ', '.')}@elmwood.example`

export async function addInBrowser(page: Page, name: string, startDate: string, language: 'English' | 'Spanish') {
  await page.getByRole('button', { name: 'Add employee' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add employee' })
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByLabel('Job title').fill('Teacher')
  await dialog.getByLabel('Email', { exact: false }).first().fill(emailOf(name))
  await dialog.getByLabel('First day of work').fill(startDate)
  await dialog.getByLabel('Email language').selectOption(language)
  await dialog.getByRole('button', { name: 'Add employee' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('listitem').filter({ hasText: name })).toBeVisible()
}

interface Listed {
  name: string
  jobTitle: string
  startDate: string
}

/** Corrects the one row that has a problem first. */
export async function importInBrowser(page: Page, employees: Listed[]) {
  await page.getByRole('button', { name: 'Import employees' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import employees' })
  const list = dialog.getByLabel('List of employees')
  const rows = employees.map(({ name, jobTitle, startDate }) => {
    const [last = '', ...first] = name.split(' ').toReversed()
    return [first.toReversed().join(' '), last, emailOf(name), jobTitle, startDate].join(',')
  })
  const csv = ['First name,Last name,Email,Job title,Start date', ...rows].join('\n')
  await list.fill(csv.replace('@', ' at '))
  await dialog.getByRole('button', { name: 'Check rows' }).click()
  const checked = dialog.getByRole('list', { name: 'Checked rows' }).getByRole('listitem')
  await expect(checked).toHaveCount(employees.length)
  await expect(checked.first()).toContainText('Email: Enter a valid email address.')
  await expectAccessible(page, 'a list of employees with a problem')
  await picture(page, 'import-employees')
  await list.fill(csv)
  await dialog.getByRole('button', { name: 'Check rows' }).click()
  await dialog.getByRole('button', { name: `Import ${employees.length} employees` }).click()
  await expect(dialog).toBeHidden()
  await expect(toastOf(page)).toContainText(`${employees.length} employees imported`)
}
