// Sign-in at an OpenID Connect provider (oidc-provider, on this machine), from the button to the page that was wanted.
import { clientId, clientSecret, startOpenIdProvider } from '../openid-provider.ts'
import { addPerson, callerFor, demonstration } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, startPortal, test } from './portal.ts'

test('staff sign in with the company account, and a stranger is refused', async ({ person }) => {
  const provider = await startOpenIdProvider()
  const portal = await startPortal({
    DEMO: 'on',
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: 'Northwind Staff Directory',
  })
  const admin = await callerFor(portal, demonstration('admin'))
  const noor = await addPerson(portal, admin, { role: 'staff', firstName: 'Noor', lastName: 'Aldana' })
  const { page } = await person()

  provider.person.email = 'stranger@example.com'
  await page.goto(`${portal.url}/?signin&next=/account`)
  const button = page.getByRole('link', { name: /^Sign in with Northwind/ })
  await button.click()
  await expect(page.getByText('We couldn’t sign you in with Northwind')).toBeVisible()
  await expectAccessible(page, 'a sign-in that the provider’s account does not allow')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)

  provider.person.email = noor.email
  await button.click()
  await expect(page.getByRole('heading', { name: 'Account settings', level: 1 })).toBeVisible()

  await page.goto('about:blank')
  await portal.stop()
  await provider.close()
})
