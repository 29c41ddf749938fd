// A client signs a document that loads late, or that the page can't draw.
import { pdf } from '../samples.ts'
import { addCompany, addDocument, callerFor, signInAs } from './people.ts'
import { expect, expectReceived, type Portal, test } from './portal.ts'

async function waitingDocument(portal: Portal, company: string) {
  const { ann, sam, folderId } = await addCompany(portal, { name: company, ann: 'Lindqvist', sam: 'Okafor' })
  const file = { name: 'Policy.pdf', bytes: pdf('Policy.pdf'), requiresSignature: true }
  const { id } = await addDocument(portal, await callerFor(portal, sam), folderId, file)
  return { client: ann, id }
}

test('no one can sign before the document has loaded, and what was entered before is used to sign', async ({
  portal,
  person,
}) => {
  const { client, id } = await waitingDocument(portal, 'Lindqvist Tannery')
  const { page } = await person()
  const held: (() => void)[] = []
  await page.route(/\/api\/documents\/[^/]+\/file/, async (route) => {
    await new Promise<void>((release) => held.push(release))
    await route.continue()
  })
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
  await signInAs(page, portal, client, `/documents/${id}/sign`)
  const sign = page.getByRole('button', { name: 'Sign document' })
  await page.getByRole('checkbox', { name: /^I have read/ }).check()
  await page.getByRole('textbox', { name: 'Your full name' }).fill('Ann of the Tannery')
  const password = page.getByRole('textbox', { name: 'Your password' })
  await password.fill(client.password)
  await expect(page.getByText('Loading the document…')).toBeVisible()
  await expect(sign).toBeDisabled()
  await password.press('Enter')
  await expect.poll(() => held.length).toBeGreaterThan(0)
  for (const release of held) release()
  await expectReceived(page)
  await expect(sign).toBeEnabled()
  const signatures = () => sent.filter((path) => path.endsWith('/signature'))
  expect(signatures()).toEqual([])
  await expect(page.getByRole('textbox', { name: 'Your full name' })).toHaveValue('Ann of the Tannery')
  await sign.click()
  await expect(page.getByRole('heading', { name: 'Signed', level: 1 })).toBeVisible()
  expect(signatures()).toHaveLength(1)
})

test('a document that can’t be drawn can be downloaded, and signed only then', async ({ portal, person }) => {
  const { client, id } = await waitingDocument(portal, 'Lindqvist Smithy')
  const { page } = await person()
  // Its bytes arrive, but pdf.js can't read them.
  await page.route(/\/api\/documents\/[^/]+\/file/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: 'This is no PDF.' })
  })
  await signInAs(page, portal, client, `/documents/${id}/sign`)
  const problem = page.getByRole('alert').filter({ hasText: 'Couldn’t show this PDF' })
  await expect(problem).toContainText('The file may be damaged or protected by a password.')
  const sign = page.getByRole('button', { name: 'Sign document' })
  await expect(sign).toBeDisabled()
  await expect(page.getByText('Loading the document…')).toBeVisible()
  await page.unroute(/\/api\/documents\/[^/]+\/file/)
  const download = page.waitForEvent('download')
  await problem.getByRole('link', { name: /^Download/ }).click()
  expect((await download).suggestedFilename()).toBe('Policy.pdf')
  await page.getByRole('checkbox', { name: /^I have read/ }).check()
  await page.getByRole('textbox', { name: 'Your password' }).fill(client.password)
  await sign.click()
  await expect(page.getByRole('heading', { name: 'Signed', level: 1 })).toBeVisible()
})
