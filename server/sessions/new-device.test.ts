// The email after a sign-in from a browser that was not used before.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cookiesByName, signIn } from '../../tests/sign-ins.ts'
import { cookiesOf, invited, newcomer, postFromElsewhere, tokenOf } from '../../tests/newcomers.ts'
import { createTestApp, fixturePassword, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const subject = 'New sign-in to your ProHR account'
const alertsTo = async (email: string) =>
  (await testApp.mail()).filter((each) => each.to === email && each.subject === subject)

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

it('names the time and the browser, and is sent for each new browser once', async () => {
  const { email } = await newcomer(testApp)
  const first = await signIn(testApp, email, fixturePassword)
  expect(await alertsTo(email)).toHaveLength(0)
  await signIn(testApp, email, fixturePassword, { cookie: cookiesOf(first) })
  expect(await alertsTo(email)).toHaveLength(0)
  const second = await signIn(testApp, email, fixturePassword, { userAgent: firefox })
  const [alert] = await alertsTo(email)
  expect(alert?.text).toMatch(/Firefox on Windows, on \w{3} \d+, \d{4}, \d+:\d\d [AP]M ET\./)
  expect(alert?.text).toContain('/account')
  const known =
    Object.entries(cookiesByName(second))
      .find(([name]) => name.endsWith('-browser'))
      ?.join('=') ?? ''
  await signIn(testApp, email, fixturePassword, { cookie: known })
  expect(await alertsTo(email)).toHaveLength(1)
})

it('is not sent for a wrong password', async () => {
  const { email } = await newcomer(testApp)
  await signIn(testApp, email, fixturePassword)
  await signIn(testApp, email, 'not the password of anyone')
  expect(await alertsTo(email)).toHaveLength(0)
})

it('is not sent for the first sign-in after an invitation', async () => {
  const { email, invitationUrl } = await invited(testApp)
  const body = { token: tokenOf(invitationUrl), password: 'a heron beside nine rivers' }
  expect((await postFromElsewhere(testApp, '/api/invitations/accept', body)).status).toBe(200)
  expect(await alertsTo(email)).toHaveLength(0)
})

it('is sent for a browser that someone else used, and for each account', async () => {
  const [one, two] = [await newcomer(testApp), await newcomer(testApp)]
  const shared = cookiesOf(await signIn(testApp, one.email, fixturePassword))
  await signIn(testApp, two.email, fixturePassword)
  await signIn(testApp, two.email, fixturePassword, { cookie: shared })
  expect([await alertsTo(one.email), await alertsTo(two.email)].map(({ length }) => length)).toEqual([0, 1])
})
