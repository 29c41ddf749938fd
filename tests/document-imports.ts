// Imports of documents from a ZIP, as an administrator makes them.
import sql from 'sql-template-tag'
import { pdf, zip, type ZipEntry } from './samples.ts'
import type { Answer, TestApp } from './test-app.ts'
import { upload } from './uploads.ts'

export const importsPath = '/api/document-imports'

export const file = (name: string, text = name): ZipEntry => ({ name, content: pdf(text) })

interface ImportedDocument {
  id: string
  originalName: string
  subfolder: string | null
  visibility: string
  tags: string[]
}

export function documentImports(testApp: TestApp) {
  const { alice } = testApp
  /** Uploads a ZIP; nothing is added yet. */
  async function drafted(bytes: Buffer, more: Record<string, unknown> = {}): Promise<Answer> {
    const { documentURL } = await upload(alice, bytes)
    return alice.post(importsPath, { documentURL, fileName: 'Files.zip', ...more })
  }
  const start = (id: string) => alice.post(`${importsPath}/${id}/start`)
  const run = () => testApp.runJobs('run-document-imports')
  return {
    drafted,
    start,
    run,
    rowsOf: async (id: string) => (await alice.get(`${importsPath}/${id}/rows?limit=200`)).body,
    /** The import after all of its files were handled. */
    async imported(entries: ZipEntry[], more: Record<string, unknown> = {}) {
      const { body } = await drafted(zip(entries), more)
      await start(body.id)
      await run()
      return (await alice.get(`${importsPath}/${body.id}`)).body
    },
    documentsIn: async (id: string) =>
      (await alice.get(`/api/client-folders/${id}/documents?limit=200`)).body as ImportedDocument[],
    /** A folder whose name no other has. */
    async newFolder(name = `Oak ${crypto.randomUUID()}`, clientEmail = `${crypto.randomUUID()}@example.com`) {
      const input = { name, clientEmail, services: 'Payroll', assignedStaffId: testApp.people.sam.id }
      return (await alice.post('/api/client-folders', input)).body as { id: string; name: string; clientEmail: string }
    },
    /** Earlier uploads don't count toward the limits of one person. */
    async rest() {
      await testApp.db.run(sql`delete from rate_limits`)
      await testApp.db.run(sql`update uploads set created_at = created_at - interval '1 hour'`)
    },
  }
}
