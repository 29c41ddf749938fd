// A client signs in with a link from an email instead of a password.
import { addFolder, addPerson, callerFor, demonstration, emailsOf } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './portal.ts'

for (const size of ['desk', 'phone'] as const)
  test(`a client without the password at hand signs in with an emailed link, at the ${size}`, async ({
    portal,
    person,
  }) => {
    const admin = await callerFor(portal, demonstration('admin'))
    const staff = await addPerson(portal, admin, { role: 'staff', firstName: 'Sol', lastName: 'Reyes' })
    const client = await addPerson(portal, admin, { role: 'client', firstName: 'Mara', lastName: 'Lindqvist' })
    await addFolder(admin, { name: `Lindqvist Bakery ${size}`, client, staff })
    const { page } = await person(size)
    await page.goto(`${portal.url}/?signin`)
    await page.getByRole('dialog').getByRole('button', { name: 'Email me a sign-in link' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign in by email' })
    await expectAccessible(page, 'asking for a sign-in link')
    await dialog.getByLabel('Email').fill(client.email)
    await dialog.getByRole('button', { name: 'Send link' }).click()
    await expect(dialog.getByText(`If there’s a client account for ${client.email}`)).toBeVisible()

    const linkIn = async () => {
      const emails = await emailsOf(admin, `?q=${encodeURIComponent(client.email)}`)
      return /https?:\/\/\S+\/sign-in\/[\w-]+/.exec(emails.map(({ text }) => text).join('\n'))?.[0] ?? ''
    }
    await expect.poll(linkIn).not.toBe('')
    const link = await linkIn()
    await page.goto(link)
    await expect(page.getByText(`Mara, you’re signing in as ${client.email}.`)).toBeVisible()
    await expectAccessible(page, 'the page of a sign-in link')
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByRole('heading', { name: 'Client Dashboard' })).toBeVisible()

    const elsewhere = await person(size)
    elsewhere.expectFault(/status of 409 .*one-time-links\/look\)$/)
    await elsewhere.page.goto(link)
    await expect(elsewhere.page.getByText('This link was already used.')).toBeVisible()
    await elsewhere.page.getByRole('button', { name: 'Send me a new link' }).click()
    await expect(elsewhere.page.getByRole('dialog', { name: 'Sign in by email' })).toBeVisible()
  })
