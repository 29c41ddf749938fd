// Parts of screens that several journeys use.
import { expect, type Locator } from '@playwright/test'
import { toastOf } from '../e2e/portal.ts'
import type { Person } from './person.ts'

/** The item of the team's work queue that contains these words. */
export const workItem = ({ page }: Person, words: string) =>
  page.getByRole('list', { name: 'Work queue' }).getByRole('listitem').filter({ hasText: words })

/** Opens a part of a folder: its tab, and where the tab has several parts, the part. */
export async function openPart(person: Person, tab: string, part?: string) {
  const { page } = person
  await person.click(page.getByRole('tab', { name: new RegExp(`^${tab}`) }))
  if (part === undefined) return
  await person.click(page.getByRole('navigation', { name: tab }).getByRole('button', { name: new RegExp(`^${part}`) }))
}

export const expectToast = ({ page }: Person, words: string | RegExp) => expect(toastOf(page)).toContainText(words)

/** The dialog or the side panel with this title. */
export const dialogOf = ({ page }: Person, name: string | RegExp) => page.getByRole('dialog', { name })

/** Presses a button, and the button of the same meaning in the question that follows. */
export async function confirm(person: Person, button: string, act = button) {
  const { page } = person
  await person.click(page.getByRole('button', { name: button, exact: true }))
  await person.click(page.getByRole('alertdialog').getByRole('button', { name: act, exact: true }))
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
}

/** Chooses an item of the More menu of an invoice. */
export async function chooseMore(person: Person, item: string) {
  const { page } = person
  // On a phone, the bar at the bottom has a button of this name as well.
  await person.click(page.getByRole('main').getByRole('button', { name: 'More', exact: true }))
  await person.click(page.getByRole('menuitem', { name: item, exact: true }))
}

/** Chooses a time of the second day that is offered, since the first may be almost over. */
export async function chooseTime(person: Person, scope: Locator) {
  const day = scope.getByRole('radiogroup', { name: 'Time (Eastern Time)' }).locator('details').nth(1)
  await person.click(day.locator('summary'))
  await person.click(day.getByRole('radio').nth(3))
}

/** Reads what is to be signed, page by page. */
async function readToTheEnd({ page }: Person) {
  await expect(page.getByRole('status').filter({ hasText: /^Page \d+ of \d+$/ })).toBeVisible()
  const sheets = page.getByRole('region', { name: /^Page \d+ of \d+$/ })
  await expect(sheets.first()).toBeVisible()
  for (const sheet of await sheets.all()) {
    await sheet.scrollIntoViewIfNeeded()
    await expect(sheet.locator('.pdf-picture canvas')).toBeAttached()
  }
  await expect(page.getByText(/^(Loading|Scroll|Download) .*(…|\.|shown\.)$/)).toBeHidden()
}

/** On the signing page: reads, agrees, and signs. */
export async function sign(person: Person, password: string, word: 'contract' | 'document' = 'contract') {
  const { page } = person
  await readToTheEnd(person)
  const toSignature = page.getByRole('button', { name: 'Go to signature' })
  if (await toSignature.isVisible()) await person.click(toSignature)
  await person.click(page.getByRole('checkbox', { name: /^I have read/ }))
  await person.fill(page.getByLabel('Your password'), password)
  await person.click(page.getByRole('button', { name: `Sign ${word}` }))
}
