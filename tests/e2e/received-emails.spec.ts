// Replies by email, through a real mail host: a client's reply appears in the conversation, and an administrator decides
// about one whose sender could not be verified.
import PostalMime from 'postal-mime'
import { hasMailHost, startMailHost } from '../mail-host.ts'
import { callerFor, demonstration, signInAs } from './people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, startPortal, test, toastOf } from './portal.ts'

test.skip(!hasMailHost, 'needs Exim and Dovecot, as root')

test('a reply becomes a message, and an administrator adds one that was not verified', async ({ person }) => {
  // It waits for the next look into the mailbox twice, which is up to a minute each time.
  test.slow()
  const host = await startMailHost()
  const portal = await startPortal({ DEMO: 'on', ...host.settings })
  const admin = await callerFor(portal, demonstration('admin'))
  const staff = await callerFor(portal, demonstration('staff'))
  const client = await callerFor(portal, demonstration('client'))
  const { email } = await client<{ email: string }>('GET', '/api/user')
  const [folder] = await client<{ id: string }[]>('GET', '/api/client-folders')
  const messages = `/api/client-folders/${folder?.id}/messages`
  // The portal reads the mailbox every minute, beginning with what arrives after its first look.
  const mailboxIsRead = async () =>
    (await admin<{ checks: { name: string; says: string }[] }>('GET', '/api/status')).checks.find(
      ({ name }) => name === 'mail',
    )?.says
  await expect.poll(mailboxIsRead, { timeout: 90_000 }).not.toContain('hasn’t been read yet')
  await staff('POST', messages, { content: 'Does Tuesday work for you?' })
  const replyTo = async () => {
    host.deliver()
    const emails = await Promise.all(host.received().map((raw) => PostalMime.parse(raw)))
    return emails.map((email) => email.replyTo?.[0]?.address ?? '').find((address) => address.startsWith('reply+'))
  }
  await expect.poll(replyTo, { timeout: 30_000 }).toBeDefined()
  const to = await replyTo()
  await host.send({ from: email, to, subject: 'Re: You have a new message', text: 'Tuesday works.' })
  await host.send({
    from: `"Ann (bad-dkim)" <${email}>`,
    to,
    subject: 'Re: You have a new message from a firm with a long name, and a subject that goes on and on',
    text: 'Here is our handbook.\n\nAnn',
    attachments: [{ filename: 'Employee handbook 2026.pdf', content: Buffer.from('%PDF-') }],
  })

  for (const size of ['desk', 'phone'] as const) {
    const { page } = await person(size)
    await signInAs(page, portal, demonstration('admin'), `/client-folders/${folder?.id}?tab=messages`)
    await expect(page.getByText('Tuesday works.').first()).toBeVisible({ timeout: 90_000 })
    await page.goto(`${portal.url}/received-emails`)
    const row = page.getByRole('listitem').filter({ hasText: 'Needs a decision' })
    await expect(row).toHaveCount(1)
    await expectAccessible(page, 'the received emails')
    await expectNoSidewaysScroll(page)
    await row.getByRole('button', { name: /^Open/ }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Your mail server couldn’t verify the sender.')).toBeVisible()
    await expect(dialog.getByText(/Employee handbook 2026\.pdf/)).toBeVisible()
    await expectAccessible(page, 'a received email')
    await expectNoSidewaysScroll(page)
    if (size === 'desk') await dialog.getByRole('button', { name: 'Close' }).first().click()
    else {
      await dialog.getByRole('button', { name: 'Add to conversation' }).click()
      await expect(toastOf(page)).toContainText('Email added to the conversation')
      await expect(row).toHaveCount(0)
    }
    // An open page would notice that the portal stops.
    await page.goto('about:blank')
  }
  const [last] = await staff<{ content: string }[]>('GET', `${messages}?order=newest`)
  expect(last?.content).toContain('Here is our handbook.')
  await portal.stop()
  await host.close()
})
