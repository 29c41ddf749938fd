import { z } from 'zod'
import type { listFolderLawChanges, listLawChanges as endpoint } from '../../api/law-changes.ts'
import type { Actor } from '../../domain/actor.ts'
import { applies, type Employer, exactly, headCountOf } from '../../domain/audience.ts'
import { inOrder, type LawChange, type LawChangeStatus, statusOn } from '../../domain/law-change.ts'
import { officeDate } from '../../domain/time.ts'
import { folderFor } from '../client-folders/queries.ts'
import type { Database, Reader } from '../kit/db.ts'
import { type Page, pageFrom, type PageQuery } from '../kit/page.ts'
import { bundledChanges } from './bundled.ts'
import { typed } from '../kit/row-types.ts'

/** The changes are the same for everybody who is signed in. */
export async function listLawChanges(
  db: Database,
  { headCount, sector, ...query }: z.output<(typeof endpoint)['query']>,
): Promise<Page<LawChange>> {
  const employer = { headCount: headCount === undefined ? null : exactly(headCount), sector: sector ?? null }
  return pageFor(db, employer, query)
}

export async function listChangesOfFolder(
  db: Database,
  actor: Actor,
  folderId: string,
  query: z.output<(typeof listFolderLawChanges)['query']>,
): Promise<Page<LawChange>> {
  const folder = await folderFor(db, actor, folderId, { part: 'folder' })
  return pageFor(db, { headCount: headCountOf(folder), sector: folder.sector }, query)
}

type Asked = PageQuery & { status?: LawChangeStatus | undefined }

async function pageFor(db: Database, employer: Employer, { status, ...page }: Asked): Promise<Page<LawChange>> {
  const titles = await titlesOf(db)
  const today = officeDate(db.now)
  const concerning = bundledChanges().flatMap((change): LawChange[] => {
    const answer = applies(change.appliesTo, employer)
    const policies = change.policies.map((place) => ({ ...place, title: titles.get(place.slug) ?? place.slug }))
    return answer === 'no' ? [] : [{ ...change, policies, status: statusOn(change, today), applies: answer }]
  })
  const all = inOrder(concerning).filter((change) => status === undefined || change.status === status)
  return pageFrom(all, ({ id }) => id, page)
}

const PolicyTitleRow = z.object({ slug: z.string(), title: z.string() })

async function titlesOf(reader: Reader): Promise<Map<string, string>> {
  const rows = await reader.rows(typed(PolicyTitleRow)`select slug, title from hr_policies`)
  return new Map(rows.map(({ slug, title }) => [slug, title]))
}
