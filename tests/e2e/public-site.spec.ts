// The public site for a visitor: reading and requesting, also without JavaScript and without a network.
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test, toastOf } from './portal.ts'

const sections = [
  { link: 'Home', hash: '#home', level: 1, heading: /HR/ },
  { link: 'Services', hash: '#services', level: 2, heading: /What we do|Services/ },
  { link: 'About', hash: '#about', level: 2, heading: /Who we are/ },
  { link: 'Contact', hash: '#contact', level: 2, heading: /Contact|Talk/ },
  { link: 'Request Service', hash: '#request-service', level: 2, heading: 'Request Service' },
] as const

const sectionOf = (page: Page, hash: string) => page.locator(hash)

test('a visitor reaches the five sections by navigation, by address, and without JavaScript', async ({
  portal,
  person,
}) => {
  const { page } = await person()
  await page.goto(portal.url)
  for (const { link, hash } of sections) {
    await page.getByRole('banner').getByRole('link', { name: link, exact: true }).click()
    await expect(page).toHaveURL(`${portal.url}/${hash}`)
    await expect(sectionOf(page, hash)).toBeInViewport()
  }
  await page.goBack()
  await expect(page).toHaveURL(`${portal.url}/#contact`)
  await expect(sectionOf(page, '#contact')).toBeInViewport()

  await page.goto('about:blank')
  await page.goto(`${portal.url}/#about`)
  await expect(sectionOf(page, '#about')).toBeInViewport()

  // On a phone they are in the menu, which closes on selection.
  const phone = await person('phone')
  await phone.page.goto(portal.url)
  await phone.page.getByRole('banner').getByLabel('Menu').click()
  await expectAccessible(phone.page, 'the menu on a phone')
  await phone.page.getByRole('banner').getByRole('link', { name: 'About' }).click()
  await expect(sectionOf(phone.page, '#about')).toBeInViewport()
  await expect(phone.page.getByRole('banner').getByRole('link', { name: 'Contact' })).toBeHidden()

  const plain = await person('desk', { javaScriptEnabled: false })
  await plain.page.goto(portal.url)
  for (const { link, hash } of sections) {
    await plain.page.getByRole('banner').getByRole('link', { name: link, exact: true }).click()
    await expect(plain.page).toHaveURL(`${portal.url}/${hash}`)
    await expect(sectionOf(plain.page, hash)).toBeInViewport()
  }
  for (const text of [
    'Explore Services',
    'Get Started',
    'HR Operations and Compliance',
    'HR Consulting',
    'Talent Acquisition',
    'Leadership & Training',
    'K-12 education',
    'Private education',
    'Engagement',
    'Innovation',
    'Inclusivity',
    'Assess',
    'Optimize',
  ])
    await expect(plain.page.getByText(text, { exact: true }).first()).toBeVisible()
  await expect(plain.page.getByRole('banner').getByRole('button', { name: 'Staff Login' })).toHaveAttribute(
    'href',
    '/?signin',
  )
  await expect(plain.page.getByRole('banner').getByRole('button', { name: 'Client sign-in' })).toHaveAttribute(
    'href',
    '/?signin=client',
  )
})

const typed = {
  'Business name': 'Blue Ridge Outfitters',
  'First name': 'Noor',
  'Last name': 'Haddad',
  Email: 'noor@outfitters.example',
  Phone: '(540) 555-0142',
  'What do you need help with?': 'Two supervisors left in one week.',
  'What are your business goals?': 'Keep the other nine.',
}

async function fillRequest(page: Page) {
  const form = page.getByRole('form', { name: 'Request Service' })
  for (const [label, text] of Object.entries(typed)) await form.getByLabel(label).fill(text)
  await form.getByLabel('Website').fill('https://outfitters.example')
  await form.getByLabel('Industry').selectOption('Retail')
  await form.getByLabel('Company size').selectOption('11-50 employees')
  await form.getByRole('checkbox', { name: /Talent Acquisition/ }).check()
  return form
}

async function expectRequestKept(page: Page) {
  const form = page.getByRole('form', { name: 'Request Service' })
  for (const [label, text] of Object.entries(typed)) await expect(form.getByLabel(label)).toHaveValue(text)
  await expect(form.getByLabel('Industry')).toHaveValue('retail')
  await expect(form.getByRole('checkbox', { name: /Talent Acquisition/ })).toBeChecked()
}

test('a request survives a lost network and a failing server, and is sent once', async ({ portal, person }) => {
  const visitor = await person('phone')
  const { page, context } = visitor
  const failure = 'Failed to submit service request. Please try again.'
  await page.goto(`${portal.url}/#request-service`)
  const form = await fillRequest(page)
  await form.getByRole('checkbox', { name: /Talent Acquisition/ }).uncheck()
  await form.getByRole('button', { name: 'Submit request' }).click()
  await expect(form.getByText('Please select at least one service')).toBeVisible()
  await form.getByRole('checkbox', { name: /Talent Acquisition/ }).check()
  await expect(form.getByText('Please select at least one service')).toBeHidden()

  visitor.expectFault(/ERR_INTERNET_DISCONNECTED/)
  await context.setOffline(true)
  await form.getByRole('button', { name: 'Submit request' }).click()
  await expect(form.getByRole('alert')).toContainText('Couldn’t reach the server')
  await expectRequestKept(page)
  await context.setOffline(false)

  visitor.expectFault(/status of 503 .*\/api\/service-requests\)$/)
  await page.route('**/api/service-requests', (route) => route.fulfill({ status: 503, body: 'Bad gateway' }))
  await form.getByRole('button', { name: 'Submit request' }).click()
  await expect(form.getByRole('alert')).toContainText(failure)
  await expect(toastOf(page)).toContainText(failure)
  await expectRequestKept(page)
  await page.unroute('**/api/service-requests')

  await form.getByRole('button', { name: 'Submit request' }).click()
  const done = page.getByRole('heading', {
    name: 'Your service request has been submitted. We will contact you within 24 hours.',
  })
  await expect(done).toBeFocused()
  await expectAccessible(page, 'a request that was sent')
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Submit another request' }).click()
  await expect(page.getByRole('form', { name: 'Request Service' }).getByLabel('Business name')).toHaveValue('')
})

test('the public page remains complete when the network fails before anyone acts', async ({ portal, person }) => {
  const visitor = await person()
  const { page, context } = visitor
  visitor.expectFault(/ERR_INTERNET_DISCONNECTED/)
  await page.goto(`${portal.url}/#request-service`)
  const form = await fillRequest(page)
  await context.setOffline(true)
  await page.getByRole('banner').getByRole('button', { name: 'Staff Login' }).click()
  await expect(toastOf(page)).toContainText('Couldn’t load the sign-in form')
  await form.getByRole('button', { name: 'Submit request' }).click()
  await expect(form.getByRole('alert')).toContainText('Couldn’t reach the server')
  await expectRequestKept(page)
  await context.setOffline(false)
  await page.getByRole('banner').getByRole('button', { name: 'Staff Login' }).click()
  const dialog = page.getByRole('dialog', { name: 'Staff Login' })
  await expect(dialog).toBeVisible()
  // Its styles have loaded as well.
  await expect(dialog).toHaveCSS('position', 'fixed')
  await expect(dialog.getByLabel('Username')).toBeFocused()
  await page.keyboard.press('Escape')
  await expectRequestKept(page)
})
