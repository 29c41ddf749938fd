// Every form retains what was typed: without a network, when the server refuses, and when the session has ended. Then
// it is sent.
import type { Locator, Page } from '@playwright/test'
import { addFolder, addPerson, callerFor, demonstration, signInAs } from './people.ts'
import { expect, test } from './portal.ts'

const odd = 'Say "so" & \'no\' 👩🏽‍🏫 مخبز <b>bold</b>'

/** The state of the network between this page and the server; applies only to writes. */
type Weather = 'clear' | 'no network' | 'refused' | 'signed out'

async function weatherOf(page: Page): Promise<(weather: Weather) => void> {
  let now: Weather = 'clear'
  const answers: Record<'refused' | 'signed out', { status: number; json: object }> = {
    refused: { status: 409, json: { message: 'Not today, please try tomorrow.', code: 'conflict', issues: [] } },
    'signed out': { status: 401, json: { message: 'Sign in first.', code: 'signed-out', issues: [] } },
  }
  await page.route('**/api/**', async (route) => {
    if (now === 'clear' || route.request().method() === 'GET') return route.fallback()
    return now === 'no network' ? route.abort('internetdisconnected') : route.fulfill(answers[now])
  })
  return (weather) => void (now = weather)
}

/** A value in every text and choice field. */
async function fillIn(dialog: Locator) {
  for (const field of await dialog.locator('input:visible, textarea:visible').all()) {
    const type = (await field.getAttribute('type')) ?? 'text'
    const mode = await field.getAttribute('inputmode')
    const isPicker = (await field.getAttribute('role')) === 'combobox'
    if (isPicker || !(await field.isEditable()) || type === 'checkbox' || type === 'radio') continue
    if (type === 'email') await field.fill('odd+name@forms.example')
    else if (type === 'date') await field.fill('2027-03-01')
    else if (mode === 'decimal') await field.fill('12.50')
    else if (mode === 'numeric') await field.fill('40')
    else await field.fill(odd)
  }
}

const enteredAnswers = (dialog: Locator) =>
  dialog
    .locator('input:visible, textarea:visible, select:visible')
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))

async function expectKept(page: Page, title: string, weather: (weather: Weather) => void) {
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog.locator('button[type=submit]')).toBeVisible()
  await fillIn(dialog)
  const typed = await enteredAnswers(dialog)
  expect(
    typed.some((value) => value === odd || value === 'odd+name@forms.example'),
    title,
  ).toBe(true)
  const send = () => dialog.locator('button[type=submit]').click()
  const problem = dialog.getByRole('alert')

  weather('no network')
  await send()
  await expect(problem, title).toContainText('Couldn’t reach the server.')
  expect(await enteredAnswers(dialog), `${title}, no network`).toEqual(typed)

  weather('refused')
  await send()
  await expect(problem, title).toContainText('Not today, please try tomorrow.')
  expect(await enteredAnswers(dialog), `${title}, refused`).toEqual(typed)

  weather('signed out')
  await send()
  const signIn = page.getByRole('dialog', { name: 'Staff Login' })
  await expect(signIn, title).toContainText('Your work is still here')
  await signIn.getByRole('button', { name: 'Cancel' }).click()
  await expect(problem, title).toContainText('Your work is still here')
  expect(await enteredAnswers(dialog), `${title}, signed out`).toEqual(typed)

  weather('clear')
  await send()
  await expect(problem, title).toBeHidden()
}

test('a form retains what was typed through every failure, and is sent in the end', async ({ portal, person }) => {
  // Six forms, each sent four times.
  test.slow()
  const admin = await callerFor(portal, demonstration('admin'))
  const alma = await addPerson(portal, admin, { role: 'admin', firstName: 'Alma', lastName: 'Ferro' })
  const staff = await addPerson(portal, admin, { role: 'staff', firstName: 'Sol', lastName: 'Ferro' })
  const { id } = await addFolder(admin, { name: 'Ferro Foundry', staff })
  const newPerson = await person()
  const { page } = newPerson
  newPerson.allowFault(/ERR_INTERNET_DISCONNECTED|status of (409|401)/)
  await signInAs(page, portal, alma)
  const weather = await weatherOf(page)
  for (const [path, button, title] of [
    ['/user-management', 'Create User', 'Create User'],
    ['/rate-cards', 'Add Rate Card', 'Add Rate Card'],
    [`/client-folders/${id}?tab=assignments`, 'New assignment', 'New assignment'],
    [`/client-folders/${id}`, 'Add contact', 'Add contact'],
    [`/client-folders/${id}`, 'Manage folder', 'Edit folder'],
    ['/account', 'Change your email address', 'Change your email address'],
  ] as const)
    await test.step(title, async () => {
      await page.goto(portal.url + path)
      await page.getByRole('button', { name: button, exact: true }).click()
      if (button === 'Manage folder') await page.getByRole('menuitem', { name: title }).click()
      await expectKept(page, title, weather)
    })
})
