import { z } from 'zod'
import type {
  listAffectedClients as affected,
  listFolderLawChanges,
  listLawChanges as endpoint,
} from '../../api/law-changes.ts'
import type { Actor } from '../../domain/actor.ts'
import { type Employer, exactHeadCount, headCountOf, Sector } from '../../domain/audience.ts'
import { notFound } from '../../domain/errors.ts'
import {
  type AffectedClient,
  type AffectedCount,
  appliesToEmployer,
  inOrder,
  type LawChange,
  type LawChangeStatus,
  statusOn,
} from '../../domain/law-change.ts'
import { officeDate } from '../../domain/time.ts'
import { folderFor, visibleFolders } from '../client-folders/queries.ts'
import type { Database, Reader } from '../kit/db.ts'
import { type Page, pageFrom, type PageQuery } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'
import { bundledChanges } from './bundled.ts'

/** The same for everyone who is signed in. */
export async function listLawChanges(
  db: Database,
  { headCount, sector, ...query }: z.output<(typeof endpoint)['query']>,
): Promise<Page<LawChange>> {
  const employer = { headCount: headCount === undefined ? null : exactHeadCount(headCount), sector: sector ?? null }
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

type LawChangeFilter = PageQuery & { status?: LawChangeStatus | undefined }

async function pageFor(
  db: Database,
  employer: Employer,
  { status, ...page }: LawChangeFilter,
): Promise<Page<LawChange>> {
  const titles = await titlesOf(db)
  const today = officeDate(db.now)
  const concerning = bundledChanges().flatMap((change): LawChange[] => {
    const answer = appliesToEmployer(change, employer)
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

const EmployerRow = z.object({
  id: z.string(),
  name: z.string(),
  headCount: z.int().nullable(),
  companySize: z.string().nullable(),
  sector: Sector.nullable(),
})

/** The active folders that the actor may see, with the known facts of each employer. */
const employersSeenBy = (reader: Reader, actor: Actor) =>
  reader.rows(typed(EmployerRow)`
    select f.id, f.name, f.head_count as "headCount", r.company_size as "companySize", f.sector
    from client_folders f left join service_requests r on r.id = f.service_request_id
    where ${visibleFolders(actor, 'folder')} and f.status = 'active'
    order by lower(f.name), f.id`)

const answerFor = (change: ReturnType<typeof bundledChanges>[number], folder: z.infer<typeof EmployerRow>) =>
  appliesToEmployer(change, { headCount: headCountOf(folder), sector: folder.sector })

export async function countAffectedClients(reader: Reader, actor: Actor): Promise<AffectedCount[]> {
  const folders = await employersSeenBy(reader, actor)
  return bundledChanges().map((change) => {
    const answers = folders.map((folder) => answerFor(change, folder))
    const count = (wanted: string) => answers.filter((answer) => answer === wanted).length
    return { id: change.id, applies: count('yes'), mayApply: count('unknown') }
  })
}

export async function listAffectedClients(
  reader: Reader,
  actor: Actor,
  changeId: string,
  { applies: wanted, ...page }: z.output<(typeof affected)['query']>,
): Promise<Page<AffectedClient>> {
  const change = bundledChanges().find(({ id }) => id === changeId)
  if (change === undefined) throw notFound()
  const concerned = (await employersSeenBy(reader, actor)).flatMap((folder): AffectedClient[] => {
    const answer = answerFor(change, folder)
    return answer === 'no' || (wanted !== undefined && wanted !== answer) ? [] : [{ ...folder, applies: answer }]
  })
  return pageFrom(concerned, ({ id }) => id, page)
}

/** The active folders that a law update affects. Throws 404 for an unknown update. */
export async function affectedFolderIds(
  reader: Reader,
  actor: Actor,
  changeId: string,
  includeMayApply: boolean,
): Promise<string[]> {
  const change = bundledChanges().find(({ id }) => id === changeId)
  if (change === undefined) throw notFound()
  const wanted = includeMayApply ? ['yes', 'unknown'] : ['yes']
  return (await employersSeenBy(reader, actor))
    .filter((folder) => wanted.includes(answerFor(change, folder)))
    .map(({ id }) => id)
}
